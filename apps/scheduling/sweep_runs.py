"""Find what lost messages and killed workers left of firings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from apps.scheduling.carry_out_run import LOST
from apps.scheduling.fire_due import HEARD_WITHIN
from apps.scheduling.models import RunState, ScheduleRun
from apps.scheduling.release_queued import hold_schedule, release_next
from apps.scheduling.signals import announce_runs
from apps.tenants.back_off import wait_after
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 500


def sweep_runs(tenant: Tenant, now: datetime) -> None:
    """Free the claims that ran out, release what waits for nothing, announce what nobody took."""
    with tenant_context(tenant.pk):
        runs = ScheduleRun.objects.for_tenant(tenant)
        lost = list(runs.lost(now)[:MOST_AT_ONCE])
        stranded = runs.stranded().order_by("scheduled_for").values_list("schedule_id", flat=True)
        waiting_for_nothing = sorted(set(stranded[:MOST_AT_ONCE]))
    for run in lost:
        _free(tenant, run, now)
    for schedule_id in waiting_for_nothing:
        with tenant_context(tenant.pk):
            if hold_schedule(tenant, schedule_id):
                release_next(tenant, schedule_id, now)
    _announce_again(tenant, now)


def _free(tenant: Tenant, run: ScheduleRun, now: datetime) -> None:
    """Let another try at once; one that was tried as often as may be is dead."""
    is_over = wait_after(run.attempts) is None
    state = RunState.DEAD if is_over else RunState.DUE
    with tenant_context(tenant.pk):
        if not hold_schedule(tenant, run.schedule_id):
            return
        same = ScheduleRun.objects.for_tenant(tenant).filter(pk=run.pk, claim=run.claim)
        freed = same.update(
            state=state,
            claim=None,
            claimed_until=None,
            not_before=None,
            announce_at=now,
            finished_at=now if is_over else None,
            detail=LOST,
        )
        if freed:
            log.warning("run_lost", run=str(run.pk), now=str(state))
            release_next(tenant, run.schedule_id, now)


def _announce_again(tenant: Tenant, now: datetime) -> None:
    with tenant_context(tenant.pk):
        unheard = ScheduleRun.objects.for_tenant(tenant).unheard(now)
        held = unheard.select_for_update(skip_locked=True, no_key=True)
        ids = list(held.values_list("pk", flat=True)[:MOST_AT_ONCE])
        heard_by = now + HEARD_WITHIN
        ScheduleRun.objects.for_tenant(tenant).filter(pk__in=ids).update(announce_at=heard_by)
        announce_runs(tenant.pk, ids)
