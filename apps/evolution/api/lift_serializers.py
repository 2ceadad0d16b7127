"""The shapes of lift on the wire."""

from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from apps.evolution.domain.lift import Verdict

VERDICTS = get_args(Verdict)


class LiftSerializer(serializers.Serializer[Any]):
    """What an item brings: the mean difference in score with its interval, and both arms."""

    mean = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    served = serializers.IntegerField()
    withheld = serializers.IntegerField()
    verdict = serializers.ChoiceField(choices=VERDICTS)


class MeasuredItemSerializer(LiftSerializer):
    """One skill or experience with its lift; `mean` is null while one arm is empty."""

    kind = serializers.ChoiceField(choices=("skill", "experience"))
    id = serializers.UUIDField()
    name = serializers.CharField()
