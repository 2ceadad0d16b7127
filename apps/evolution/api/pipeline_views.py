"""Pipelines over HTTP: listed, read, handed in, rolled back and archived."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.evolution.api.pipeline_serializers import (
    PipelineChangedSerializer,
    PipelineDetailSerializer,
    PipelineSerializer,
    PipelineVersionSerializer,
    WritePipelineSerializer,
    WrittenPipelineSerializer,
)
from apps.evolution.api.skill_serializers import RollbackSerializer, WhySerializer
from apps.evolution.api.views import ByChange, cached_answer
from apps.evolution.models import Pipeline, PipelineVersion
from apps.evolution.retire_pipeline import archive_pipeline, revive_pipeline, rollback_pipeline
from apps.evolution.write_pipeline import write_pipeline
from apps.tenants.authentication import acting_member, principal_of
from apps.tenants.grants import Grant
from config.api import OneFormat, read_body

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpResponse
    from rest_framework.request import Request

    from apps.evolution.querysets import PipelineQuerySet


def _pipelines(request: Request) -> PipelineQuerySet[Pipeline]:
    rows = Pipeline.objects.for_tenant(principal_of(request).tenant)
    return rows.select_related("current")


class PipelineListView(generics.ListAPIView[Pipeline]):
    """List pipelines, the last changed first; POST hands in one that a person wrote."""

    grants: ClassVar = {"GET": Grant.SKILLS, "POST": Grant.REVIEW}
    queryset = Pipeline.objects.none()
    serializer_class = PipelineSerializer
    pagination_class = ByChange
    filterset_fields = ("status", "language")

    def get_queryset(self) -> PipelineQuerySet[Pipeline]:
        return _pipelines(self.request).defer("current__content")

    @extend_schema(
        request=WritePipelineSerializer,
        responses={200: WrittenPipelineSerializer, 201: WrittenPipelineSerializer},
    )
    def post(self, request: Request) -> Response:
        asked = read_body(WritePipelineSerializer, request)
        if asked["override"] and Grant.ADMIN not in principal_of(request).grants:
            raise DomainError("override_refused", "Only administrators override the scan.")
        tenant, by = principal_of(request).tenant, acting_member(request).user.email
        written = write_pipeline(tenant, asked["content"], by=by, override=asked["override"])
        code = 201 if written.outcome == "created" else 200
        return Response(WrittenPipelineSerializer(written).data, status=code)


class PipelineView(generics.RetrieveAPIView[Pipeline]):
    """One pipeline with its current text."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    queryset = Pipeline.objects.none()
    serializer_class = PipelineDetailSerializer
    lookup_field = "name"

    def get_queryset(self) -> PipelineQuerySet[Pipeline]:
        return _pipelines(self.request)


class PipelineFileView(APIView):
    """A pipeline's YAML, with an ETag."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    content_negotiation_class = OneFormat

    @extend_schema(responses={(200, "application/yaml"): OpenApiTypes.STR})
    def get(self, request: Request, name: str) -> HttpResponse:
        pipeline = get_object_or_404(_pipelines(request).active(), name=name)
        version = pipeline.current
        answer = cached_answer(
            request, version.digest if version else "", "application/yaml; charset=utf-8"
        )
        if answer.status_code == 200 and version:
            answer.content = version.content.encode()
        return answer


class PipelineVersionListView(generics.ListAPIView[PipelineVersion]):
    """Every version of a pipeline, newest first."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    queryset = PipelineVersion.objects.none()
    serializer_class = PipelineVersionSerializer

    def get_queryset(self) -> QuerySet[PipelineVersion]:
        tenant = principal_of(self.request).tenant
        pipeline = get_object_or_404(Pipeline.objects.for_tenant(tenant), name=self.kwargs["name"])
        return PipelineVersion.objects.for_tenant(tenant).filter(pipeline=pipeline)


class PipelineRollbackView(APIView):
    """Bring back an earlier version's text as a new version."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    @extend_schema(request=RollbackSerializer, responses={200: PipelineChangedSerializer})
    def post(self, request: Request, name: str) -> Response:
        pipeline = get_object_or_404(_pipelines(request), name=name)
        asked = read_body(RollbackSerializer, request)
        version = rollback_pipeline(pipeline, by=acting_member(request), **asked)
        answer = {"pipeline": version.pipeline, "version": version.version}
        return Response(PipelineChangedSerializer(answer).data)


class ArchivePipelineView(APIView):
    """Let a pipeline be run no more."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    @extend_schema(request=WhySerializer, responses={200: PipelineSerializer})
    def post(self, request: Request, name: str) -> Response:
        pipeline = get_object_or_404(_pipelines(request), name=name)
        asked = read_body(WhySerializer, request)
        archived = archive_pipeline(pipeline, by=acting_member(request), **asked)
        return Response(PipelineSerializer(archived).data)


class RevivePipelineView(APIView):
    """Let an archived pipeline be run again."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    @extend_schema(request=WhySerializer, responses={200: PipelineSerializer})
    def post(self, request: Request, name: str) -> Response:
        pipeline = get_object_or_404(_pipelines(request), name=name)
        asked = read_body(WhySerializer, request)
        revived = revive_pipeline(pipeline, by=acting_member(request), **asked)
        return Response(PipelineSerializer(revived).data)
