"""The shapes of trajectories, sessions, steps and imports on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from apps.trajectories.models import CompressedTrajectory, Import, Session, Step, Trajectory

if TYPE_CHECKING:
    _Trajectory = serializers.ModelSerializer[Trajectory]
    _Session = serializers.ModelSerializer[Session]
    _Compressed = serializers.ModelSerializer[CompressedTrajectory]
    _Step = serializers.ModelSerializer[Step]
    _Import = serializers.ModelSerializer[Import]
else:
    _Trajectory = _Session = _Compressed = _Step = _Import = serializers.ModelSerializer


class RejectionSerializer(serializers.Serializer[Any]):
    """One event that was not taken."""

    index = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()


class RecordedSerializer(serializers.Serializer[Any]):
    """What became of a batch."""

    accepted = serializers.IntegerField()
    duplicates = serializers.IntegerField()
    rejected = RejectionSerializer(many=True)


class EventBatchSerializer(serializers.Serializer[Any]):
    """A batch of events: see the Event shape in the documentation."""

    events = serializers.ListField(child=serializers.DictField(), max_length=1000)


class TrajectorySerializer(_Trajectory):
    """A trajectory without its steps."""

    session_id = serializers.CharField(source="session.external_id")
    agent = serializers.CharField(source="agent.name")
    user_id = serializers.CharField(source="end_user.external_id", default=None)
    score = serializers.FloatField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)

    class Meta:
        model = Trajectory
        fields = (
            *("id", "session_id", "turn_id", "agent", "user_id", "author", "intent"),
            *("final_response", "tool_count", "error_count", "tools", "complexity", "outcome"),
            *("score", "score_source", "score_lines", "satisfaction", "tags"),
            *("synthesized_skill", "input_tokens", "output_tokens", "started_at"),
            *("completed_at", "duration_ms", "status", "source"),
        )


class StepSerializer(_Step):
    """One step with its bodies."""

    class Meta:
        model = Step
        fields = (
            *("sequence", "type", "timestamp", "parent_id", "tool", "status", "text", "args"),
            *("result", "error", "input_summary", "output_summary", "duration_ms", "model"),
            *("input_tokens", "output_tokens", "metadata"),
        )


class FinishedCallSerializer(serializers.Serializer[Any]):
    """One tool call of a finished trajectory."""

    tool = serializers.CharField()
    args = serializers.DictField(required=False)
    result = serializers.JSONField(required=False)
    error = serializers.CharField(required=False)
    duration_ms = serializers.IntegerField(required=False)
    status = serializers.CharField(required=False)


class FinishedTrajectorySerializer(serializers.Serializer[Any]):
    """A finished trajectory handed in whole."""

    session_id = serializers.CharField()
    user_intent = serializers.CharField()
    tool_chain = FinishedCallSerializer(many=True, required=False)
    final_response = serializers.CharField(required=False)
    agent = serializers.CharField(required=False)
    user_id = serializers.CharField(required=False)
    turn_id = serializers.CharField(required=False)
    started_at = serializers.DateTimeField(required=False)
    completed_at = serializers.DateTimeField(required=False)


class SessionSerializer(_Session):
    """One session."""

    agent = serializers.CharField(source="agent.name")
    user_id = serializers.CharField(source="end_user.external_id", default=None)
    session_id = serializers.CharField(source="external_id")
    parent_session_id = serializers.CharField(source="parent.external_id", default=None)
    score = serializers.FloatField(allow_null=True)

    class Meta:
        model = Session
        fields = (
            *("id", "session_id", "parent_session_id", "agent", "user_id", "status", "source"),
            *("trajectory_count", "score", "started_at", "ended_at", "learned_at"),
            "learning_error",
        )


class CompressedSerializer(_Compressed):
    """A session squeezed."""

    class Meta:
        model = CompressedTrajectory
        fields = (
            *("request_type", "tools_used", "outcome", "total_steps", "total_duration_ms"),
            *("total_tokens", "execution_chain", "satisfaction_signal"),
        )


class ImportSerializer(_Import):
    """How far an import is."""

    progress = serializers.SerializerMethodField()

    class Meta:
        model = Import
        fields = (
            *("id", "name", "format", "agent", "status", "progress", "accepted", "duplicates"),
            *("error_count", "errors", "detail", "created_at", "finished_at"),
        )

    def get_progress(self, row: Import) -> float:
        return round(row.read_bytes / row.total_bytes, 3) if row.total_bytes else 0.0
