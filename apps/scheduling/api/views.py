"""Schedules over HTTP: confirmed, listed, changed, stopped, and what they did."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone as clock
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.scheduling.api.filters import ScheduleFilter
from apps.scheduling.api.reading import (
    BOUNDS,
    by_hand_of,
    changes_of,
    purpose_of,
    says_when,
)
from apps.scheduling.api.serializers import (
    ChangeSerializer,
    ConfirmSerializer,
    PauseSerializer,
    PreviewSerializer,
    ScheduleDetailSerializer,
    ScheduleRunSerializer,
    ScheduleSerializer,
    TransferredSerializer,
    TransferSerializer,
)
from apps.scheduling.api.whose import (
    managed_schedules,
    owner_for,
    person_for,
    seen_schedules,
)
from apps.scheduling.change_schedule import (
    delete_schedule,
    edit_schedule,
    pause_schedule,
    resume_schedule,
    run_now,
)
from apps.scheduling.confirm_schedule import (
    confirm_schedule,
    find_proposal,
    read_written,
    write_schedule,
)
from apps.scheduling.domain.reading_shape import show_spec
from apps.scheduling.may_target import may_target
from apps.scheduling.models import Schedule, ScheduleRun
from apps.scheduling.person_zone import check_zone, find_zone_of
from apps.scheduling.tenant_calendar import days_off_of
from apps.scheduling.transfer_schedules import transfer_schedules
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.trajectories.domain.cleaning import clean_text
from config.api import KeysetPagination, read_body

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.scheduling.domain.spec import Spec

OF_PERSON = OpenApiParameter(
    "user_id", str, description="The person whose schedule it is; an agent's key has to say."
)
MOST_PREVIEWED = 50


def _named(request: Request) -> str:
    return clean_text(request.query_params.get("user_id", ""))


def _seen(request: Request, pk: Any) -> Schedule:
    rows = seen_schedules(principal_of(request), _named(request))
    found: Schedule = get_object_or_404(rows, pk=pk)
    return found


def _managed(request: Request, pk: Any, *, held: bool = False) -> Schedule:
    rows = managed_schedules(principal_of(request), _named(request)).select_related("tenant")
    if held:
        rows = rows.select_for_update(of=("self",), no_key=True)
    found: Schedule = get_object_or_404(rows, pk=pk)
    return found


def _answer(schedule: Schedule, *, status: int = 200) -> Response:
    return Response(ScheduleDetailSerializer(schedule).data, status=status)


class ScheduleListView(generics.ListAPIView[Schedule]):
    """List schedules, the newest first; POST confirms one, or takes one written by hand."""

    grants: ClassVar = {"GET": Grant.SCHEDULES, "POST": Grant.SCHEDULE}
    queryset = Schedule.objects.none()
    serializer_class = ScheduleSerializer
    filterset_class = ScheduleFilter

    def get_queryset(self) -> Any:
        return seen_schedules(principal_of(self.request), _named(self.request))

    @extend_schema(request=ConfirmSerializer, responses={201: ScheduleDetailSerializer})
    def post(self, request: Request) -> Response:
        asked = read_body(ConfirmSerializer, request)
        if bool(asked["token"]) == says_when(asked):
            raise DomainError(
                "say_when_once", "token: Give a token, or one of cron, rrule, every and at."
            )
        may_target(principal_of(request), purpose_of(asked).target)
        made = _confirm(request, asked) if asked["token"] else _write(request, asked)
        return _answer(made, status=201)


def _confirm(request: Request, asked: dict[str, Any]) -> Schedule:
    asking = principal_of(request)
    proposal = find_proposal(asking.tenant, asked["token"])
    return confirm_schedule(
        proposal,
        asked["reading"],
        purpose=purpose_of(asked),
        by=asking.name,
        owner=owner_for(asking, proposal.end_user),
        time=asked["time"],
    )


def _write(request: Request, asked: dict[str, Any]) -> Schedule:
    asking = principal_of(request)
    person = person_for(asking, asked["user_id"])
    zone = asked["timezone"] or find_zone_of(
        asking.tenant, end_user=person, member=asking.membership
    )
    if not zone:
        raise DomainError("zone_missing", "timezone: In which time zone? None is known yet.")
    return write_schedule(
        asking.tenant,
        by_hand_of(asked),
        timezone=check_zone(zone),
        purpose=purpose_of(asked),
        by=asking.name,
        owner=owner_for(asking, person),
        end_user=person,
    )


class ScheduleView(APIView):
    """One schedule."""

    grants: ClassVar = {
        "GET": Grant.SCHEDULES,
        "PATCH": Grant.SCHEDULE,
        "DELETE": Grant.SCHEDULE,
    }

    @extend_schema(parameters=[OF_PERSON], responses={200: ScheduleDetailSerializer})
    def get(self, request: Request, pk: Any) -> Response:
        return _answer(_seen(request, pk))

    @extend_schema(
        parameters=[OF_PERSON],
        request=ChangeSerializer,
        responses={200: ScheduleDetailSerializer},
    )
    def patch(self, request: Request, pk: Any) -> Response:
        asked, by = read_body(ChangeSerializer, request), principal_of(request).name
        schedule = _managed(request, pk, held=True)
        spec, changes = changed_spec(schedule, asked), changes_of(asked)
        may_target(principal_of(request), changes.get("target", schedule.target))
        edit_schedule(schedule, spec=spec, by=by, is_held=True, **changes)
        return _answer(schedule)

    @extend_schema(parameters=[OF_PERSON], request=None, responses={204: None})
    def delete(self, request: Request, pk: Any) -> Response:
        delete_schedule(_managed(request, pk), by=principal_of(request).name)
        return Response(status=204)


def changed_spec(schedule: Schedule, asked: dict[str, Any]) -> Spec | None:
    """Give when it fires from now on; None where a body leaves that as it is."""
    zone = check_zone(asked["timezone"]) if asked["timezone"] else schedule.timezone
    bounds = [name for name in BOUNDS if name in asked]
    if not says_when(asked) and not bounds:
        return replace(schedule.spec, timezone=zone) if zone != schedule.timezone else None
    was = schedule.spec
    hand = by_hand_of(asked)
    if not says_when(asked):
        hand = replace(hand, cron=was.cron, rrule=was.rrule, every=was.every, at=was.at)
    kept = {name: getattr(was, name) for name in BOUNDS if name not in asked and not hand.at}
    return read_written(replace(hand, **kept), now=clock.now(), timezone=zone)


class ScheduleRunListView(generics.ListAPIView[ScheduleRun]):
    """List what a schedule did and missed, the latest first."""

    grants: ClassVar = {"GET": Grant.SCHEDULES}
    queryset = ScheduleRun.objects.none()
    serializer_class = ScheduleRunSerializer
    filterset_fields = ("state",)

    class pagination_class(KeysetPagination):  # noqa: N801 – the name that DRF looks for
        """The latest first."""

        ordering = ("-scheduled_for", "-id")

    @extend_schema(parameters=[OF_PERSON])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        schedule = _seen(self.request, self.kwargs["pk"])
        rows = ScheduleRun.objects.for_tenant(principal_of(self.request).tenant)
        return rows.filter(schedule=schedule)


class RunNowView(APIView):
    """Fire a schedule once more, now; its own times stay as they are.

    The same `Idempotency-Key` again answers the same run.
    """

    grants: ClassVar = {"POST": Grant.SCHEDULE}

    @extend_schema(parameters=[OF_PERSON], request=None, responses={202: ScheduleRunSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        key = request.headers.get("Idempotency-Key", "")
        schedule = _managed(request, pk)
        may_target(principal_of(request), schedule.target)
        run = run_now(schedule, by=principal_of(request).name, key=key)
        return Response(ScheduleRunSerializer(run).data, status=202)


class PauseView(APIView):
    """Let a schedule rest, with the reason."""

    grants: ClassVar = {"POST": Grant.SCHEDULE}

    @extend_schema(
        parameters=[OF_PERSON],
        request=PauseSerializer,
        responses={200: ScheduleDetailSerializer},
    )
    def post(self, request: Request, pk: Any) -> Response:
        schedule, asked = _managed(request, pk), read_body(PauseSerializer, request)
        pause_schedule(schedule, by=principal_of(request).name, reason=asked["reason"])
        return _answer(schedule)


class ResumeView(APIView):
    """Let a paused schedule go on from its next time."""

    grants: ClassVar = {"POST": Grant.SCHEDULE}

    @extend_schema(parameters=[OF_PERSON], request=None, responses={200: ScheduleDetailSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        schedule = _managed(request, pk)
        resume_schedule(schedule, by=principal_of(request).name)
        return _answer(schedule)


class PreviewView(APIView):
    """The next times of a schedule, `?count=` up to 50."""

    grants: ClassVar = {"GET": Grant.SCHEDULES}

    @extend_schema(
        parameters=[OF_PERSON, OpenApiParameter("count", int)],
        responses={200: PreviewSerializer},
    )
    def get(self, request: Request, pk: Any) -> Response:
        schedule = _seen(request, pk)
        asked = request.query_params.get("count", "5")
        count = min(int(asked), MOST_PREVIEWED) if asked.isdecimal() else 5
        holidays = days_off_of(schedule)
        shown = show_spec(schedule.spec, now=clock.now(), count=count, holidays=holidays)
        return Response(PreviewSerializer(shown).data)


class TransferView(APIView):
    """Hand all schedules of a member to another."""

    grants: ClassVar = {"POST": Grant.ADMIN}

    @extend_schema(request=TransferSerializer, responses={200: TransferredSerializer})
    def post(self, request: Request) -> Response:
        asked, asking = read_body(TransferSerializer, request), principal_of(request)
        moved = transfer_schedules(
            asking.tenant, giver=asked["from"], taker=asked["to"], by=asking.name
        )
        return Response({"transferred": moved})
