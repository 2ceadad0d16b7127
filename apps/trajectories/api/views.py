"""Trajectories over HTTP: events and finished work in; lists, details and sessions out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import ValidationError
from rest_framework import generics, status
from rest_framework.parsers import MultiPartParser
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import Conflict, DomainError
from apps.tenants.authentication import principal_of
from apps.tenants.enqueue import enqueue
from apps.tenants.grants import Grant
from apps.trajectories.api.filters import SessionFilter, TrajectoryFilter
from apps.trajectories.api.serializers import (
    CompressedSerializer,
    EventBatchSerializer,
    FinishedTrajectorySerializer,
    ImportSerializer,
    RecordedSerializer,
    SessionSerializer,
    StepSerializer,
    TrajectorySerializer,
)
from apps.trajectories.domain.erased import ERASED
from apps.trajectories.domain.event_batch import first_problem, read_batch
from apps.trajectories.domain.finished import FinishedTrajectory, finished_events
from apps.trajectories.end_session import end_session
from apps.trajectories.import_transcripts import accept_import
from apps.trajectories.models import CompressedTrajectory, Import, Session, Step, Trajectory
from apps.trajectories.record_events import record_events
from apps.trajectories.tasks import read_import
from config.api import KeysetPagination, RawParser

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.tenants.querysets import TenantQuerySet
    from apps.trajectories.querysets import SessionQuerySet, TrajectoryQuerySet


class EventsView(APIView):
    """Take in up to 1,000 events, JSON or NDJSON; 207 when some of them were rejected."""

    grants: ClassVar = {"POST": Grant.INGEST}
    parser_classes = (RawParser,)

    @extend_schema(request=EventBatchSerializer, responses={(200): RecordedSerializer})
    def post(self, request: Request) -> Response:
        batch = read_batch(_body(request), lines="ndjson" in (request.content_type or ""))
        recorded = record_events(
            principal_of(request).tenant, batch.events, source="api", now=timezone.now()
        )
        batch.reject(recorded.refused, code="erased", detail=ERASED)
        answer = {
            "accepted": recorded.accepted,
            "duplicates": recorded.duplicates,
            "rejected": batch.rejected,
        }
        code = status.HTTP_207_MULTI_STATUS if batch.rejected else status.HTTP_200_OK
        return Response(answer, status=code)


def _body(request: Request) -> bytes:
    """Read what RawParser left; where there is no body, DRF gives an empty dict without asking."""
    body: object = request.data
    return body if isinstance(body, bytes) else b""


class ByStart(KeysetPagination):
    """Newest first by start."""

    ordering = ("-started_at", "-id")


class TrajectoryListView(generics.ListAPIView[Trajectory]):
    """List trajectories, newest first; or hand in a finished one."""

    grants: ClassVar = {"GET": Grant.READ, "POST": Grant.INGEST}
    queryset = Trajectory.objects.none()
    serializer_class = TrajectorySerializer
    pagination_class = ByStart
    filterset_class = TrajectoryFilter

    def get_queryset(self) -> TrajectoryQuerySet[Trajectory]:
        return (
            Trajectory.objects.for_tenant(principal_of(self.request).tenant)
            .select_related("session", "agent", "end_user")
            .without_search()
        )

    @extend_schema(request=FinishedTrajectorySerializer, responses={201: TrajectorySerializer})
    def post(self, request: Request) -> Response:
        try:
            finished = FinishedTrajectory.model_validate(request.data)
        except ValidationError as error:
            raise DomainError("invalid_trajectory", first_problem(error)) from error
        now = timezone.now()
        events = finished_events(finished, now=now)
        recorded = record_events(principal_of(request).tenant, events, source="api", now=now)
        if recorded.refused:
            raise Conflict("erased", ERASED)
        turn_id = events[0].turn_id
        trajectory = get_object_or_404(
            self.get_queryset(), session__external_id=finished.session_id, turn_id=turn_id
        )
        code = status.HTTP_201_CREATED if recorded.accepted else status.HTTP_200_OK
        return Response(TrajectorySerializer(trajectory).data, status=code)


class TrajectoryView(generics.RetrieveAPIView[Trajectory]):
    """One trajectory, with the address of its steps."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Trajectory.objects.none()
    serializer_class = TrajectorySerializer

    def get_queryset(self) -> TrajectoryQuerySet[Trajectory]:
        return (
            Trajectory.objects.for_tenant(principal_of(self.request).tenant)
            .select_related("session", "agent", "end_user")
            .without_search()
        )

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Answer the trajectory and the first page of its steps."""
        trajectory = self.get_object()
        page = StepPages()
        rows = page.paginate_queryset(Step.objects.of_trajectory(trajectory), request, view=self)
        steps = StepSerializer(rows or [], many=True).data
        shown = TrajectorySerializer(trajectory).data
        return Response({**shown, "steps": steps, "next": page.get_next_link()})


class StepPages(KeysetPagination):
    """Steps in the order they happened."""

    ordering = ("timestamp", "sequence")
    page_size = 200
    max_page_size = 1000


class SessionListView(generics.ListAPIView[Session]):
    """List sessions, newest first."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Session.objects.none()
    serializer_class = SessionSerializer
    pagination_class = ByStart
    filterset_class = SessionFilter

    def get_queryset(self) -> SessionQuerySet[Session]:
        return Session.objects.for_tenant(principal_of(self.request).tenant).select_related(
            "agent", "end_user", "parent"
        )


