"""A single event over HTTP, as a hook sends it: how long the agent waits for the receipt."""

from __future__ import annotations

import time
from itertools import batched
from typing import TYPE_CHECKING, Any

import orjson
from django.db import connection
from django.utils import timezone

from benchmarks.client import Client
from benchmarks.events import CALLS_A_RUN, flat, run_events
from benchmarks.ingest import FLAT, OURS
from benchmarks.stand import settle
from benchmarks.table import print_table
from benchmarks.team import make_team
from benchmarks.timing import Timings, repeat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.stand import Stand

RUNS = 50
A_TURN = 20  # one after the other of a side, as a hook sends them, so that its caches are warm
WARM_UP_TURNS = 2
COMMITS = 200
GOAL = "p50 <= 4"
COLUMNS = ["ms", "p50", "p95", "p99", "goal"]


def run(stand: Stand) -> None:
    """Post runs event by event, in turns with the baseline; a bare commit shows the disk's part."""
    settle(stand)
    sides = {OURS: Timings(), FLAT: Timings()}
    with Client(make_team(stand, "one-event")) as client:
        turns = zip(batched(_events(), A_TURN), batched(_events(), A_TURN), strict=True)
        for number, turn in enumerate(turns):
            for (path, timings), bodies in zip(sides.items(), turn, strict=True):
                _post(client, path, bodies, timings if number >= WARM_UP_TURNS else Timings())
    count = len(sides[OURS].seconds)
    print_table(
        f"One event: POST /api/v1/events with a single event, {count} times",
        COLUMNS,
        [
            ["ours", *percentiles(sides[OURS]), GOAL],
            ["the flat baseline", *percentiles(sides[FLAT]), ""],
            ["a commit of one small row alone", *percentiles(_bare_commits()), ""],
        ],
    )


def _post(client: Client, path: str, bodies: tuple[bytes, ...], timings: Timings) -> None:
    for body in bodies:
        with timings.measure():
            client.post(path, body)


def percentiles(timings: Timings) -> list[str]:
    return [f"{timings.percentile_ms(percent):.2f}" for percent in (50, 95, 99)]


def _events() -> Iterator[bytes]:
    """The events of some runs of one session, one body each."""
    session = f"one-{time.monotonic_ns()}"
    runs = (
        run_events(number, session=session, calls=CALLS_A_RUN, begun=timezone.now())
        for number in range(RUNS)
    )
    return (_body(event) for event in flat(runs))


def _body(event: dict[str, Any]) -> bytes:
    return orjson.dumps({"events": [event]})


def _bare_commits() -> Timings:
    """What the disk asks for: one row of one column, written and synced."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS bench_commit (id integer)")
        timings = repeat(
            COMMITS, lambda: cursor.execute("INSERT INTO bench_commit VALUES (1)"), warm_up=10
        )
        cursor.execute("DROP TABLE bench_commit")
    return timings
