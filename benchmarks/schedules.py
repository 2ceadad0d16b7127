"""A million schedules, ten thousand of them due at once: by several ticks, and by killed ones."""

from __future__ import annotations

import itertools
import random
import time
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import TYPE_CHECKING

from django.db import connection
from django.utils import timezone
from django_celery_beat.models import IntervalSchedule, PeriodicTask
from django_celery_beat.schedulers import DatabaseScheduler

from apps.scheduling.change_schedule import edit_schedule
from apps.scheduling.domain.spec import Kind, Spec
from apps.scheduling.fire_due import tick
from apps.scheduling.models import Alarm, Schedule
from apps.tenants.isolation import tenant_context
from benchmarks.schedule_load import check, find_slice, load_schedules, make_due
from benchmarks.stand import settle
from benchmarks.table import print_table
from benchmarks.team import make_team
from benchmarks.tick_worker import TickWorker
from benchmarks.timing import Timings, repeat
from config.celery import app

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant
    from benchmarks.stand import Stand

SCHEDULES = 1_000_000
DUE = 10_000
DRAINS = 3
POLLS = 2000
KILL_EVERY_S = 5.0
KILLS = 12
PLAIN_BEAT = 10_000
EDIT_PAUSE_S = 0.01
QUIET_EDITS = 200
_edits = itertools.count()


@dataclass
class Drained:
    """How long drains took, what went wrong in them, and how long edits took meanwhile."""

    seconds: list[float] = field(default_factory=list)
    edits: Timings = field(default_factory=Timings)
    due: int = 0
    lost: int = 0
    twice: int = 0

    def add(self, tenant: Tenant, ids: list[object], now: datetime) -> None:
        """Look in SQL what became of these."""
        found = check(tenant, ids, now)
        self.due, self.lost = self.due + found.due, self.lost + found.lost
        self.twice += found.twice


def run(stand: Stand) -> None:
    """Load, poll, drain, drain while ticks are killed, and look at the other scheduler."""
    tenant = make_team(stand, "schedules").tenant
    now = timezone.now()
    begun = time.perf_counter()
    load_schedules(tenant, SCHEDULES, now, DUE)
    loaded_s = time.perf_counter() - begun
    settle(stand)
    idle = repeat(POLLS, lambda: tick(now), warm_up=50)
    slices = itertools.count()
    quiet = Timings()
    _edit_until(tenant, Event(), quiet, most=QUIET_EDITS)
    calm, edited = Drained(), Drained()
    for _ in range(DRAINS):
        _drain(tenant, next(slices), now, calm)
        _drain(tenant, next(slices), now, edited, is_edited=True)
    killed = Drained()
    kills = _drain_while_killed(tenant, slices, now, killed)
    print_table(
        f"{SCHEDULES:,} schedules of one tenant (loaded in {loaded_s:.0f} s)",
        ["operation", "p50", "p95", "slowest", "due", "lost", "twice", "goal"],
        [
            ["poll, nothing due", *_ms(idle), "", "", "", "p50 <= 1 ms"],
            [f"drain {DUE:,}, two ticking", *_drains(calm), "<= 10 s, none, none"],
            ["the same while edits go on", *_drains(edited), ""],
            ["an edit, nothing due", *_ms(quiet), "", "", "", ""],
            ["an edit meanwhile", *_ms(edited.edits), "", "", "", "p95 <= 20 ms"],
            [f"drain {DUE:,}, five ticking, {kills} killed", *_drains(killed), "none, none"],
        ],
    )
    _print_plain_beat()


def _drain(
    tenant: Tenant, number: int, now: datetime, into: Drained, *, is_edited: bool = False
) -> None:
    ids = find_slice(tenant, number)
    workers = [TickWorker(now) for _ in range(2)]
    for worker in workers:
        worker.wait_ready()
    make_due(tenant, ids, now)
    is_over = Event()
    editor = Thread(target=_edit_until, args=(tenant, is_over, into.edits))
    if is_edited:
        editor.start()
    begun = time.perf_counter()
    for worker in workers:
        worker.begin()
    fired = sum(worker.finish() for worker in workers)
    into.seconds.append(time.perf_counter() - begun)
    is_over.set()
    if is_edited:
        editor.join()
    assert fired == len(ids), (fired, len(ids))
    into.add(tenant, ids, now)


