"""What became of a skill in sessions, over HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.evolution.api.readable import OF_OWNER, readable_skills
from apps.evolution.api.usage_serializers import UsageQuerySerializer, UsageSerializer
from apps.evolution.count_use import count_use, sum_use
from apps.evolution.domain.lift import Lift
from apps.evolution.measure_lift import measure_lift
from apps.evolution.measure_observed import measure_observed
from apps.tenants.grants import Grant

if TYPE_CHECKING:
    from rest_framework.request import Request


class UsageView(APIView):
    """Count the sessions of each day that a skill was served to, followed by, and withheld from.

    With its lift, and an observed figure for those that loaded it from its file.
    """

    grants: ClassVar = {"GET": Grant.READ}

    @extend_schema(parameters=[OF_OWNER, UsageQuerySerializer], responses={200: UsageSerializer})
    def get(self, request: Request, name: str) -> Response:
        asked = UsageQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        skill = get_object_or_404(readable_skills(request).select_related("tenant"), name=name)
        since = timezone.now() - timedelta(days=asked.validated_data["days"])
        days = count_use(skill, since=since)
        shown = {
            "name": skill.name,
            "since": since,
            "total": sum_use(days),
            "days": days,
            "lift": measure_lift(skill.tenant, skills=[skill.pk]).get(skill.pk, Lift(0, 0)),
            "observed": measure_observed(skill),
        }
        return Response(UsageSerializer(shown).data)
