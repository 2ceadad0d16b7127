"""What the page of a schedule shows, and what its forms ask for."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone as clock
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.errors import DomainError
from apps.scheduling.change_schedule import (
    edit_schedule,
    pause_schedule,
    resume_schedule,
    run_now,
)
from apps.scheduling.confirm_schedule import read_written
from apps.scheduling.domain.by_hand import ByHand
from apps.scheduling.domain.reading_shape import show_spec
from apps.scheduling.domain.saying import say
from apps.scheduling.models import ScheduleRun, ScheduleStatus, SpecKind
from apps.scheduling.person_zone import check_zone
from apps.scheduling.schedule_words import FAULTS, KINDS, RUN_STATES, SENTENCES
from apps.scheduling.tenant_calendar import days_off
from apps.tenants.admin_columns import NOTHING
from apps.tenants.translate_sentence import translate_sentence

if TYPE_CHECKING:
    from apps.language.tokens import Language
    from apps.scheduling.domain.spec import Spec
    from apps.scheduling.models import Schedule
    from apps.tenants.models import Tenant

DECISIONS = ("pause", "resume", "run", "edit", "preview")
MOST_RUNS = 20
PREVIEWED = 5


class ScheduleForm(forms.Form):
    """What the page sends: what to do, why, and when it is to fire."""

    decision = forms.ChoiceField(choices=[(word, word) for word in DECISIONS])
    request_key = forms.CharField(required=False, max_length=200)
    reason = forms.CharField(required=False, max_length=500)
    way = forms.ChoiceField(required=False, choices=SpecKind.choices)
    written = forms.CharField(required=False, max_length=2000)
    timezone = forms.CharField(required=False, max_length=64)
    starts_at = forms.CharField(required=False, max_length=40)
    ends_at = forms.CharField(required=False, max_length=40)
    max_runs = forms.IntegerField(required=False, min_value=1)


def reader_language() -> Language:
    """Give the language of who reads the admin."""
    return "zh" if (get_language() or "").startswith("zh") else "en"


def say_schedule(schedule: Any) -> str:
    """Say when a schedule fires, in the reader's language."""
    zone = ZoneInfo(schedule.timezone)
    today = clock.now().astimezone(zone).replace(tzinfo=None)
    midnight = today.replace(hour=0, minute=0, second=0, microsecond=0)
    return say(schedule.spec, reader_language(), midnight)


def next_time(schedule: Any) -> str:
    """Write when it fires next, on the clock of its zone."""
    at = schedule.next_run_at
    return f"{at.astimezone(ZoneInfo(schedule.timezone)):%Y-%m-%d %H:%M}" if at else NOTHING


def decide_on(schedule: Schedule, asked: dict[str, Any], *, by: str) -> str:
    """Do what a person asked for and say it; raises what the operations raise."""
    match asked["decision"]:
        case "pause":
            pause_schedule(schedule, by=by, reason=asked["reason"])
            return _("The schedule is paused.")
        case "resume":
            resume_schedule(schedule, by=by)
            return _("The schedule goes on.")
        case "run":
            run_now(schedule, by=by, key=asked["request_key"])
            return _("It runs once more, now.")
        case _:
            edit_schedule(schedule, spec=read_typed(asked), by=by)
            return _("The schedule is changed.")


def read_typed(asked: dict[str, Any]) -> Spec:
    """Read when it is to fire; raises what `read_written` raises."""
    typed, way = asked["written"].strip(), asked["way"]
    bounds = ByHand(
        starts_at=_moment(asked["starts_at"], "starts_at"),
        ends_at=_moment(asked["ends_at"], "ends_at"),
        max_runs=asked["max_runs"],
    )
    match way:
        case SpecKind.CRON:
            lines = tuple(line.strip() for line in typed.splitlines() if line.strip())
            hand = replace(bounds, cron=lines)
        case SpecKind.RRULE:
            hand = replace(bounds, rrule=typed)
        case SpecKind.INTERVAL:
            hand = replace(bounds, every=typed)
        case _:
            hand = replace(bounds, at=_moment(typed, "at"))
    zone = check_zone(asked["timezone"].strip())
    return read_written(hand, now=clock.now(), timezone=zone)


def _moment(text: str, field: str) -> datetime | None:
    if not text.strip():
        return None
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise DomainError("invalid_moment", f"{field}: This is no ISO 8601 moment.") from error


def explain(error: DomainError) -> str:
    """Say in the reader's language what is wrong, with the field before it."""
    whole = translate_sentence(error.detail, SENTENCES)
    field, colon, said = error.detail.partition(": ")
    if whole != error.detail or not colon:
        return whole
    return f"{field}: {translate_sentence(said, (*FAULTS, *SENTENCES))}"


def preview_context(spec: Spec, tenant: Tenant) -> dict[str, Any]:
    """Gather what a schedule comes to, before it is saved."""
    holidays = days_off(tenant, wanted=spec.skips_holidays)
    shown = show_spec(spec, now=clock.now(), count=PREVIEWED, holidays=holidays)
    return {
        "said": shown["description"][reader_language()],
        # As text: a template would move them to the server's own zone.
        "times": [f"{datetime.fromisoformat(one):%Y-%m-%d %H:%M}" for one in shown["next_runs"]],
        "zone": spec.timezone,
    }


def schedule_context(schedule: Schedule) -> dict[str, Any]:
    """Gather all that one page shows of a schedule."""
    runs = ScheduleRun.objects.for_tenant(schedule.tenant).filter(schedule=schedule)
    is_open = schedule.status != ScheduleStatus.FINISHED
    return {
        "title": str(schedule),
        # A page that is sent twice asks once.
        "request_key": str(uuid.uuid4()),
        "said": say_schedule(schedule),
        "is_active": schedule.status == ScheduleStatus.ACTIVE,
        "is_paused": schedule.status == ScheduleStatus.PAUSED,
        "is_open": is_open,
        "ways": list(KINDS.items()),
        "typed": typed_of(schedule),
        "preview": preview_context(schedule.spec, schedule.tenant),
        "runs": [_run(run, schedule) for run in runs.order_by("-scheduled_for", "-pk")[:MOST_RUNS]],
    }


def typed_of(schedule: Schedule) -> dict[str, Any]:
    """Give what the form holds at first."""
    spec = schedule.spec
    once = spec.at.isoformat(timespec="minutes") if spec.at else ""
    return {
        "way": schedule.kind,
        "written": "\n".join(spec.cron) or spec.rrule or spec.every or once,
        "timezone": spec.timezone,
        "starts_at": spec.starts_at.isoformat(timespec="minutes") if spec.starts_at else "",
        "ends_at": spec.ends_at.isoformat(timespec="minutes") if spec.ends_at else "",
        "max_runs": spec.max_runs or "",
    }


def _run(run: ScheduleRun, schedule: Schedule) -> dict[str, Any]:
    at = run.scheduled_for.astimezone(ZoneInfo(schedule.timezone))
    return {
        "row": run,
        "at": f"{at:%Y-%m-%d %H:%M}",
        "state": RUN_STATES.get(run.state, run.state),
        "detail": translate_sentence(run.detail, SENTENCES) if run.detail else "",
    }
