"""The shapes of proposals and skills on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.evolution.api.lift_serializers import LiftSerializer
from apps.evolution.api.pipeline_serializers import PipelineSerializer
from apps.evolution.find_recommended import find_recommended
from apps.evolution.models import Channel, Proposal, ProposalEvidence, Skill, SkillVersion
from apps.evolution.show_changed_lift import show_changed_lift

if TYPE_CHECKING:
    _Proposal = serializers.ModelSerializer[Proposal]
    _Evidence = serializers.ModelSerializer[ProposalEvidence]
    _Skill = serializers.ModelSerializer[Skill]
    _Version = serializers.ModelSerializer[SkillVersion]
else:
    _Proposal = _Evidence = _Skill = _Version = serializers.ModelSerializer


class ProposalEvidenceSerializer(_Evidence):
    """A run behind a proposal."""

    score = serializers.FloatField(allow_null=True)

    class Meta:
        model = ProposalEvidence
        fields = ("trajectory_id", "score", "quote")


class ProposalSerializer(_Proposal):
    """One proposal with evidence, findings and difference to what is served now."""

    evidence = ProposalEvidenceSerializer(many=True)
    confidence = serializers.FloatField()
    diff = serializers.CharField()
    decided_by = serializers.CharField(source="decided_by.user.email", default=None)
    claimed_by = serializers.CharField(source="claimant.user.email", default=None)
    lift = serializers.SerializerMethodField()

    @extend_schema_field(LiftSerializer(allow_null=True))
    def get_lift(self, row: Proposal) -> dict[str, Any] | None:
        """Give the lift of the skill that it changes, measured here where no list did before."""
        if not hasattr(row, "lift"):
            show_changed_lift(row.tenant, [row])
        return dict(LiftSerializer(row.lift).data) if row.lift else None

    class Meta:
        model = Proposal
        fields = (
            *("id", "kind", "action", "trigger", "name", "merges", "title", "status"),
            "confidence",
            *("content", "diff", "gate", "lift", "evidence", "language", "edited", "decided_by"),
            *("decided_at", "reason", "claimed_by", "claimed_at", "created_at"),
        )


class SkillSerializer(_Skill):
    """One skill as the catalogue shows it."""

    version = serializers.CharField(source="current.version", default=None)
    beta = serializers.CharField(source="beta.version", default=None)
    merged_into = serializers.CharField(source="merged_into.name", default=None)
    trust = serializers.FloatField()
    lift = LiftSerializer(allow_null=True, default=None)
    recommended = serializers.SerializerMethodField()

    def get_recommended(self, row: Skill) -> bool:
        """Tell whether it is put before others that fit as well."""
        if not hasattr(row, "recommended"):
            row.recommended = row.pk in find_recommended(row.tenant, [row])
        return row.recommended

    class Meta:
        model = Skill
        fields: tuple[str, ...] = (
            *("name", "title", "description", "layer", "version", "beta", "status", "trust"),
            *("recommended", "uses", "lift", "tools", "triggers", "language"),
            *("pinned", "change_policy", "merged_into", "updated_at"),
        )


class SkillDetailSerializer(SkillSerializer):
    """One skill with its text."""

    content = serializers.CharField(source="current.content", default="")

    class Meta(SkillSerializer.Meta):
        fields = (*SkillSerializer.Meta.fields, "content")


class VersionSerializer(_Version):
    """One version of a skill."""

    class Meta:
        model = SkillVersion
        fields = ("version", "approved_by", "created_at", "content")


class DecisionSerializer(serializers.Serializer[Any]):
    """A reviewer's words; `content` replaces the draft, `beta` gives it to that channel alone."""

    channel = serializers.ChoiceField(
        choices=Channel.choices, required=False, default=Channel.STABLE.value
    )
    note = serializers.CharField(required=False, default="", allow_blank=True, max_length=2000)
    content = serializers.CharField(
        required=False, default=None, allow_null=True, max_length=100_000, trim_whitespace=False
    )


class EditSerializer(serializers.Serializer[Any]):
    """A new text for a waiting proposal."""

    content = serializers.CharField(max_length=100_000, trim_whitespace=False)


class ReasonSerializer(serializers.Serializer[Any]):
    """Why a proposal is rejected."""

    reason = serializers.CharField(max_length=2000)


class ApprovedSerializer(serializers.Serializer[Any]):
    """What an approval made: a version of a skill or of a pipeline."""

    skill = SkillSerializer(required=False)
    pipeline = PipelineSerializer(required=False)
    version = serializers.CharField()
