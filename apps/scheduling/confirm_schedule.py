"""Make a schedule of what somebody said yes to: once a token, however often it is said."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone as clock

from apps.errors import Conflict, DomainError, NotFound
from apps.scheduling.amend_proposal import check_open
from apps.scheduling.change_schedule import create_schedule
from apps.scheduling.domain.by_hand import ByHand, WrongSpecError, read_by_hand
from apps.scheduling.domain.reading_shape import read_spec
from apps.scheduling.domain.recurrence import next_run
from apps.scheduling.domain.times_of_day import NoTimeError, at_times, read_clock
from apps.scheduling.models import Misfire, Overlap, ScheduleProposal, Target
from apps.tenants.models import ApiKey

if TYPE_CHECKING:
    from datetime import datetime

    from apps.scheduling.domain.spec import Spec
    from apps.scheduling.models import Schedule
    from apps.tenants.models import EndUser, Membership, Tenant


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a schedule is for, and how it copes."""

    target: str = Target.REMINDER
    target_ref: str = ""
    target_params: dict[str, Any] = field(default_factory=dict)
    task: str = ""
    name: str = ""
    misfire: str = Misfire.ONCE
    overlap: str = Overlap.SKIP
    grace_s: int | None = None
    skips_holidays: bool = False
    tags: tuple[str, ...] = ()


def find_proposal(tenant: Tenant, token: str) -> ScheduleProposal:
    """Find what a token stands for and hold it; raises `not_found`."""
    rows = ScheduleProposal.objects.for_tenant(tenant).select_related("tenant")
    held = rows.select_for_update(of=("self",), no_key=True)
    found = held.filter(token_digest=ApiKey.digest(token)).first()
    if found is None:
        raise NotFound("proposal")
    return found


def find_waiting(tenant: Tenant, session_id: str) -> ScheduleProposal | None:
    """Find what a session was asked about last and has not said yes to yet, and hold it."""
    rows = ScheduleProposal.objects.for_tenant(tenant).filter(
        session_id=session_id, confirmed_at=None, replaced_at=None, expires_at__gt=clock.now()
    )
    held = rows.exclude(session_id="").select_related("tenant")
    return held.select_for_update(of=("self",), no_key=True).order_by("-created_at").first()


@transaction.atomic
def confirm_schedule(
    proposal: ScheduleProposal,
    reading: int = 0,
    *,
    purpose: Purpose,
    by: str,
    owner: Membership | None,
    time: str = "",
) -> Schedule:
    """Make the schedule of a reading; a proposal that was confirmed gives the same one again.

    `time` completes a reading without a time of day. The proposal is held by the caller. Raises
    `proposal_expired`, `proposal_replaced`, `schedule_deleted`, `unclear`, `no_such_reading`,
    `time_missing`, `invalid_time`, `past`, and what `create_schedule` raises.
    """
    if proposal.confirmed_at:
        if proposal.schedule is None:
            raise Conflict("schedule_deleted", "The schedule that this made was deleted.")
        return proposal.schedule
    check_open(proposal)
    spec = _complete(_chosen(proposal, reading), time)
    now = clock.now()
    if next_run(spec, now) is None:
        raise Conflict("past", "This time is over; say another.")
    purpose = replace(purpose, task=purpose.task or proposal.task)
    made = create_schedule(
        proposal.tenant,
        spec,
        purpose=purpose,
        by=by,
        owner=owner,
        end_user=proposal.end_user,
    )
    proposal.schedule, proposal.confirmed_at = made, now
    proposal.save(update_fields=["schedule", "confirmed_at"])
    return made


def _chosen(proposal: ScheduleProposal, reading: int) -> Spec:
    if not proposal.readings:
        said = f"This was not clear ({proposal.reason}); say what is asked for first."
        raise Conflict("unclear", said)
    if not 0 <= reading < len(proposal.readings):
        raise DomainError(
            "no_such_reading", f"reading: There are {len(proposal.readings)}, counted from 0."
        )
    return read_spec(proposal.readings[reading])


def _complete(spec: Spec, time: str) -> Spec:
    if not spec.time_missing:
        return spec
    if not time:
        raise DomainError("time_missing", 'time: At what time? Say it as "09:00".')
    clock_time = read_clock(time)
    if clock_time is None:
        raise DomainError("invalid_time", f'time: {time[:20]!r} is no time such as "09:00".')
    try:
        return at_times(spec, [clock_time])
    except NoTimeError as error:
        raise DomainError("invalid_time", "time: This recurs by the hour.") from error


def write_schedule(  # noqa: PLR0913 – what, and who makes it for whom
    tenant: Tenant,
    asked: ByHand,
    *,
    timezone: str,
    purpose: Purpose,
    by: str,
    owner: Membership | None,
    end_user: EndUser | None = None,
) -> Schedule:
    """Make a schedule as a person wrote it. Raises what `read_written` and `create_schedule` do."""
    spec = read_written(asked, now=clock.now(), timezone=timezone)
    return create_schedule(tenant, spec, purpose=purpose, by=by, owner=owner, end_user=end_user)


def read_written(asked: ByHand, *, now: datetime, timezone: str) -> Spec:
    """Read what a person wrote; raises its code, with the field named in the sentence."""
    try:
        return read_by_hand(asked, now=now, timezone=timezone)
    except WrongSpecError as error:
        said = WHY.get(error.code, "This is no schedule.")
        raise DomainError(error.code, f"{error.field}: {said}") from error


WHY = {
    "unknown_zone": "This is no zone of the IANA's list, such as Asia/Shanghai.",
    "say_when_once": "Give one of cron, rrule, every and at.",
    "invalid_cron": "This is no cron expression of five fields.",
    "cron_of_five_fields": "An expression has five fields: minute, hour, day, month, weekday.",
    "never_fires": "This never comes.",
    "past": "This is over.",
    "too_far": "This is too far ahead.",
    "too_many": "These are too many expressions.",
    "out_of_range": "This is out of range.",
    "once_has_no_bounds": "A single moment has no start, end or count.",
    "invalid_duration": "This is no duration such as PT45M.",
    "too_short": "A minute is the shortest.",
    "invalid_rrule": "This is no rule of RFC 5545 that is known here.",
    "rrule_frequency": "FREQ is HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY.",
    "rrule_parts": "This FREQ does not go with these parts.",
    "rrule_ends_twice": "Give COUNT or UNTIL, not both.",
    "rrule_interval": "INTERVAL is too large, or no number.",
    "rrule_count": "COUNT is between 1 and 10,000.",
    "rrule_seconds": "BYSECOND is 0: the minute is the finest.",
    "rrule_until": "UNTIL is a day or a moment, such as 20261231T170000Z.",
    "time_missing": "Say the time: BYHOUR and BYMINUTE, or starts_at.",
    "day_missing": "Say the day: BYDAY or BYMONTHDAY, or starts_at.",
}
