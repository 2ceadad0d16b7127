"""Measures each operation of the seed's table; every one leaves the tenant as the next needs it."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING

import orjson
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal
from apps.feedback.domain.correction import detect_correction
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.score_trajectories import score_trajectories
from apps.learning.propose import propose_from_patterns
from apps.learning.reflect import reflect
from apps.learning.roll_up import roll_up
from apps.tenants.isolation import tenant_context
from apps.trajectories.apply_retention import remove_old_trajectories
from apps.trajectories.record_events import record_events
from apps.trajectories.schemas import Event
from benchmarks.client import Client
from benchmarks.events import KINDS, PLACES, flat, run_events
from benchmarks.ingest import OURS
from benchmarks.stand import PROJECT
from benchmarks.timing import Timings, repeat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.evolution.models import Proposal
    from benchmarks.team import Team

APPENDED_RUNS, SCORED_RUNS, JUDGED_ROUNDS = 25, 40, 25
SYNTHESES, REFLECTIONS, COUNTS, COLD_COUNTS = 3, 5, 20, 3
CALLS = 6
RETENTION = timedelta(days=90)


@dataclass(frozen=True)
class Line:
    """One line of the table: the operation, what was timed, and how long it took.

    A line without a target says what else a reader may want to know of the one above it.
    """

    operation: str
    target_ms: float | None
    timed: str
    timings: Timings


def append(team: Team) -> Line:
    """Send single events over HTTP."""
    events = flat(_run(number) for number in range(APPENDED_RUNS))
    timings = Timings()
    with Client(team) as client:
        for event in events:
            body = orjson.dumps({"events": [event]})
            with timings.measure():
                client.post(OURS, body)
    return Line("轨迹记录（单条追加）", 50, "POST of one event, over HTTP", timings)


def score_one(team: Team) -> Line:
    """Score runs that have just ended, one by one, from claiming the row to the commit."""
    timings = Timings()
    for number in range(SCORED_RUNS):
        _record(team, number)
        with timings.measure(), tenant_context(team.tenant.pk):
            score_trajectories(team.tenant, now=timezone.now())
    return Line("自动评分（单条）", None, "one run alone, from the claim to the commit", timings)


def judge(_: Team) -> Line:
    """Judge corrections and plain requests of both languages, each against its turn."""
    names = {"place": PLACES[0], "week": 7, "count": 9}
    timings = Timings()
    for kind in KINDS * JUDGED_ROUNDS:
        for said in (kind.correction, kind.request):
            turn = PreviousTurn(kind.request.format(**names), reply=kind.reply.format(**names))
            with timings.measure():
                detect_correction(said.format(**names), turn)
    return Line("修正检测（正则匹配）", 10, "the rules on one message", timings)


def synthesize(team: Team) -> Line:
    """Propose from every pattern there is; all but the last time is taken back."""
    timings = Timings()
    for left in reversed(range(SYNTHESES)):
        with timings.measure(), _inside(team, keeps=not left):
            made = propose_from_patterns(team.tenant)
    return Line("技能合成", 30_000, f"{len(made)} proposals, without a model", timings)


def improve(team: Team, proposals: list[Proposal]) -> Line:
    """Approve a skill, propose again from further runs of its kind, approve the improvement."""
    with tenant_context(team.tenant.pk):
        approve_proposal(proposals[0], by=team.owner, note="bench")
    timings = Timings()
    with timings.measure():
        with tenant_context(team.tenant.pk):
            made = propose_from_patterns(team.tenant)
        better = next(one for one in made if one.action == "improve")
        with tenant_context(team.tenant.pk):
            version = approve_proposal(better, by=team.owner, note="bench")
    return Line("技能改进 patch", 20_000, f"proposed and approved as {version.version}", timings)


def look_back(team: Team) -> Line:
    """Reflect over everything; taken back each time, so that the next one sees as much."""
    with tenant_context(team.tenant.pk):
        roll_up(team.tenant, now=timezone.now())  # as a worker has done by then
    timings = Timings()
    for _ in range(REFLECTIONS):
        with timings.measure(), _inside(team, keeps=False):
            reflect(team.tenant, now=timezone.now(), trigger="manual")
    return Line("手动自省报告生成", 10_000, "reflect over all runs", timings)


def clean_up(team: Team) -> Line:
    """Remove what is older than 90 days, for good."""
    timings = Timings()
    with timings.measure():
        removed = remove_old_trajectories(team.tenant, before=timezone.now() - RETENTION)
    said = f"{removed.trajectories:,} trajectories, {removed.sessions:,} sessions removed"
    return Line("轨迹清理（90 天）", 1_000, said, timings)


def count(team: Team) -> Line:
    """Run `learning stats` in this process."""
    words = ("learning", "stats", "--tenant", team.tenant.slug)
    timings = repeat(COUNTS, lambda: call_command(*words, stdout=StringIO()), warm_up=2)
    return Line("CLI stats 查询", 500, "the command, in process", timings)


def count_cold(team: Team) -> Line:
    """Run `manage.py learning stats` as people do: a new process each time."""
    words = (sys.executable, "manage.py", "learning", "stats", "--tenant", team.tenant.slug)
    timings = repeat(
        COLD_COUNTS, lambda: subprocess.run(words, cwd=PROJECT, check=True, capture_output=True)
    )
    return Line("CLI stats（新进程）", None, "a new process, Python and Django started", timings)


@contextmanager
def _inside(team: Team, *, keeps: bool) -> Iterator[None]:
    """Open a transaction of the tenant that is committed, or taken back at its end."""
    with transaction.atomic():
        with tenant_context(team.tenant.pk):
            yield
        if not keeps:
            transaction.set_rollback(True)


def _run(number: int) -> list[dict[str, object]]:
    session = f"now-{time.monotonic_ns()}"
    return run_events(number, session=session, calls=CALLS, begun=timezone.now())


def _record(team: Team, number: int) -> None:
    parsed = [Event.model_validate(event) for event in _run(number)]
    with tenant_context(team.tenant.pk):
        record_events(team.tenant, parsed, source="api", now=timezone.now())
