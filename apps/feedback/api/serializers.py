"""The shapes of feedback on the wire."""

from typing import Any

from rest_framework import serializers

from apps.feedback.domain.previous_turn import PreviousTurn
from apps.trajectories.domain.tool_chain import ToolCall, read_status


class FeedbackSerializer(serializers.Serializer[Any]):
    """A judgement: a word or a number, and what there is to say."""

    feedback = serializers.JSONField(help_text="positive, negative, or a number from 0 to 1")
    comment = serializers.CharField(required=False, default="", allow_blank=True, max_length=5000)


class CallSerializer(serializers.Serializer[Any]):
    """A tool call of the turn before."""

    tool = serializers.CharField(max_length=200)
    args = serializers.DictField(required=False, default=dict)
    status = serializers.CharField(required=False, default="unknown", max_length=32)


class PreviousSerializer(serializers.Serializer[Any]):
    """What the message answers."""

    intent = serializers.CharField(required=False, default="", allow_blank=True)
    tools = CallSerializer(many=True, required=False, default=list)
    reply = serializers.CharField(required=False, default="", allow_blank=True)


class ClassifySerializer(serializers.Serializer[Any]):
    """A message, and the turn that it answers."""

    message = serializers.CharField(max_length=100_000, trim_whitespace=False)
    previous = PreviousSerializer(required=False, allow_null=True, default=None)

    def previous_turn(self) -> PreviousTurn | None:
        """The turn before, in the words of the detectors."""
        before = self.validated_data["previous"]
        if not before:
            return None
        calls = [
            ToolCall(call["tool"], call["args"], read_status(call["status"]))
            for call in before["tools"]
        ]
        return PreviousTurn(before["intent"], calls, before["reply"])


class MessageClassSerializer(serializers.Serializer[Any]):
    """What a message is, and why it was read so."""

    correction = serializers.BooleanField()
    satisfaction = serializers.CharField()
    save_as_skill = serializers.BooleanField()
    schedule_intent = serializers.BooleanField()
    retry_same_question = serializers.BooleanField()
    why = serializers.ListField(child=serializers.CharField())
