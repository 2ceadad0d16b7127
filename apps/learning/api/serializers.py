"""The shapes of context, hooks, reflections and imports on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from apps.experiences.api.serializers import why
from apps.learning.models import Reflection

if TYPE_CHECKING:
    from apps.learning.build_context import Context

    _Reflection = serializers.ModelSerializer[Reflection]
else:
    _Reflection = serializers.ModelSerializer


class ContextRequestSerializer(serializers.Serializer[Any]):
    """What an agent is about to answer."""

    message = serializers.CharField(max_length=100_000, allow_blank=True, trim_whitespace=False)
    agent = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    user_id = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    session_id = serializers.CharField(
        max_length=200, required=False, default=None, allow_null=True
    )
    max_tokens = serializers.IntegerField(required=False, min_value=50, max_value=20_000)


class ServedExperienceSerializer(serializers.Serializer[Any]):
    """An experience as it was given."""

    id = serializers.UUIDField()
    pain_pattern = serializers.CharField()
    solution_steps = serializers.ListField(child=serializers.CharField())
    outcome = serializers.CharField()
    similarity = serializers.FloatField()
    why = serializers.CharField()


class ServedSkillSerializer(serializers.Serializer[Any]):
    """A skill as it was given."""

    name = serializers.CharField()
    version = serializers.CharField()
    description = serializers.CharField()
    similarity = serializers.FloatField()


class ContextSerializer(serializers.Serializer[Any]):
    """What an agent is told; empty lists when nothing is relevant."""

    text = serializers.CharField()
    tokens = serializers.IntegerField()
    serving_id = serializers.UUIDField()
    experiences = ServedExperienceSerializer(many=True)
    skills = ServedSkillSerializer(many=True)
    profile = serializers.DictField()
    memories = serializers.ListField()
    withheld = serializers.ListField()

    def to_representation(self, instance: Context) -> dict[str, Any]:
        return {
            "text": instance.text,
            "tokens": instance.tokens,
            "serving_id": instance.request_id,
            "experiences": [
                {
                    "id": one.experience.pk,
                    "pain_pattern": one.experience.pain_pattern,
                    "solution_steps": one.experience.solution_steps,
                    "outcome": one.experience.outcome,
                    "similarity": round(one.match.similarity, 3),
                    "why": why(one.match),
                }
                for one in instance.experiences
            ],
            "skills": [
                {
                    "name": one.skill.name,
                    "version": one.skill.current.version if one.skill.current else "",
                    "description": one.skill.description,
                    "similarity": round(one.match.similarity, 3),
                }
                for one in instance.skills
            ],
            "profile": {"text": "", "fields": {}},
            "memories": [],
            "withheld": [],
        }


class HookAnswerSerializer(serializers.Serializer[Any]):
    """What a hook answers: nothing, or context for the request at hand."""

    hookSpecificOutput = serializers.DictField(required=False)  # noqa: N815 - the client's word


class ReflectionSerializer(_Reflection):
    """One reflection."""

    class Meta:
        model = Reflection
        fields = ("id", "since", "until", "trigger", "report", "created_at")
