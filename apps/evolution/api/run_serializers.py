"""The shapes of runs of pipelines."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from apps.evolution.models import PipelineRun, PipelineStep


class RunSerializer(serializers.ModelSerializer[PipelineRun]):
    """A run of a pipeline."""

    pipeline = serializers.CharField(source="pipeline.name")
    version = serializers.CharField(source="version.version")

    class Meta:
        model = PipelineRun
        fields: tuple[str, ...] = (
            "id",
            "pipeline",
            "version",
            "status",
            "inputs",
            "output",
            "error",
            "requested_by",
            "idempotency_key",
            "created_at",
            "finished_at",
        )
        read_only_fields = fields


class StepSerializer(serializers.ModelSerializer[PipelineStep]):
    """A step of a run."""

    id = serializers.CharField(source="step_id")
    duration_ms = serializers.IntegerField(allow_null=True)

    class Meta:
        model = PipelineStep
        fields = (
            "id",
            "position",
            "action",
            "tool",
            "status",
            "attempts",
            "duration_ms",
            "params",
            "output",
            "error",
            "not_before",
            "started_at",
            "finished_at",
        )
        read_only_fields = fields


class RunDetailSerializer(RunSerializer):
    """A run with its steps in their order."""

    steps = StepSerializer(many=True)

    class Meta(RunSerializer.Meta):
        fields = (*RunSerializer.Meta.fields, "steps")
        read_only_fields = fields


class StartRunSerializer(serializers.Serializer[Any]):
    """What a run is given; the key may also be the header `Idempotency-Key`."""

    inputs = serializers.DictField(required=False, default=dict)
    idempotency_key = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=200
    )


class CancelRunSerializer(serializers.Serializer[Any]):
    """Why a run is cancelled."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=2000)


class ResolveStepSerializer(CancelRunSerializer):
    """Whether a step is carried out again or counts as done, with the output that it had."""

    how = serializers.ChoiceField(choices=["retry", "done"])
    output = serializers.JSONField(required=False, default=None, allow_null=True)
