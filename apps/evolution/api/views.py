"""Review and skills over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.response import Response

from apps.evolution.api.decision_view import DecisionView
from apps.evolution.api.filters import ProposalFilter
from apps.evolution.api.lift_views import WithChangedLift, WithLift
from apps.evolution.api.readable import OF_OWNER, readable_skills
from apps.evolution.api.serializers import (
    ApprovedSerializer,
    DecisionSerializer,
    EditSerializer,
    ProposalSerializer,
    ReasonSerializer,
    SkillDetailSerializer,
    SkillSerializer,
    VersionSerializer,
)
from apps.evolution.decide_proposal import approve_proposal, edit_proposal, reject_proposal
from apps.evolution.models import PipelineVersion, Proposal, Skill, SkillVersion
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from config.api import KeysetPagination, read_body

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from rest_framework.request import Request

    from apps.evolution.querysets import ProposalQuerySet, SkillQuerySet


class ProposalListView(WithChangedLift, generics.ListAPIView[Proposal]):
    """List proposals, newest first; `?status=pending` is the queue."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Proposal.objects.none()
    serializer_class = ProposalSerializer
    filterset_class = ProposalFilter

    def get_queryset(self) -> ProposalQuerySet[Proposal]:
        return Proposal.objects.for_tenant(principal_of(self.request).tenant).with_context()


class ProposalView(WithChangedLift, generics.RetrieveAPIView[Proposal]):
    """One proposal."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Proposal.objects.none()
    serializer_class = ProposalSerializer

    def get_queryset(self) -> ProposalQuerySet[Proposal]:
        return Proposal.objects.for_tenant(principal_of(self.request).tenant).with_context()


class ApproveView(DecisionView):
    """Approve a proposal, as drafted or with an edited text."""

    @extend_schema(request=DecisionSerializer, responses={200: ApprovedSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        asked = read_body(DecisionSerializer, request)
        version = approve_proposal(self.proposal(), by=self.reviewer(), **asked)
        made: dict[str, Any] = (
            {"pipeline": version.pipeline}
            if isinstance(version, PipelineVersion)
            else {"skill": version.skill}
        )
        return Response(ApprovedSerializer({**made, "version": version.version}).data)


class EditView(DecisionView):
    """Change a waiting proposal's text; the gate runs again."""

    @extend_schema(request=EditSerializer, responses={200: ProposalSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        asked = read_body(EditSerializer, request)
        edited = edit_proposal(self.proposal(), by=self.reviewer(), **asked)
        return Response(ProposalSerializer(edited).data)


class RejectView(DecisionView):
    """Reject a proposal with a reason."""

    @extend_schema(request=ReasonSerializer, responses={200: ProposalSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        asked = read_body(ReasonSerializer, request)
        rejected = reject_proposal(self.proposal(), by=self.reviewer(), **asked)
        return Response(ProposalSerializer(rejected).data)


class ByChange(KeysetPagination):
    """What changed last first."""

    ordering = ("-updated_at", "-id")


@extend_schema(parameters=[OF_OWNER])
class SkillListView(WithLift, generics.ListAPIView[Skill]):
    """List skills, the last changed first."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    queryset = Skill.objects.none()
    serializer_class = SkillSerializer
    pagination_class = ByChange
    filterset_fields = ("status", "layer", "language", "pinned")

    def get_queryset(self) -> SkillQuerySet[Skill]:
        return readable_skills(self.request).select_related("current", "beta", "merged_into")


@extend_schema(parameters=[OF_OWNER])
class SkillView(WithLift, generics.RetrieveAPIView[Skill]):
    """One skill with its current text."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    queryset = Skill.objects.none()
    serializer_class = SkillDetailSerializer
    lookup_field = "name"

    def get_queryset(self) -> SkillQuerySet[Skill]:
        return readable_skills(self.request).select_related("current", "beta", "merged_into")


@extend_schema(parameters=[OF_OWNER])
class VersionListView(generics.ListAPIView[SkillVersion]):
    """Every version of a skill, newest first."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    queryset = SkillVersion.objects.none()
    serializer_class = VersionSerializer

    def get_queryset(self) -> QuerySet[SkillVersion]:
        tenant = principal_of(self.request).tenant
        skill = get_object_or_404(readable_skills(self.request), name=self.kwargs["name"])
        return SkillVersion.objects.for_tenant(tenant).filter(skill=skill)


def cached_answer(
    request: Request, digest: str, content_type: str, suffix: str = ""
) -> HttpResponse:
    """Start an answer that a client may keep: 304 when its copy is the current one."""
    tag = f'"{digest[:32]}{suffix}"'
    same = tag in request.headers.get("If-None-Match", "")
    answer = HttpResponse(status=304 if same else 200, content_type=content_type)
    answer["ETag"], answer["Cache-Control"] = tag, "private, no-cache"
    return answer
