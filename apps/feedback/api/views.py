"""Feedback over HTTP: a person's judgement in, a reading of a message out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.feedback.api.serializers import (
    ClassifySerializer,
    FeedbackSerializer,
    MessageClassSerializer,
)
from apps.feedback.domain.classify import classify_message
from apps.feedback.domain.message_vector import vectors_of
from apps.feedback.record_feedback import record_feedback
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.tenants.models import Scope
from apps.trajectories.api.serializers import TrajectorySerializer
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Callable

    from rest_framework.request import Request

    from apps.feedback.domain.message_vector import VectorSource
    from apps.tenants.authentication import Principal


class FeedbackView(APIView):
    """Judge a trajectory: `positive`, `negative`, or a number from 0 to 1."""

    grants: ClassVar = {"POST": Grant.FEEDBACK}

    @extend_schema(request=FeedbackSerializer, responses={200: TrajectorySerializer})
    def post(self, request: Request, pk: Any) -> Response:
        rows = Trajectory.objects.for_tenant(principal_of(request).tenant).select_related(
            "tenant", "session", "agent", "end_user"
        )
        body = FeedbackSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        trajectory = record_feedback(
            get_object_or_404(rows, pk=pk),
            body.validated_data["feedback"],
            by=principal_of(request).name,
            member=principal_of(request).membership,
            comment=body.validated_data["comment"],
            reviews=_is_review_key(principal_of(request)),
        )
        return Response(TrajectorySerializer(trajectory).data)


def _is_review_key(principal: Principal) -> bool:
    """Tell whether a key asks that was issued to review; one that may do all speaks for users."""
    return principal.key is not None and principal.key.scope == Scope.REVIEW


class ClassifyView(APIView):
    """Read a message said after a run: correction, satisfaction, wishes, each with its reasons."""

    grants: ClassVar = {"POST": Grant.CONTEXT}
    vectors: Callable[[], VectorSource] | None = None  # given where the routes are put together

    @extend_schema(request=ClassifySerializer, responses={200: MessageClassSerializer})
    def post(self, request: Request) -> Response:
        body = ClassifySerializer(data=request.data)
        body.is_valid(raise_exception=True)
        message = body.validated_data["message"]
        vector = vectors_of([message], self.vectors and self.vectors())[0]
        verdict = classify_message(message, body.previous_turn(), vector=vector)
        return Response(MessageClassSerializer(verdict).data)
