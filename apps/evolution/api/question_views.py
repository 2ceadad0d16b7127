"""What people are asked about skills drawn from their work, and what they say, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.evolution.answer_question import MOST_WORDS, answer_question
from apps.evolution.ask_person import told_as
from apps.evolution.models import Answer, Question
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.trajectories.domain.cleaning import clean_text
from config.api import KeysetPagination, read_body

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.evolution.querysets import QuestionQuerySet

    _Question = serializers.ModelSerializer[Question]
else:
    _Question = serializers.ModelSerializer


class QuestionSerializer(_Question):
    """One question; `text` is what an agent passes on to the person."""

    user_id = serializers.CharField(source="end_user.external_id")
    title = serializers.CharField(source="proposal.title")
    text = serializers.SerializerMethodField()

    class Meta:
        model = Question
        fields = (
            *("id", "user_id", "proposal", "title", "text", "session_id", "asked_at", "answer"),
            *("words", "answered_at"),
        )

    def get_text(self, question: Question) -> str:
        return told_as(question, question.proposal.language)


class AnswerSerializer(serializers.Serializer[Any]):
    """What the person said: keep it, change it as their words say, or no."""

    answer = serializers.ChoiceField(choices=Answer.choices)
    words = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=MOST_WORDS
    )


class ByAsking(KeysetPagination):
    """What was asked last first."""

    ordering = ("-asked_at", "-id")


class QuestionListView(generics.ListAPIView[Question]):
    """List what a person was asked and did not answer yet; `?user_id=` names them."""

    grants: ClassVar = {"GET": Grant.CONTEXT}
    queryset = Question.objects.none()
    serializer_class = QuestionSerializer
    pagination_class = ByAsking

    @extend_schema(parameters=[OpenApiParameter("user_id", str, required=True)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuestionQuerySet[Question]:
        user_id = clean_text(self.request.query_params.get("user_id", ""))
        if not user_id:
            raise DomainError("user_id_needed", "Say whose: user_id.")
        rows = Question.objects.for_tenant(principal_of(self.request).tenant)
        mine = rows.waiting().filter(end_user__external_id=user_id)
        return mine.select_related("end_user", "proposal").prefetch_related("proposal__evidence")


class AnswerView(APIView):
    """Tell what the person said to a question that was passed on to them."""

    grants: ClassVar = {"POST": Grant.FEEDBACK}

    @extend_schema(request=AnswerSerializer, responses={200: QuestionSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        rows = Question.objects.for_tenant(principal_of(request).tenant)
        known = rows.select_related("tenant", "end_user", "proposal")
        question = get_object_or_404(known, pk=pk)
        asked = read_body(AnswerSerializer, request)
        answered = answer_question(question, by=principal_of(request).name, **asked)
        return Response(QuestionSerializer(answered).data)
