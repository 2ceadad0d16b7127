"""The shapes of experiences on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from apps.experiences.models import Experience, ExperienceAlternative, ExperienceEvidence

if TYPE_CHECKING:
    _Experience = serializers.ModelSerializer[Experience]
    _Evidence = serializers.ModelSerializer[ExperienceEvidence]
    _Alternative = serializers.ModelSerializer[ExperienceAlternative]
else:
    _Experience = _Evidence = _Alternative = serializers.ModelSerializer


class EvidenceSerializer(_Evidence):
    """A quote and the run it is from."""

    class Meta:
        model = ExperienceEvidence
        fields = ("trajectory_id", "quote", "source")


class AlternativeSerializer(_Alternative):
    """Another way in which the same problem was solved, and the words that prove it."""

    confidence = serializers.FloatField()

    class Meta:
        model = ExperienceAlternative
        fields = ("solution_steps", "tools", "confidence", "trajectory_id", "quote", "created_at")


class RecordSerializer(serializers.Serializer[Any]):
    """How similar runs have gone."""

    runs = serializers.IntegerField()
    success_rate = serializers.FloatField()
    median_steps = serializers.IntegerField()


class ExperienceSerializer(_Experience):
    """One experience with its evidence, its record, and what contradicts it."""

    evidence = EvidenceSerializer(many=True, source="quotes")
    alternatives = AlternativeSerializer(many=True, source="other_ways")
    record = RecordSerializer(allow_null=True, read_only=True)
    confidence = serializers.FloatField()

    class Meta:
        model = Experience
        fields = (
            *("id", "pain_pattern", "context", "solution_steps", "pitfalls", "outcome", "tools"),
            *("industry_context", "request_type", "language", "confidence", "reuse_count"),
            *("evidence", "alternatives", "record", "status", "created_at"),
        )


class RankedExperienceSerializer(ExperienceSerializer):
    """An experience found by a question, with how alike it is and why."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance.experience)
        shown["similarity"] = round(instance.match.similarity, 3)
        shown["why"] = why(instance.match)
        return shown


def why(match: Any) -> str:
    """Say in words what made a match."""
    said = f"meaning {match.cosine:.2f}"
    return f"{said}; shares {', '.join(match.shared)}" if match.shared else said


class PitfallSerializer(serializers.Serializer[Any]):
    """An error and its remedy."""

    error = serializers.CharField(max_length=500)
    remedy = serializers.CharField(max_length=500)
    tool = serializers.CharField(max_length=200, required=False, default="")


class NewExperienceSerializer(serializers.Serializer[Any]):
    """An experience as a person writes it."""

    pain_pattern = serializers.CharField(max_length=500)
    context = serializers.CharField(  # type: ignore[assignment]  # a field; DRF keeps its own apart
        max_length=4000, required=False, default="", allow_blank=True
    )
    solution_steps = serializers.ListField(
        child=serializers.CharField(max_length=1000), max_length=50, min_length=1
    )
    pitfalls = PitfallSerializer(many=True, required=False, default=list)
    outcome = serializers.ChoiceField(["success", "partial", "failed"], default="success")
    tools = serializers.ListField(
        child=serializers.CharField(max_length=200), required=False, default=list, max_length=50
    )
    industry_context = serializers.CharField(
        max_length=200, required=False, default="", allow_blank=True
    )
