"""The shapes of what reviewers send and are told beside a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from apps.evolution.decide_many import MOST_AT_ONCE
from apps.evolution.models import ProposalComment
from apps.evolution.move_proposal import MOST_CHARACTERS

if TYPE_CHECKING:
    _Comment = serializers.ModelSerializer[ProposalComment]
else:
    _Comment = serializers.ModelSerializer


class ClaimSerializer(serializers.Serializer[Any]):
    """Whether a proposal is taken even from somebody who has it."""

    take_over = serializers.BooleanField(required=False, default=False)


class WishSerializer(serializers.Serializer[Any]):
    """What is to be different in a proposal that is sent back."""

    wish = serializers.CharField(max_length=MOST_CHARACTERS)


class OptionalReasonSerializer(serializers.Serializer[Any]):
    """Why a proposal is taken up again, if that is to be said."""

    reason = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=MOST_CHARACTERS
    )


class CommentSerializer(_Comment):
    """What somebody said of a proposal, and what they did with these words."""

    class Meta:
        model = ProposalComment
        fields = ("id", "remark", "author", "text", "created_at")


class CommentTextSerializer(serializers.Serializer[Any]):
    """A comment to add."""

    text = serializers.CharField(max_length=MOST_CHARACTERS)


class FindingSerializer(serializers.Serializer[Any]):
    """What one check of the gate says."""

    check = serializers.CharField()
    verdict = serializers.ChoiceField(choices=["pass", "warn", "fail"])
    detail = serializers.CharField()


class GateSerializer(serializers.Serializer[Any]):
    """What the gate says of a text that is not saved."""

    gate = FindingSerializer(many=True)


class BulkSerializer(serializers.Serializer[Any]):
    """Many proposals and one decision; a rejection needs a reason."""

    ids = serializers.ListField(
        child=serializers.UUIDField(), min_length=1, max_length=MOST_AT_ONCE
    )
    action = serializers.ChoiceField(choices=["approve", "reject"])
    reason = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=MOST_CHARACTERS
    )


class DecidedSerializer(serializers.Serializer[Any]):
    """What became of one of many."""

    id = serializers.UUIDField()
    done = serializers.BooleanField()
    code = serializers.CharField(allow_blank=True)
    detail = serializers.CharField(allow_blank=True)
    version = serializers.CharField(allow_blank=True)


class BulkAnswerSerializer(serializers.Serializer[Any]):
    """What became of each of many, in the order in which they were named."""

    results = DecidedSerializer(many=True)
