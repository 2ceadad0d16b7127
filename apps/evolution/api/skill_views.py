"""Skills handed in, rolled back, retired and compared over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.evolution.api.readable import OF_OWNER, readable_skills
from apps.evolution.api.serializers import ApprovedSerializer, SkillSerializer
from apps.evolution.api.skill_serializers import (
    ComparisonSerializer,
    ImportedSkillSerializer,
    ImportSkillSerializer,
    PinSerializer,
    RollbackSerializer,
    UploadSkillSerializer,
    WhySerializer,
)
from apps.evolution.api.views import SkillListView
from apps.evolution.compare_versions import compare_versions
from apps.evolution.domain.skill_package import SKILL_FILE, package_files, unpack_skill
from apps.evolution.import_skill import import_skill
from apps.evolution.models import Skill
from apps.evolution.promote_beta import promote_beta, withdraw_beta
from apps.evolution.retire_skill import archive_skill, pin_skill, revive_skill
from apps.evolution.rollback_skill import rollback_skill
from apps.tenants.authentication import acting_member, principal_of
from apps.tenants.grants import Grant
from config.api import JSONParser, read_body

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile
    from rest_framework.request import Request

    from apps.evolution.domain.skill_package import SkillPackage

ZIP_MARK = b"PK"


class CatalogueView(SkillListView):
    """List skills, the last changed first; POST hands in one that people wrote."""

    grants: ClassVar = {"GET": Grant.SKILLS, "POST": Grant.REVIEW}
    parser_classes = (JSONParser, MultiPartParser)

    @extend_schema(
        request={
            "application/json": ImportSkillSerializer,
            "multipart/form-data": UploadSkillSerializer,
        },
        responses={200: ImportedSkillSerializer, 201: ImportedSkillSerializer},
    )
    def post(self, request: Request) -> Response:
        package, override = _handed_in(request)
        if override and Grant.ADMIN not in principal_of(request).grants:
            raise DomainError("override_refused", "Only administrators override the scan.")
        tenant, by = principal_of(request).tenant, acting_member(request).user.email
        imported = import_skill(tenant, package, by=by, override=override)
        made = imported.outcome == "created"
        code = status.HTTP_201_CREATED if made else status.HTTP_200_OK
        return Response(ImportedSkillSerializer(imported).data, status=code)


def _handed_in(request: Request) -> tuple[SkillPackage, str]:
    """Read what was sent: a text in JSON, or a file of a form that is a zip or a SKILL.md."""
    kind = UploadSkillSerializer if request.FILES else ImportSkillSerializer
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    sent = body.validated_data
    if "file" in sent:
        return _package(sent["file"], sent["name"]), sent["override"]
    content = {SKILL_FILE: sent["content"].encode()}
    return package_files(sent["name"], content), sent["override"]


def _package(file: UploadedFile[Any], name: str) -> SkillPackage:
    content = file.read()
    is_zip = content.startswith(ZIP_MARK)
    return unpack_skill(content) if is_zip else package_files(name, {SKILL_FILE: content})


class SkillActionView(APIView):
    """A route that does something with one skill of the tenant."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    def skill(self) -> Skill:
        rows = Skill.objects.for_tenant(principal_of(self.request).tenant).without_vectors()
        return get_object_or_404(
            rows.select_related("current", "beta", "merged_into"), name=self.kwargs["name"]
        )


class DiffView(SkillActionView):
    """What changed between two versions; unless named, the current one and the one before it."""

    grants: ClassVar = {"GET": Grant.SKILLS}

    def skill(self) -> Skill:
        rows = readable_skills(self.request).select_related("current", "beta", "merged_into")
        return get_object_or_404(rows, name=self.kwargs["name"])

    @extend_schema(
        parameters=[OpenApiParameter("from", str), OpenApiParameter("to", str), OF_OWNER],
        responses={200: ComparisonSerializer},
    )
    def get(self, request: Request, name: str) -> Response:
        asked = request.query_params
        compared = compare_versions(
            self.skill(), before=asked.get("from", ""), after=asked.get("to", "")
        )
        return Response(ComparisonSerializer(compared).data)


class RollbackView(SkillActionView):
    """Bring back an earlier version's text as a new version."""

    @extend_schema(request=RollbackSerializer, responses={200: ApprovedSerializer})
    def post(self, request: Request, name: str) -> Response:
        skill, asked = self.skill(), read_body(RollbackSerializer, request)
        version = rollback_skill(skill, by=acting_member(request), **asked)
        answer = {"skill": version.skill, "version": version.version}
        return Response(ApprovedSerializer(answer).data)


class ArchiveView(SkillActionView):
    """Stop serving a skill."""

    @extend_schema(request=WhySerializer, responses={200: SkillSerializer})
    def post(self, request: Request, name: str) -> Response:
        skill, asked = self.skill(), read_body(WhySerializer, request)
        return Response(
            SkillSerializer(archive_skill(skill, by=acting_member(request), **asked)).data
        )


class ReviveView(SkillActionView):
    """Serve a stale or archived skill again."""

    @extend_schema(request=WhySerializer, responses={200: SkillSerializer})
    def post(self, request: Request, name: str) -> Response:
        skill, asked = self.skill(), read_body(WhySerializer, request)
        return Response(
            SkillSerializer(revive_skill(skill, by=acting_member(request), **asked)).data
        )


class PinView(SkillActionView):
    """Keep a skill in service however little it is used, or no longer."""

    @extend_schema(request=PinSerializer, responses={200: SkillSerializer})
    def post(self, request: Request, name: str) -> Response:
        skill, asked = self.skill(), read_body(PinSerializer, request)
        return Response(SkillSerializer(pin_skill(skill, by=acting_member(request), **asked)).data)


class PromoteView(SkillActionView):
    """Make the beta what all get."""

    @extend_schema(request=WhySerializer, responses={200: ApprovedSerializer})
    def post(self, request: Request, name: str) -> Response:
        skill, asked = self.skill(), read_body(WhySerializer, request)
        version = promote_beta(skill, by=acting_member(request), **asked)
        answer = {"skill": version.skill, "version": version.version}
        return Response(ApprovedSerializer(answer).data)


class WithdrawView(SkillActionView):
    """Give the readers of the beta channel what all others get."""

    @extend_schema(request=WhySerializer, responses={200: SkillSerializer})
    def post(self, request: Request, name: str) -> Response:
        skill, asked = self.skill(), read_body(WhySerializer, request)
        return Response(
            SkillSerializer(withdraw_beta(skill, by=acting_member(request), **asked)).data
        )
