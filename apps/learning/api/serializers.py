"""The shapes of context, hooks, reflections and imports on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from apps.experiences.api.serializers import why
from apps.learning.models import Reflection

if TYPE_CHECKING:
    from apps.evolution.ask_person import Asking
    from apps.evolution.rank_skills import RankedSkill
    from apps.experiences.give_solutions import FittingSolution
    from apps.experiences.recall import Recalled
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

    def to_representation(self, instance: Recalled) -> dict[str, Any]:
        known = instance.experience
        return {
            "id": known.pk,
            "pain_pattern": known.pain_pattern,
            "solution_steps": known.solution_steps,
            "outcome": known.outcome,
            "similarity": round(instance.match.similarity, 3),
            "why": why(instance.match),
        }


class ServedSkillSerializer(serializers.Serializer[Any]):
    """A skill as it was given."""

    name = serializers.CharField()
    version = serializers.CharField()
    description = serializers.CharField()
    similarity = serializers.FloatField()
    recommended = serializers.BooleanField()

    def to_representation(self, instance: RankedSkill) -> dict[str, Any]:
        skill = instance.skill
        return {
            "name": skill.name,
            "version": skill.current.version if skill.current else "",
            "description": skill.description,
            "similarity": round(instance.match.similarity, 3),
            "recommended": instance.recommended,
        }


class ServedSolutionSerializer(serializers.Serializer[Any]):
    """A solution on trial as it was given."""

    id = serializers.UUIDField()
    pain_pattern = serializers.CharField()
    solution_steps = serializers.ListField(child=serializers.CharField())
    similarity = serializers.FloatField()

    def to_representation(self, instance: FittingSolution) -> dict[str, Any]:
        solution = instance.solution
        return {
            "id": solution.pk,
            "pain_pattern": solution.pain.title,
            "solution_steps": solution.steps,
            "similarity": round(instance.match.similarity, 3),
        }


class ServedMemorySerializer(serializers.Serializer[Any]):
    """What the person said before, as it was given."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    text = serializers.CharField()


class PutQuestionSerializer(serializers.Serializer[Any]):
    """A question to pass on to the person, as it was given."""

    id = serializers.UUIDField()
    proposal = serializers.UUIDField()
    title = serializers.CharField()
    text = serializers.CharField()

    def to_representation(self, instance: Asking) -> dict[str, Any]:
        question = instance.question
        return {
            "id": question.pk,
            "proposal": question.proposal_id,
            "title": question.proposal.title,
            "text": instance.text,
        }


class ContextSerializer(serializers.Serializer[Any]):
    """What an agent is told; empty lists when nothing is relevant."""

    text = serializers.CharField()
    tokens = serializers.IntegerField()
    serving_id = serializers.UUIDField()
    experiences = ServedExperienceSerializer(many=True)
    skills = ServedSkillSerializer(many=True)
    solutions = ServedSolutionSerializer(many=True)
    profile = serializers.DictField()
    memories = ServedMemorySerializer(many=True)
    withheld = serializers.ListField(child=serializers.UUIDField())
    question = PutQuestionSerializer(allow_null=True)

    def to_representation(self, instance: Context) -> dict[str, Any]:
        person = instance.person
        return {
            "text": instance.text,
            "tokens": instance.tokens,
            "serving_id": instance.request_id,
            "experiences": ServedExperienceSerializer(instance.experiences, many=True).data,
            "skills": ServedSkillSerializer(instance.skills, many=True).data,
            "solutions": ServedSolutionSerializer(instance.solutions, many=True).data,
            "profile": {"text": person.profile, "fields": person.fields},
            "memories": ServedMemorySerializer(person.memories, many=True).data,
            "withheld": instance.withheld,
            "question": PutQuestionSerializer(instance.asking).data if instance.asking else None,
        }


class HookAnswerSerializer(serializers.Serializer[Any]):
    """What a hook answers: nothing, or context for the request at hand."""

    hookSpecificOutput = serializers.DictField(required=False)  # noqa: N815 - the client's word


class ReflectionSerializer(_Reflection):
    """One reflection."""

    class Meta:
        model = Reflection
        fields = ("id", "since", "until", "trigger", "report", "created_at")
