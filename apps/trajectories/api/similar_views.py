"""Runs like one, over HTTP."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.trajectories.api.serializers import TrajectorySerializer
from apps.trajectories.find_similar_runs import LEAST_SIMILARITY, MOST_FOUND, find_similar_runs
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from rest_framework.request import Request


LEAST_ASKED = Decimal("0.10")


class SimilarQuerySerializer(serializers.Serializer[Any]):
    """How alike the tools must be, and how many runs are wanted."""

    least = serializers.DecimalField(
        max_digits=3,
        decimal_places=2,
        min_value=LEAST_ASKED,
        max_value=Decimal(1),
        default=LEAST_SIMILARITY,
    )
    limit = serializers.IntegerField(min_value=1, max_value=MOST_FOUND, default=20)


class SimilarRunSerializer(serializers.Serializer[Any]):
    """A run, how alike its set of tools is, and the share of both chains that is in one order."""

    trajectory = TrajectorySerializer()
    similarity = serializers.DecimalField(max_digits=4, decimal_places=3, coerce_to_string=False)
    order_similarity = serializers.DecimalField(
        max_digits=4, decimal_places=3, coerce_to_string=False
    )


class SimilarListSerializer(serializers.Serializer[Any]):
    """The runs, the most alike first, then those in the same order, then the latest."""

    results = SimilarRunSerializer(many=True)


class SimilarView(APIView):
    """Find the runs that used nearly the same tools as one."""

    grants: ClassVar = {"GET": Grant.READ}

    @extend_schema(parameters=[SimilarQuerySerializer], responses={200: SimilarListSerializer})
    def get(self, request: Request, pk: str) -> Response:
        asked = SimilarQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        mine = Trajectory.objects.for_tenant(principal_of(request).tenant)
        run = get_object_or_404(mine.select_related("tenant").without_search(), pk=pk)
        found = find_similar_runs(run, **asked.validated_data)
        return Response(SimilarListSerializer({"results": found}).data)