class SessionView(generics.RetrieveAPIView[Session]):
    """One session, by the id its agent gave it."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Session.objects.none()
    serializer_class = SessionSerializer
    lookup_field = "external_id"
    lookup_url_kwarg = "session_id"

    def get_queryset(self) -> SessionQuerySet[Session]:
        return Session.objects.for_tenant(principal_of(self.request).tenant).select_related(
            "agent", "end_user", "parent"
        )


class CompressedView(generics.RetrieveAPIView[CompressedTrajectory]):
    """An ended session squeezed; 404 until that was done."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = CompressedTrajectory.objects.none()
    serializer_class = CompressedSerializer
    lookup_field = "session__external_id"
    lookup_url_kwarg = "session_id"

    def get_queryset(self) -> Any:
        return CompressedTrajectory.objects.for_tenant(principal_of(self.request).tenant)


class ImportListView(generics.ListAPIView[Import]):
    """List imports, newest first; POST hands in transcripts, as a body or as files of a form."""

    grants: ClassVar = {"GET": Grant.READ, "POST": Grant.INGEST}
    queryset = Import.objects.none()
    serializer_class = ImportSerializer
    parser_classes = (MultiPartParser, RawParser)

    def get_queryset(self) -> TenantQuerySet[Import]:
        return Import.objects.for_tenant(principal_of(self.request).tenant).defer("content")

    @extend_schema(
        request={"application/x-ndjson": OpenApiTypes.BINARY},
        responses={202: ImportSerializer},
        parameters=[OpenApiParameter("agent", str), OpenApiParameter("name", str)],
    )
    def post(self, request: Request) -> Response:
        accepted = accept_import(
            principal_of(request).tenant,
            _uploaded(request),
            agent=_named(request, "agent", "claude-code"),
            by=principal_of(request).membership,
        )
        enqueue(read_import, str(accepted.tenant_id), str(accepted.pk))
        return Response(ImportSerializer(accepted).data, status=status.HTTP_202_ACCEPTED)


def _uploaded(request: Request) -> dict[str, bytes]:
    if request.FILES:
        files: dict[str, bytes] = {}
        for one in (upload for name in request.FILES for upload in request.FILES.getlist(name)):
            name = one.name or "transcript.jsonl"
            files[name if name not in files else f"{len(files)}-{name}"] = one.read()
        return files
    return {_named(request, "name", "transcript.jsonl"): _body(request)}


def _named(request: Request, parameter: str, default: str) -> str:
    return request.query_params.get(parameter, "")[:200] or default


class ImportView(generics.RetrieveAPIView[Import]):
    """How far an import is, and what could not be read."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Import.objects.none()
    serializer_class = ImportSerializer

    def get_queryset(self) -> TenantQuerySet[Import]:
        return Import.objects.for_tenant(principal_of(self.request).tenant).defer("content")


class EndSessionView(APIView):
    """End a session; a second call changes nothing."""

    grants: ClassVar = {"POST": Grant.INGEST}

    @extend_schema(request=None, responses={200: SessionSerializer})
    def post(self, request: Request, session_id: str) -> Response:
        rows = Session.objects.for_tenant(principal_of(request).tenant)
        session = get_object_or_404(rows, external_id=session_id)
        ended = end_session(session, now=timezone.now())
        return Response(SessionSerializer(ended).data)
