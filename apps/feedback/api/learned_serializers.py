"""The shapes of what scores and servings come to: preferences, capabilities, signals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers

from apps.feedback.models import Capability, Preference, Signal

if TYPE_CHECKING:
    _Preference = serializers.ModelSerializer[Preference]
    _Capability = serializers.ModelSerializer[Capability]
    _Signal = serializers.ModelSerializer[Signal]
else:
    _Preference = _Capability = _Signal = serializers.ModelSerializer


class PreferenceSerializer(_Preference):
    """A tool to prefer or a pattern to avoid, with what it rests on."""

    agent = serializers.CharField(source="agent.name")
    text = serializers.CharField()
    weight = serializers.FloatField()
    confidence = serializers.FloatField()

    class Meta:
        model = Preference
        fields = (
            *("id", "agent", "request_type", "kind", "tool", "pattern", "text", "confidence"),
            *("weight", "runs", "sessions", "last_seen"),
        )


class CapabilitySerializer(_Capability):
    """How a tool fares with an agent at a kind of request."""

    agent = serializers.CharField(source="agent.name")
    mean_score = serializers.FloatField(allow_null=True)
    success_rate = serializers.FloatField(allow_null=True)

    class Meta:
        model = Capability
        fields = (
            *("id", "agent", "tool", "request_type", "uses", "successes", "errors"),
            *("success_rate", "runs", "mean_score", "updated_at"),
        )


class SignalSerializer(_Signal):
    """One piece of feedback on a skill, pipeline or experience."""

    class Meta:
        model = Signal
        fields = (
            *("id", "target_kind", "target_id", "kind", "polarity", "weight", "quote"),
            *("session_id", "trajectory_id", "created_at"),
        )
