"""Pain points and solutions over HTTP: the board, its decisions, and what people say helped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import django_filters as filters
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.experiences.api.pain_serializers import (
    CardSerializer,
    DismissSerializer,
    SolutionFeedbackSerializer,
    SolutionSerializer,
)
from apps.experiences.decide_pain import dismiss_pain, reopen_pain
from apps.experiences.judge_solution import judge_solution
from apps.experiences.pain_board import count_feedback, show_pains
from apps.experiences.pain_models import PainPoint, Solution
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.trajectories.api.filters import MomentFilter
from config.api import KeysetPagination, read_body

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.experiences.pain_querysets import PainPointQuerySet, SolutionQuerySet


def _pains(request: Request) -> PainPointQuerySet[PainPoint]:
    rows = PainPoint.objects.for_tenant(principal_of(request).tenant).without_vectors()
    return rows.select_related("agent", "tenant")


def _card(pain: PainPoint) -> Response:
    (card,) = show_pains([pain], now=timezone.now())
    return Response(CardSerializer(card).data)


class ByLastSeen(KeysetPagination):
    """What was met last first."""

    ordering = ("-last_seen", "-id")


class PainFilter(filters.FilterSet):  # type: ignore[misc]  # the library has no types
    """`?status=&language=&kind=&since=`: since a time it was last seen."""

    since = MomentFilter("last_seen", lookup_expr="gte")

    class Meta:
        model = PainPoint
        fields = ("status", "language", "kind")


class PainListView(generics.ListAPIView[PainPoint]):
    """List pain points with what shows them and what is tried, the last seen first."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = PainPoint.objects.none()
    serializer_class = CardSerializer
    pagination_class = ByLastSeen
    filterset_class = PainFilter

    def get_queryset(self) -> PainPointQuerySet[PainPoint]:
        return _pains(self.request)

    def paginate_queryset(self, queryset: Any) -> Any:
        return show_pains(super().paginate_queryset(queryset) or [], now=timezone.now())


class PainView(APIView):
    """One pain point."""

    grants: ClassVar = {"GET": Grant.READ}

    @extend_schema(responses={200: CardSerializer})
    def get(self, request: Request, pk: Any) -> Response:
        return _card(get_object_or_404(_pains(request), pk=pk))


class DismissView(APIView):
    """Say that a pain point is none: more evidence will not open it again."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    @extend_schema(request=DismissSerializer, responses={200: CardSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        pain = get_object_or_404(_pains(request), pk=pk)
        asked, by = read_body(DismissSerializer, request), principal_of(request).name
        return _card(dismiss_pain(pain, by=by, now=timezone.now(), **asked))


class ReopenView(APIView):
    """Take up a dismissed or solved pain point again."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    @extend_schema(request=None, responses={200: CardSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        pain = get_object_or_404(_pains(request), pk=pk)
        return _card(reopen_pain(pain, by=principal_of(request).name, now=timezone.now()))


class SolutionFilter(filters.FilterSet):  # type: ignore[misc]  # the library has no types
    """`?status=&source=&language=&pain_point=`."""

    pain_point = filters.UUIDFilter("pain_id")

    class Meta:
        model = Solution
        fields = ("status", "source", "language")


class SolutionListView(generics.ListAPIView[Solution]):
    """List solutions, newest first."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Solution.objects.none()
    serializer_class = SolutionSerializer
    filterset_class = SolutionFilter

    def get_queryset(self) -> SolutionQuerySet[Solution]:
        rows = Solution.objects.for_tenant(principal_of(self.request).tenant)
        return rows.select_related("tenant")

    def paginate_queryset(self, queryset: Any) -> Any:
        return count_feedback(list(super().paginate_queryset(queryset) or []))


class SolutionFeedbackView(APIView):
    """Say whether a solution helped; the latest word of each who asks counts."""

    grants: ClassVar = {"POST": Grant.FEEDBACK}

    @extend_schema(request=SolutionFeedbackSerializer, responses={200: SolutionSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        asking = principal_of(request)
        rows = Solution.objects.for_tenant(asking.tenant).select_related("tenant")
        solution = get_object_or_404(rows, pk=pk)
        body = SolutionFeedbackSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        judged = judge_solution(
            solution,
            body.validated_data["feedback"],
            by=asking.name,
            member=asking.membership,
            comment=body.validated_data["comment"],
            now=timezone.now(),
        )
        return Response(SolutionSerializer(count_feedback([judged])[0]).data)
