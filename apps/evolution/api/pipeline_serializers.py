"""The shapes of pipelines and of what is handed in as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from apps.evolution.domain.pipeline_yaml import LONGEST_FILE
from apps.evolution.models import Pipeline, PipelineVersion

OUTCOMES = ["created", "updated", "unchanged"]

if TYPE_CHECKING:
    _Pipeline = serializers.ModelSerializer[Pipeline]
    _Version = serializers.ModelSerializer[PipelineVersion]
else:
    _Pipeline = _Version = serializers.ModelSerializer


class PipelineSerializer(_Pipeline):
    """One pipeline as the list shows it."""

    version = serializers.CharField(source="current.version", default=None)
    status = serializers.CharField(help_text="`active` or `archived`.")

    class Meta:
        model = Pipeline
        fields: tuple[str, ...] = (
            *("name", "title", "description", "version", "status", "tools", "triggers"),
            *("language", "created_at", "updated_at"),
        )


class PipelineDetailSerializer(PipelineSerializer):
    """One pipeline with its text."""

    content = serializers.CharField(source="current.content", default="")

    class Meta(PipelineSerializer.Meta):
        fields = (*PipelineSerializer.Meta.fields, "content")


class PipelineVersionSerializer(_Version):
    """One version of a pipeline."""

    class Meta:
        model = PipelineVersion
        fields = ("version", "approved_by", "created_at", "content")


class WritePipelineSerializer(serializers.Serializer[Any]):
    """A pipeline's YAML; `override` is the reason to take what the scan objects to."""

    content = serializers.CharField(max_length=LONGEST_FILE, trim_whitespace=False)
    override = serializers.CharField(required=False, default="", allow_blank=True, max_length=2000)


class WrittenPipelineSerializer(serializers.Serializer[Any]):
    """What became of a pipeline that was handed in."""

    pipeline = PipelineSerializer()
    version = serializers.CharField()
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    notes = serializers.ListField(child=serializers.CharField())


class PipelineChangedSerializer(serializers.Serializer[Any]):
    """A pipeline with the version that it has now."""

    pipeline = PipelineSerializer()
    version = serializers.CharField()
