"""The shapes of an import, of a skill's life after approval, and of two versions compared."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from apps.evolution.api.pipeline_serializers import OUTCOMES
from apps.evolution.api.serializers import SkillSerializer
from apps.evolution.domain.skill_rules import LONGEST_FILE
from apps.evolution.models import Channel


class RepairSerializer(serializers.Serializer[Any]):
    """What was changed of a file that was handed in."""

    code = serializers.CharField()
    detail = serializers.CharField()


class ImportedSkillSerializer(serializers.Serializer[Any]):
    """What became of a skill that was handed in."""

    skill = SkillSerializer()
    version = serializers.CharField()
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    repairs = RepairSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField())
    files = serializers.IntegerField()
    left_out = serializers.ListField(child=serializers.CharField())


class ImportSkillSerializer(serializers.Serializer[Any]):
    """A SKILL.md as a text; `override` is the reason to import what the scan objects to."""

    content = serializers.CharField(max_length=2 * LONGEST_FILE, trim_whitespace=False)
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)
    override = serializers.CharField(required=False, default="", allow_blank=True, max_length=2000)


class UploadSkillSerializer(serializers.Serializer[Any]):
    """A zip of a skill's folder, or its SKILL.md, as a file of a form."""

    file = serializers.FileField()
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)
    override = serializers.CharField(required=False, default="", allow_blank=True, max_length=2000)


class WhySerializer(serializers.Serializer[Any]):
    """Why a skill is archived or revived, or its beta promoted or withdrawn."""

    reason = serializers.CharField(max_length=2000)


class RollbackSerializer(WhySerializer):
    """Which version to bring back, and why."""

    version = serializers.CharField(max_length=32)


class PinSerializer(WhySerializer):
    """Whether to pin or to unpin, and why."""

    pinned = serializers.BooleanField(required=False, default=True)


class ComparisonSerializer(serializers.Serializer[Any]):
    """Two versions compared: a unified diff of the text, and the files that differ."""

    diff = serializers.CharField()
    files = serializers.ListField(child=serializers.CharField())

    def get_fields(self) -> dict[str, Any]:
        """Name the two as the query does; `from` is no name in Python."""
        numbers = {
            "from": serializers.CharField(source="before"),
            "to": serializers.CharField(source="after"),
        }
        return numbers | super().get_fields()


class ListedSerializer(serializers.Serializer[Any]):
    """A skill of the index: `url` is what to download, `digest` the SHA-256 of it."""

    name = serializers.CharField()
    type = serializers.ChoiceField(choices=["skill-md", "archive"])
    description = serializers.CharField()
    version = serializers.CharField()
    channel = serializers.ChoiceField(choices=Channel.choices)
    url = serializers.URLField()
    archive = serializers.URLField()
    digest = serializers.CharField()


class CatalogueSerializer(serializers.Serializer[Any]):
    """The index of what a channel serves, after the discovery schema of Agent Skills."""

    channel = serializers.ChoiceField(choices=Channel.choices)
    skills = ListedSerializer(many=True)

    def get_fields(self) -> dict[str, Any]:
        """Name the schema as the format does; it is no name in Python."""
        return {"$schema": serializers.URLField()} | super().get_fields()
