"""The shapes of erasure on the wire."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class ReceiptSerializer(serializers.Serializer[Any]):
    """What was erased, counted by table, and the skills and pipelines that lost lines by it."""

    erased_at = serializers.DateTimeField()
    kind = serializers.ChoiceField(["person", "session"])
    counts = serializers.DictField(child=serializers.IntegerField())
    skills_to_review = serializers.ListField(child=serializers.CharField())
    pipelines_to_review = serializers.ListField(child=serializers.CharField(), default=[])
