"""The shapes of proposals and skills on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from apps.evolution.api.lift_serializers import LiftSerializer
from apps.evolution.models import Proposal, ProposalEvidence, Skill, SkillVersion

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

    class Meta:
        model = Proposal
        fields = (
            *("id", "kind", "action", "trigger", "name", "title", "status", "confidence"),
            *("content", "diff", "gate", "evidence", "language", "edited", "decided_by"),
            *("decided_at", "reason", "claimed_by", "claimed_at", "created_at"),
        )


class SkillSerializer(_Skill):
    """One skill as the catalogue shows it."""

    version = serializers.CharField(source="current.version", default=None)
    trust = serializers.FloatField()
    lift = LiftSerializer(allow_null=True, default=None)

    class Meta:
        model = Skill
        fields: tuple[str, ...] = (
            *("name", "title", "description", "layer", "version", "status", "trust", "uses"),
            *("lift", "tools", "triggers", "language", "pinned", "updated_at"),
        )


class SkillDetailSerializer(SkillSerializer):
    """One skill with its text."""

    content = serializers.CharField(source="current.content")

    class Meta(SkillSerializer.Meta):
        fields = (*SkillSerializer.Meta.fields, "content")


class VersionSerializer(_Version):
    """One version of a skill."""

    class Meta:
        model = SkillVersion
        fields = ("version", "approved_by", "created_at", "content")


class DecisionSerializer(serializers.Serializer[Any]):
    """A reviewer's words; `content` replaces the draft when it is approved as edited."""

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
    """What an approval made."""

    skill = SkillSerializer()
    version = serializers.CharField()