def _edit_until(
    tenant: Tenant, is_over: Event, timings: Timings, *, most: int | None = None
) -> None:
    """Change when schedules of the last slice fire, one after another."""
    draw = random.Random(next(_edits))
    chosen = find_slice(tenant, SCHEDULES // DUE - 1)
    while not is_over.is_set() and (most is None or len(timings.seconds) < most):
        pk, minute = draw.choice(chosen), draw.randrange(60)
        spec = Spec(Kind.CRON, cron=(f"{minute} 9 * * *",), timezone="Asia/Shanghai")
        with timings.measure(), tenant_context(tenant.pk):
            rows = Schedule.objects.for_tenant(tenant).select_related("tenant")
            held = rows.select_for_update(of=("self",), no_key=True)
            edit_schedule(held.get(id=pk), spec=spec, by="bench", is_held=True)
        time.sleep(EDIT_PAUSE_S)
    connection.close()


def _drain_while_killed(
    tenant: Tenant, slices: itertools.count[int], now: datetime, into: Drained
) -> int:
    """Let five tick and end one of three again and again while it is at work; answers how often."""
    steady = [_ticking(now) for _ in range(2)]
    mortal = [_ticking(now) for _ in range(3)]
    everything: list[object] = []
    for kill in range(KILLS):
        ids = find_slice(tenant, next(slices))
        everything += ids
        begun = time.perf_counter()
        make_due(tenant, ids, now)
        time.sleep(0.3)  # in the middle of it
        mortal[kill % 3].kill()
        while Alarm.objects.filter(due_at__lte=now).exists():
            time.sleep(0.01)
        into.seconds.append(time.perf_counter() - begun)
        mortal[kill % 3] = _ticking(now)
        time.sleep(max(0.0, KILL_EVERY_S - (time.perf_counter() - begun)))
    for worker in (*steady, *mortal):
        worker.kill()
    into.add(tenant, everything, now)
    return KILLS


def _ticking(now: datetime) -> TickWorker:
    worker = TickWorker(now, for_ever=True)
    worker.wait_ready()
    worker.begin()
    return worker


def _print_plain_beat() -> None:
    """Time one tick of the other scheduler after one of its rows changed."""
    # Not by crontab: rows of other hours are left unread, so that the time of day would count.
    daily = IntervalSchedule.objects.create(every=1, period=IntervalSchedule.DAYS)
    last = timezone.now()
    PeriodicTask.objects.bulk_create(
        PeriodicTask(name=f"n-{n}", task="bench.none", interval=daily, last_run_at=last)
        for n in range(PLAIN_BEAT)
    )
    app.conf.beat_schedule = {}  # the project's own would be sent in between
    PeriodicTask.objects.exclude(task="bench.none").delete()
    scheduler = DatabaseScheduler(app=app)
    scheduler.tick()
    idle, changed = repeat(20, scheduler.tick), Timings()
    for number in range(5):
        row = PeriodicTask.objects.get(name=f"n-{number}")
        row.description = "changed"
        row.save()
        with changed.measure():
            scheduler.tick()
    print_table(
        f"django-celery-beat's DatabaseScheduler with {PLAIN_BEAT:,} rows",
        ["operation", "p50", "p95", "slowest"],
        [["tick, nothing due", *_ms(idle)], ["tick after one row changed", *_ms(changed)]],
    )


def _ms(timings: Timings) -> list[str]:
    slowest = max(timings.seconds) * 1000
    shown = (timings.median_ms, timings.percentile_ms(95), slowest)
    return [f"{one:.2f} ms" for one in shown]


def _drains(drained: Drained) -> list[str]:
    timings = Timings(drained.seconds)
    shown = (timings.median_ms, timings.percentile_ms(95), max(drained.seconds) * 1000)
    counts = (drained.due, drained.lost, drained.twice)
    return [*(f"{one / 1000:.1f} s" for one in shown), *(f"{one:,}" for one in counts)]
