"""Batches of 50 events over HTTP, ours and the baseline in turns, so that noise hits both alike."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import orjson
from django.utils import timezone

from benchmarks.client import Client
from benchmarks.cpu import ServerClock
from benchmarks.events import EVENTS_A_BATCH, batches
from benchmarks.stand import settle
from benchmarks.table import print_table
from benchmarks.team import make_team
from benchmarks.timing import ratios, spread

if TYPE_CHECKING:
    from benchmarks.stand import Stand
    from benchmarks.team import Team

OURS, BASELINE = "/api/v1/events", "/baseline/events"
PAIRS = 7
BATCHES_A_TURN = 160
WARM_UP = 40
THREADS = (1, 4)
GOAL = 2.0


@dataclass
class Measured:
    """What one side reached, turn by turn."""

    events_a_second: list[float] = field(default_factory=list)
    cpu_us_an_event: list[float] = field(default_factory=list)


def run(stand: Stand) -> None:
    """Compare the two ways in for one client and for four at once."""
    team = make_team(stand, "ingest")
    rows = [_compare(stand, team, threads) for threads in THREADS]
    print_table(
        f"Ingest: events a second in batches of {EVENTS_A_BATCH}, median of {PAIRS} pairs (range)",
        ["clients", "ours", "baseline", "ratio", "goal", "CPU µs/event", "baseline", "ratio"],
        rows,
    )


def _compare(stand: Stand, team: Team, threads: int) -> list[object]:
    clock = ServerClock(stand)
    sides = {OURS: Measured(), BASELINE: Measured()}
    for path in sides:
        _turn(team, path, threads, WARM_UP)
    settle(stand)
    for pair in range(PAIRS):
        # Who goes second finds warmer caches and a fuller log: they take it in turns.
        for path in (OURS, BASELINE) if pair % 2 else (BASELINE, OURS):
            cpu = clock.seconds()
            seconds = _turn(team, path, threads, BATCHES_A_TURN)
            events = BATCHES_A_TURN * EVENTS_A_BATCH
            sides[path].events_a_second.append(events / seconds)
            sides[path].cpu_us_an_event.append((clock.seconds() - cpu) / events * 1e6)
    ours, theirs = sides[OURS], sides[BASELINE]
    return [
        threads,
        spread(ours.events_a_second, ",.0f"),
        spread(theirs.events_a_second, ",.0f"),
        spread(ratios(ours.events_a_second, theirs.events_a_second)),
        f">= {GOAL}",
        spread(ours.cpu_us_an_event, ".0f"),
        spread(theirs.cpu_us_an_event, ".0f"),
        spread(ratios(theirs.cpu_us_an_event, ours.cpu_us_an_event)),
    ]


def _turn(team: Team, path: str, threads: int, count: int) -> float:
    """Send so many batches, each client its share, and answer the seconds until all are in."""
    shares = [_bodies(count // threads) for _ in range(threads)]
    clients = [Client(team) for _ in shares]

    def send(client: Client, bodies: list[bytes]) -> None:
        with client:
            for body in bodies:
                client.post(path, body)

    with ThreadPoolExecutor(threads) as pool:
        begun = time.perf_counter()
        for done in [pool.submit(send, *pair) for pair in zip(clients, shares, strict=True)]:
            done.result()
        return time.perf_counter() - begun


def _bodies(count: int) -> list[bytes]:
    name = f"s{time.monotonic_ns()}"
    made = batches(count, name=name, begun=timezone.now())
    return [orjson.dumps({"events": events}) for events in made]
