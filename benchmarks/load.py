"""Fills the tenant with 10,000 trajectories of four steps on average, as old as retention asks."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.feedback.read_requests import read_requests
from apps.feedback.score_trajectories import BATCH, score_trajectories
from apps.llm.embedding import embedder
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Trajectory
from apps.trajectories.record_events import record_events
from apps.trajectories.schemas import Event
from benchmarks.events import flat, run_events, session_end
from benchmarks.timing import Timings

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from apps.tenants.models import Tenant

TRAJECTORIES = 10_000
RUNS_A_SESSION = 4
SESSIONS_A_BATCH = 40
# One run in eight is complex enough to teach; with the others' few calls the mean is four steps.
COMPLEX_EVERY, COMPLEX_CALLS = 8, 6
SIMPLE_CALLS = (1, 1, 2)
CORRECTED_EVERY = 10
OLDEST, YOUNGEST = timedelta(days=170), timedelta(days=95)
TEXTS_A_ROUND = 64


def load_trajectories(tenant: Tenant) -> None:
    """Record the runs in the weeks long ago in which they are said to have arrived."""
    now = timezone.now()
    record_sessions(tenant, oldest=now - OLDEST, youngest=now - YOUNGEST)


def record_sessions(tenant: Tenant, *, oldest: datetime, youngest: datetime) -> None:
    """Record the runs as if they had arrived evenly between two moments."""
    sessions = range(TRAJECTORIES // RUNS_A_SESSION)
    for first in sessions[::SESSIONS_A_BATCH]:
        arrived = oldest + (youngest - oldest) * (first / len(sessions))
        events = flat(
            _session(number, arrived) for number in sessions[first : first + SESSIONS_A_BATCH]
        )
        parsed = [Event.model_validate(event) for event in events]
        with tenant_context(tenant.pk):
            record_events(tenant, parsed, source="api", now=arrived)


def _session(number: int, arrived: datetime) -> list[dict[str, object]]:
    name = f"old-{number}"
    runs = []
    for place in range(RUNS_A_SESSION):
        run = number * RUNS_A_SESSION + place
        is_complex = run % COMPLEX_EVERY == 0
        runs.append(
            run_events(
                run,
                session=name,
                calls=COMPLEX_CALLS if is_complex else SIMPLE_CALLS[run % len(SIMPLE_CALLS)],
                begun=arrived - timedelta(minutes=30) + timedelta(minutes=5) * place,
                corrects=place > 0 and run % CORRECTED_EVERY == 0,
            )
        )
    return [*flat(runs), session_end(name, arrived)]


def score_all(tenant: Tenant) -> Timings:
    """Score the runs batch by batch as a worker does; answers what a run of a batch took."""
    now = timezone.now()
    return _by_batches(tenant, lambda: score_trajectories(tenant, now=now))


def read_all(tenant: Tenant) -> Timings:
    """Read the requests as feedback on what came before; answers what one of a batch took."""
    now = timezone.now()
    return _by_batches(tenant, lambda: read_requests(tenant, now=now))


def _by_batches(tenant: Tenant, stage: Callable[[], int]) -> Timings:
    timings, taken = Timings(), BATCH
    while taken >= BATCH:
        begun = time.perf_counter()
        with tenant_context(tenant.pk):
            taken = stage()
        if taken:
            timings.seconds.append((time.perf_counter() - begun) / taken)
    return timings


def embed_teachable(tenant: Tenant) -> int:
    """Give the complex runs the vectors that learning from their sessions would have given them."""
    with tenant_context(tenant.pk):
        rows = Trajectory.objects.for_tenant(tenant).filter(
            tool_count__gte=COMPLEX_CALLS, intent_vector=None
        )
        runs = list(rows)
        for first in range(0, len(runs), TEXTS_A_ROUND):
            part = runs[first : first + TEXTS_A_ROUND]
            vectors = embedder().embed([run.intent for run in part])
            for run, vector in zip(part, vectors, strict=True):
                run.intent_vector = vector
        Trajectory.objects.bulk_update(runs, ["intent_vector"], batch_size=TEXTS_A_ROUND)
    return len(runs)
