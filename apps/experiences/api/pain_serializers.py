"""The shapes of pain points and solutions on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from apps.experiences.pain_models import PainEvidence, Solution

if TYPE_CHECKING:
    _Quote = serializers.ModelSerializer[PainEvidence]
    _Solution = serializers.ModelSerializer[Solution]
else:
    _Quote = _Solution = serializers.ModelSerializer


class QuoteSerializer(_Quote):
    """A sign of a trouble: words, and the run they are from."""

    class Meta:
        model = PainEvidence
        fields = ("quote", "kind", "trajectory_id", "seen_at")


class JudgedSerializer(serializers.Serializer[Any]):
    """How often a solution was judged well and badly."""

    positive = serializers.IntegerField()
    negative = serializers.IntegerField()


class SolutionSerializer(_Solution):
    """One solution with how it was judged."""

    pain_point = serializers.UUIDField(source="pain_id")
    experience = serializers.UUIDField(source="experience_id", allow_null=True)
    confidence = serializers.FloatField()
    feedback = JudgedSerializer(source="judged")

    class Meta:
        model = Solution
        fields = (
            *("id", "pain_point", "text", "steps", "language", "source", "status", "confidence"),
            *("experience", "feedback", "created_at", "decided_at"),
        )


class WeekSerializer(serializers.Serializer[Any]):
    """How many sessions showed a trouble in the week that began on a day."""

    week = serializers.DateField()
    sessions = serializers.IntegerField()


class CardSerializer(serializers.Serializer[Any]):
    """A pain point as the board shows it: `evidence` counts its sessions by kind of sign."""

    id = serializers.UUIDField(source="pain.id")
    title = serializers.CharField(source="pain.title")
    language = serializers.CharField(source="pain.language")
    kind = serializers.CharField(source="pain.kind")
    status = serializers.CharField(source="pain.status")
    confidence = serializers.FloatField(source="pain.confidence")
    people = serializers.IntegerField(source="pain.people")
    agent = serializers.CharField(source="pain.agent.name", allow_null=True, default=None)
    evidence = serializers.DictField(child=serializers.IntegerField(), source="counts")
    quotes = QuoteSerializer(many=True)
    solutions = SolutionSerializer(many=True)
    trend = WeekSerializer(many=True)
    first_seen = serializers.DateTimeField(source="pain.first_seen")
    last_seen = serializers.DateTimeField(source="pain.last_seen")
    confirmed_at = serializers.DateTimeField(source="pain.confirmed_at", allow_null=True)
    solved_at = serializers.DateTimeField(source="pain.solved_at", allow_null=True)


class DismissSerializer(serializers.Serializer[Any]):
    """Why a pain point is none."""

    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class SolutionFeedbackSerializer(serializers.Serializer[Any]):
    """Whether a solution helped."""

    feedback = serializers.ChoiceField(["positive", "negative"])
    comment = serializers.CharField(max_length=2000, required=False, default="", allow_blank=True)
