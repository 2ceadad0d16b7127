"""Runs of pipelines over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.db.models import Prefetch
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.evolution.api.run_serializers import (
    CancelRunSerializer,
    ResolveStepSerializer,
    RunDetailSerializer,
    RunSerializer,
    StartRunSerializer,
)
from apps.evolution.decide_run import cancel_run, resolve_step
from apps.evolution.models import Pipeline, PipelineRun, PipelineStep
from apps.evolution.start_run import ready_steps, start_run
from apps.evolution.tasks import send_steps
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from config.api import read_body

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.evolution.querysets import PipelineRunQuerySet

KEY_HEADER = "Idempotency-Key"


def _run(request: Request, pk: Any) -> PipelineRun:
    """Give a run with all that is shown of it."""
    tenant = principal_of(request).tenant
    steps = PipelineStep.objects.for_tenant(tenant).order_by("position", "pk")
    rows = PipelineRun.objects.for_tenant(tenant).select_related("pipeline", "version", "tenant")
    return get_object_or_404(rows.prefetch_related(Prefetch("steps", queryset=steps)), pk=pk)


def _answer(request: Request, run: PipelineRun, *, status: int = 200) -> Response:
    return Response(RunDetailSerializer(_run(request, run.pk)).data, status=status)


class RunListView(generics.ListAPIView[PipelineRun]):
    """List a pipeline's runs, the latest first; POST starts one."""

    grants: ClassVar = {"GET": Grant.SKILLS, "POST": Grant.RUN}
    queryset = PipelineRun.objects.none()
    serializer_class = RunSerializer
    filterset_fields = ("status",)

    def pipeline(self) -> Pipeline:
        rows = Pipeline.objects.for_tenant(principal_of(self.request).tenant)
        rows = rows.select_related("tenant", "current__tenant", "current__pipeline")
        return get_object_or_404(rows, name=self.kwargs["name"])

    def get_queryset(self) -> PipelineRunQuerySet[PipelineRun]:
        pipeline = self.pipeline()
        rows = PipelineRun.objects.for_tenant(pipeline.tenant).filter(pipeline=pipeline)
        return rows.select_related("pipeline", "version")

    @extend_schema(
        request=StartRunSerializer,
        responses={202: RunDetailSerializer},
        parameters=[OpenApiParameter(KEY_HEADER, str, OpenApiParameter.HEADER)],
    )
    def post(self, request: Request, name: str) -> Response:
        pipeline, asked = self.pipeline(), read_body(StartRunSerializer, request)
        key = asked["idempotency_key"] or request.headers.get(KEY_HEADER, "")
        by = principal_of(request).name
        run = start_run(pipeline, inputs=asked["inputs"], by=by, idempotency_key=key)
        send_steps(ready_steps(run))
        return _answer(request, run, status=202)


class RunView(APIView):
    """One run with its steps."""

    grants: ClassVar = {"GET": Grant.SKILLS}

    @extend_schema(responses={200: RunDetailSerializer})
    def get(self, request: Request, pk: Any) -> Response:
        return Response(RunDetailSerializer(_run(request, pk)).data)


class CancelRunView(APIView):
    """Cancel a run: nothing follows the step that is under way."""

    grants: ClassVar = {"POST": Grant.RUN}

    @extend_schema(request=CancelRunSerializer, responses={200: RunDetailSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        run, asked = _run(request, pk), read_body(CancelRunSerializer, request)
        cancel_run(run, by=principal_of(request).name, **asked)
        return _answer(request, run)


class ResolveStepView(APIView):
    """Say what became of a step that nobody saw end."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    @extend_schema(request=ResolveStepSerializer, responses={200: RunDetailSerializer})
    def post(self, request: Request, pk: Any, step_id: str) -> Response:
        run, asked = _run(request, pk), read_body(ResolveStepSerializer, request)
        resolve_step(run, step_id, by=principal_of(request).name, **asked)
        send_steps(ready_steps(run))
        return _answer(request, run)
