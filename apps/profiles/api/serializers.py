"""The shapes of memories and profiles on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from apps.profiles.domain.fields import LISTS, PAIN_POINTS
from apps.profiles.models import Memory, MemoryEvidence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from apps.profiles.read_profile import KnownField

    _Memory = serializers.ModelSerializer[Memory]
    _Evidence = serializers.ModelSerializer[MemoryEvidence]
else:
    _Memory = _Evidence = serializers.ModelSerializer


class MemoryEvidenceSerializer(_Evidence):
    """A quote and the run it is from."""

    class Meta:
        model = MemoryEvidence
        fields = ("trajectory_id", "quote", "source", "said_at")


class MemorySerializer(_Memory):
    """One memory with its evidence."""

    user_id = serializers.CharField(source="end_user.external_id")
    agent = serializers.CharField(source="agent.name", default=None, allow_null=True)
    confidence = serializers.FloatField()
    superseded_by = serializers.UUIDField(source="superseded_by_id", allow_null=True)
    conflicts_with = serializers.UUIDField(source="conflicts_with_id", allow_null=True)
    evidence = MemoryEvidenceSerializer(many=True)

    class Meta:
        model = Memory
        fields = (
            *("id", "user_id", "agent", "kind", "text", "language", "confidence", "status"),
            *("superseded_by", "conflicts_with", "times_confirmed", "evidence"),
            *("created_at", "last_confirmed_at"),
        )


class RankedMemorySerializer(serializers.Serializer[Any]):
    """A memory found by a question, with how alike it is."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown: dict[str, Any] = dict(MemorySerializer(instance.memory).data)
        return shown | {"similarity": round(instance.match.similarity, 3)}


class FieldQuoteSerializer(serializers.Serializer[Any]):
    """A quote and the run it is from."""

    trajectory_id = serializers.UUIDField()
    quote = serializers.CharField()


class KnownFieldSerializer(serializers.Serializer[Any]):
    """What is known of one field, and why; of tools, topics and problems a list."""

    value = serializers.JSONField()
    confidence = serializers.FloatField()
    source = serializers.ChoiceField(["person", "inferred"])  # type: ignore[assignment]  # a field; DRF keeps its own apart
    last_confirmed = serializers.DateTimeField(allow_null=True)
    evidence = FieldQuoteSerializer(many=True)


class ProfileSerializer(serializers.Serializer[Any]):
    """What is known of a person, by field."""

    user_id = serializers.CharField()
    learning_enabled = serializers.BooleanField()
    fields = serializers.DictField(child=KnownFieldSerializer())  # type: ignore[assignment]  # likewise


class ProfileChangeSerializer(serializers.Serializer[Any]):
    """What a person changes: values by field, null to forget; and whether more is learned."""

    fields = serializers.DictField(required=False)  # type: ignore[assignment]  # likewise
    learning_enabled = serializers.BooleanField(required=False)


def field_shapes(
    known: Mapping[str, KnownField], pain_points: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """Write the known fields in the shape of the API, the open problems among them."""
    shapes: dict[str, dict[str, Any]] = {
        name: {
            "value": one.values if name in LISTS else one.values[0],
            "confidence": float(one.confidence),
            "source": one.source,
            "last_confirmed": one.last_confirmed_at,
            "evidence": [
                {"trajectory_id": quote.trajectory_id, "quote": quote.quote}
                for quote in one.evidence
            ],
        }
        for name, one in known.items()
    }
    if pain_points:
        shapes[PAIN_POINTS] = {
            "value": list(pain_points),
            "confidence": 1.0,
            "source": "inferred",
            "last_confirmed": None,
            "evidence": [],
        }
    return shapes
