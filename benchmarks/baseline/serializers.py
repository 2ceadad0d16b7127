"""The event's shape once more, field by field, with the limits of the product's."""

from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from apps.trajectories.schemas import Author, EventType, StepStatus

LARGEST_INTEGER = 2**31 - 1
WORDS = ("positive", "negative")


def optional_text() -> serializers.CharField:
    return serializers.CharField(required=False, allow_blank=True, max_length=200)


def optional_count() -> serializers.IntegerField:
    return serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_INTEGER)


class EventSerializer(serializers.Serializer[Any]):
    """One event; unknown fields are ignored."""

    event_id = serializers.CharField(max_length=200)
    session_id = serializers.CharField(max_length=200)
    type = serializers.ChoiceField(choices=get_args(EventType))
    timestamp = serializers.DateTimeField()
    agent = optional_text()
    user_id = optional_text()
    turn_id = optional_text()
    parent_id = optional_text()
    parent_session_id = optional_text()
    author = serializers.ChoiceField(choices=get_args(Author), default="person")
    text = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    tool = optional_text()
    args = serializers.DictField(required=False)
    result = serializers.JSONField(required=False)
    status = serializers.ChoiceField(choices=get_args(StepStatus), default="unknown")
    error = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    duration_ms = optional_count()
    model = optional_text()
    input_tokens = optional_count()
    output_tokens = optional_count()
    feedback = serializers.CharField(required=False)
    metadata = serializers.DictField(required=False)

    def validate_feedback(self, value: str) -> str:
        """Take a word or a number from 0 to 1."""
        try:
            if value in WORDS or 0 <= float(value) <= 1:
                return value
        except ValueError:
            pass
        raise serializers.ValidationError("Say positive, negative, or a number from 0 to 1.")
