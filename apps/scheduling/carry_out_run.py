"""Carry out a firing: claim it, act outside any transaction, write down what came of it.

A claim is a random number with a time. Whoever finds the time over may take the firing again; what
came of it is written only by who still holds the claim. What is done at a target is the caller's.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone as clock

from apps.scheduling.models import RunState, Schedule, ScheduleRun
from apps.scheduling.release_queued import hold_schedule, release_next
from apps.tenants.back_off import wait_after
from apps.tenants.isolation import tenant_context
from apps.trajectories.domain.cleaning import clean_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)

CLAIMED_FOR = timedelta(minutes=15)  # above the hard time limit of a task
LOST = "Its worker was gone before anything came of it."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a try; `is_final` says that no further one will help."""

    is_ok: bool
    detail: str = ""
    result: Any = None
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class ClaimedRun:
    """A firing that is ours until its claim runs out."""

    tenant: Tenant
    schedule: Schedule
    run: ScheduleRun


def carry_out_run(
    tenant: Tenant, run_id: uuid.UUID, act: Callable[[Schedule, ScheduleRun], Outcome]
) -> None:
    """Carry out a firing if it is due and nobody else does."""
    claimed = claim_run(tenant, run_id, clock.now())
    if claimed is None:
        return
    try:
        outcome = act(claimed.schedule, claimed.run)
    except SoftTimeLimitExceeded:
        outcome = Outcome(is_ok=False, detail="It took too long.")
    except Exception as error:
        log.exception("run_broke", run=str(run_id))
        outcome = Outcome(is_ok=False, detail=f"It broke: {type(error).__name__}.")
    settle_run(claimed, outcome, now=clock.now())


def claim_run(tenant: Tenant, run_id: uuid.UUID, now: datetime) -> ClaimedRun | None:
    """Take a firing; None unless it is due, its time to wait is over, and it is free."""
    with tenant_context(tenant.pk):
        runs = ScheduleRun.objects.for_tenant(tenant).filter(pk=run_id)
        taken = runs.ready(now).update(
            state=RunState.RUNNING,
            claim=uuid.uuid4(),
            claimed_until=now + CLAIMED_FOR,
            attempts=F("attempts") + 1,
            started_at=Coalesce("started_at", now),
        )
        if not taken:
            return None
        run = runs.select_related("schedule__end_user", "schedule__owner__user").get()
        run.tenant = run.schedule.tenant = tenant
        return ClaimedRun(tenant, run.schedule, run)


def settle_run(claimed: ClaimedRun, outcome: Outcome, *, now: datetime) -> bool:
    """Write down what came of a firing and let the next one go ahead.

    False when the claim is another's by now, or the schedule is gone: then nothing is written.
    """
    tenant, run = claimed.tenant, claimed.run
    with tenant_context(tenant.pk):
        if not hold_schedule(tenant, run.schedule_id):
            return False
        mine = ScheduleRun.objects.for_tenant(tenant).filter(pk=run.pk, claim=run.claim)
        if not mine.update(**_columns(outcome, run.attempts, now)):
            log.warning("run_taken_by_another", run=str(run.pk))
            return False
        release_next(tenant, run.schedule_id, now)
        return True


def _columns(outcome: Outcome, attempts: int, now: datetime) -> dict[str, Any]:
    columns: dict[str, Any] = {
        "claim": None,
        "claimed_until": None,
        "detail": clean_text(outcome.detail)[:1000],
        "result": outcome.result,
    }
    if outcome.is_ok:
        return columns | {"state": RunState.SUCCEEDED, "finished_at": now, "not_before": None}
    wait = None if outcome.is_final else wait_after(attempts)
    if wait is None:
        return columns | {"state": RunState.DEAD, "finished_at": now, "not_before": None}
    again = now + wait
    return columns | {"state": RunState.DUE, "not_before": again, "announce_at": again}
