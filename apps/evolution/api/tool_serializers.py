"""The shapes of tools; their secrets are taken and never given."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.evolution.models import Method, Repeat, Tool
from apps.evolution.register_tool import secret_names


class ToolSerializer(serializers.ModelSerializer[Tool]):
    """A tool, with the names of the headers that it keeps sealed."""

    secrets = serializers.SerializerMethodField()

    class Meta:
        model = Tool
        fields = (
            "id",
            "name",
            "description",
            "url",
            "method",
            "input_schema",
            "output_schema",
            "headers",
            "secrets",
            "timeout_s",
            "repeat",
            "may_be_private",
            "is_active",
            "created_at",
            "updated_at",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_secrets(self, tool: Tool) -> list[str]:
        return secret_names(tool)


class ChangeToolSerializer(serializers.Serializer[Any]):
    """What of a tool is changed; what is left out stays. A secret that is null is removed."""

    description = serializers.CharField(max_length=1024, allow_blank=True, required=False)
    url = serializers.CharField(max_length=2000, required=False)
    method = serializers.ChoiceField(choices=Method.choices, required=False)
    input_schema = serializers.DictField(required=False)
    output_schema = serializers.DictField(required=False, allow_null=True)
    headers = serializers.DictField(child=serializers.CharField(max_length=4000), required=False)
    secrets = serializers.DictField(
        child=serializers.CharField(max_length=4000, allow_null=True), required=False
    )
    timeout_s = serializers.IntegerField(min_value=1, max_value=300, required=False)
    repeat = serializers.ChoiceField(choices=Repeat.choices, required=False)
    may_be_private = serializers.BooleanField(required=False)
    is_active = serializers.BooleanField(required=False)


class RegisterToolSerializer(ChangeToolSerializer):
    """A new tool; `secrets` are headers such as `Authorization`, never shown again."""

    name = serializers.CharField(max_length=64)
    url = serializers.CharField(max_length=2000)
