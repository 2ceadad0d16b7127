"""Save a run as a skill over HTTP, as the person asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.learning.save_as_skill import Reason, save_as_skill
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.trajectories.models import Trajectory
from config.api import read_body

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.learning.save_as_skill import Saved


class SaveSerializer(serializers.Serializer[Any]):
    """What the person calls it; `temporary` keeps it for this session alone, without a review."""

    title = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)
    temporary = serializers.BooleanField(required=False, default=False)


class SavedSerializer(serializers.Serializer[Any]):
    """What came of it: a proposal's id, a skill's name, or only why neither was made."""

    reason = serializers.ChoiceField(choices=[str(one) for one in Reason])
    proposal = serializers.UUIDField(allow_null=True)
    skill = serializers.CharField(allow_null=True)

    def to_representation(self, instance: Saved) -> dict[str, Any]:
        return {
            "reason": str(instance.reason),
            "proposal": instance.proposal.pk if instance.proposal else None,
            "skill": instance.skill.name if instance.skill else None,
        }


class SaveAsSkillView(APIView):
    """Save a run, with what belongs to it in its session, as a skill; 201 when one was made."""

    grants: ClassVar = {"POST": Grant.FEEDBACK}

    @extend_schema(request=SaveSerializer, responses={200: SavedSerializer, 201: SavedSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        rows = Trajectory.objects.for_tenant(principal_of(request).tenant).without_search()
        run = get_object_or_404(rows.select_related("tenant", "session"), pk=pk)
        asked = read_body(SaveSerializer, request)
        saved = save_as_skill(run, asked_by=principal_of(request).name, **asked)
        made = saved.proposal or saved.skill
        code = status.HTTP_201_CREATED if made else status.HTTP_200_OK
        return Response(SavedSerializer(saved).data, status=code)
