"""What led to the changes of a skill, and what it takes to change it, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.response import Response

from apps.evolution.api.readable import readable_skills
from apps.evolution.api.serializers import SkillSerializer
from apps.evolution.api.skill_serializers import WhySerializer
from apps.evolution.api.skill_views import SkillActionView
from apps.evolution.models import ChangePolicy, Improvement
from apps.evolution.set_change_policy import set_change_policy
from apps.tenants.authentication import acting_member, principal_of
from apps.tenants.grants import Grant
from config.api import read_body

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.tenants.querysets import TenantQuerySet

    _Improvement = serializers.ModelSerializer[Improvement]
else:
    _Improvement = serializers.ModelSerializer


class ImprovementSerializer(_Improvement):
    """One line of the log; `version` is null until the change is approved."""

    version = serializers.CharField(source="version.version", default=None)
    proposal_id = serializers.UUIDField(allow_null=True)
    proposal_status = serializers.CharField(source="proposal.status", default=None)

    class Meta:
        model = Improvement
        fields = (
            *("id", "trigger", "detail", "trajectory_id", "proposal_id", "proposal_status"),
            *("version", "waits", "created_at"),
        )


class PolicySerializer(WhySerializer):
    """What it takes to change a skill from now on, and why."""

    change_policy = serializers.ChoiceField(choices=ChangePolicy.choices)


class ImprovementListView(generics.ListAPIView[Improvement]):
    """What led to changes of a skill, newest first, and what came of each."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Improvement.objects.none()
    serializer_class = ImprovementSerializer

    def get_queryset(self) -> TenantQuerySet[Improvement]:
        tenant = principal_of(self.request).tenant
        skill = get_object_or_404(readable_skills(self.request), name=self.kwargs["name"])
        rows = Improvement.objects.for_tenant(tenant).filter(skill=skill)
        heavy = ("version__content", "proposal__content")
        return rows.select_related("version", "proposal").defer(*heavy)


class PolicyView(SkillActionView):
    """Say what it takes to change a skill."""

    @extend_schema(request=PolicySerializer, responses={200: SkillSerializer})
    def post(self, request: Request, name: str) -> Response:
        skill, asked = self.skill(), read_body(PolicySerializer, request)
        policy: Any = asked.pop("change_policy")
        changed = set_change_policy(skill, policy, by=acting_member(request), **asked)
        return Response(SkillSerializer(changed).data)
