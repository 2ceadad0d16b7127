"""The shapes of what members are told."""

from __future__ import annotations

from rest_framework import serializers

from apps.tenants.models import Notice


class NoticeSerializer(serializers.ModelSerializer[Notice]):
    """A notice to the member who asks."""

    class Meta:
        model = Notice
        fields = ("id", "title", "text", "link", "source_kind", "created_at", "read_at")
        read_only_fields = fields
