"""Review and skills over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.evolution.api.decision_view import DecisionView, read_body
from apps.evolution.api.filters import ProposalFilter
from apps.evolution.api.lift_views import WithLift
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
from apps.evolution.domain.skill_archive import skill_zip
from apps.evolution.models import Proposal, Skill, SkillVersion
from apps.evolution.skill_files import files_of
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from config.api import KeysetPagination, OneFormat

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from rest_framework.request import Request

    from apps.evolution.querysets import ProposalQuerySet, SkillQuerySet


DISCOVERY_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"


class ProposalListView(generics.ListAPIView[Proposal]):
    """List proposals, newest first; `?status=pending` is the queue."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Proposal.objects.none()
    serializer_class = ProposalSerializer
    filterset_class = ProposalFilter

    def get_queryset(self) -> ProposalQuerySet[Proposal]:
        return Proposal.objects.for_tenant(principal_of(self.request).tenant).with_context()


class ProposalView(generics.RetrieveAPIView[Proposal]):
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
        answer = {"skill": version.skill, "version": version.version}
        return Response(ApprovedSerializer(answer).data)


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


class SkillListView(WithLift, generics.ListAPIView[Skill]):
    """List skills, the last changed first."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    queryset = Skill.objects.none()
    serializer_class = SkillSerializer
    pagination_class = ByChange
    filterset_fields = ("status", "layer", "language", "pinned")

    def get_queryset(self) -> SkillQuerySet[Skill]:
        rows = Skill.objects.for_tenant(principal_of(self.request).tenant).without_vectors()
        return rows.select_related("current")


class SkillView(WithLift, generics.RetrieveAPIView[Skill]):
    """One skill with its current text."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    queryset = Skill.objects.none()
    serializer_class = SkillDetailSerializer
    lookup_field = "name"

    def get_queryset(self) -> SkillQuerySet[Skill]:
        rows = Skill.objects.for_tenant(principal_of(self.request).tenant).without_vectors()
        return rows.select_related("current")


class VersionListView(generics.ListAPIView[SkillVersion]):
    """Every version of a skill, newest first."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    queryset = SkillVersion.objects.none()
    serializer_class = VersionSerializer

    def get_queryset(self) -> QuerySet[SkillVersion]:
        tenant = principal_of(self.request).tenant
        skill = get_object_or_404(Skill.objects.for_tenant(tenant), name=self.kwargs["name"])
        return SkillVersion.objects.for_tenant(tenant).filter(skill=skill)


def _served(request: Request, name: str) -> Skill:
    rows = Skill.objects.for_tenant(principal_of(request).tenant).active().select_related("current")
    return get_object_or_404(rows, name=name)


def _answer(request: Request, skill: Skill, content_type: str, suffix: str = "") -> HttpResponse:
    """Start an answer that a client may keep: 304 when its copy is the current one."""
    tag = f'"{skill.current.digest[:32]}{suffix}"' if skill.current else ""
    same = tag in request.headers.get("If-None-Match", "")
    answer = HttpResponse(status=304 if same else 200, content_type=content_type)
    answer["ETag"], answer["Cache-Control"] = tag, "private, no-cache"
    return answer


class SkillFileView(APIView):
    """A skill's SKILL.md, with an ETag."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    content_negotiation_class = OneFormat

    @extend_schema(responses={(200, "text/markdown"): OpenApiTypes.STR})
    def get(self, request: Request, name: str) -> HttpResponse:
        skill = _served(request, name)
        answer = _answer(request, skill, "text/markdown; charset=utf-8")
        if answer.status_code == 200 and skill.current:
            answer.content = skill.current.content.encode()
        return answer


class SkillZipView(APIView):
    """A skill as a folder in a zip file, with an ETag."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    content_negotiation_class = OneFormat

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, name: str) -> HttpResponse:
        skill = _served(request, name)
        answer = _answer(request, skill, "application/zip", suffix="-zip")
        if answer.status_code == 200 and skill.current:
            files = files_of(skill.current)
            answer.content = skill_zip(skill.name, skill.current.content, files)
            answer["Content-Disposition"] = f'attachment; filename="{skill.name}.zip"'
        return answer


class SkillIndexView(APIView):
    """The index of served skills, where clients look for it."""

    grants: ClassVar = {"GET": Grant.SKILLS}

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        rows = Skill.objects.for_tenant(principal_of(request).tenant).active().without_vectors()
        skills = [
            {
                "name": skill.name,
                "type": "skill-md",
                "description": skill.description,
                "version": skill.current.version if skill.current else "",
                "url": request.build_absolute_uri(f"/api/v1/skills/{skill.name}/SKILL.md"),
                "archive": request.build_absolute_uri(f"/api/v1/skills/{skill.name}.zip"),
                "digest": f"sha256:{skill.current.digest}" if skill.current else "",
            }
            for skill in rows.select_related("current").order_by("name")
        ]
        return Response({"$schema": DISCOVERY_SCHEMA, "skills": skills})
