"""The shapes of a skill's use on the wire."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from apps.evolution.api.lift_serializers import LiftSerializer
from apps.evolution.count_use import LONGEST_DAYS


class UsageQuerySerializer(serializers.Serializer[Any]):
    """How far back to count."""

    days = serializers.IntegerField(required=False, default=30, min_value=1, max_value=LONGEST_DAYS)


class UseSerializer(serializers.Serializer[Any]):
    """Sessions that were given a skill, that then did what it says, and that went without it.

    Of those served, `undecided` ones are not learned from yet, or show nothing either way.
    """

    served = serializers.IntegerField()
    followed = serializers.IntegerField()
    disregarded = serializers.IntegerField()
    undecided = serializers.IntegerField()
    withheld = serializers.IntegerField()


class DayUseSerializer(UseSerializer):
    """The sessions of one day (UTC)."""

    day = serializers.DateField()


class ObservedSerializer(LiftSerializer):
    """Sessions that loaded the skill from its file against like ones: seen, not proven.

    `served` are those that loaded it, `withheld` those of the same agent and kind of request that
    did not.
    """

    observational = serializers.BooleanField(default=True)


class UsageSerializer(serializers.Serializer[Any]):
    """What became of a skill: in all, day by day, and what it brings."""

    name = serializers.CharField()
    since = serializers.DateTimeField()
    total = UseSerializer()
    days = DayUseSerializer(many=True)
    lift = LiftSerializer()
    observed = ObservedSerializer()
