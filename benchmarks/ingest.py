"""Batches of 50 events over HTTP, ours and the baselines in turns, so that noise hits all alike."""

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

OURS = "/api/v1/events"
FLAT, RUNS = "/baseline/flat", "/baseline/runs"
WAYS = {
    OURS: "ours",
    RUNS: "serializer + bulk_create, with sessions and runs",
    FLAT: "serializer + bulk_create, one flat table",
}
ROUNDS = 12
TURN_S = 1.0
MOST_BATCHES_A_TURN = 240
WARM_UP = 40
CLIENTS = (1, 4)
GOAL = ">= 2.0"


@dataclass
class Measured:
    """What one way reached, turn by turn."""

    events_a_second: list[float] = field(default_factory=list)
    cpu_us_an_event: list[float] = field(default_factory=list)


def run(stand: Stand) -> None:
    """Compare the ways in for one client and for four at once."""
    team = make_team(stand, "ingest")
    clock = ServerClock(stand)
    for path in WAYS:
        _turn(team, path, max(CLIENTS), WARM_UP)
    settle(stand)
    rows = [row for clients in CLIENTS for row in _compare(team, clock, clients)]
    print_table(
        f"Ingest in batches of {EVENTS_A_BATCH}: median of {ROUNDS} turns each (range)",
        ["way in", "clients", "events/s", "ours to it", "CPU µs/event", "it to ours", "goal"],
        rows,
    )


def _compare(team: Team, clock: ServerClock, clients: int) -> list[list[object]]:
    ways = {path: Measured() for path in WAYS}
    for number in range(ROUNDS):
        # Who comes later finds warmer caches and a fuller log: they take it in turns.
        order = list(WAYS)[number % len(WAYS) :] + list(WAYS)[: number % len(WAYS)]
        for path in order:
            cpu = clock.seconds()
            events, seconds = _turn(team, path, clients, MOST_BATCHES_A_TURN)
            ways[path].events_a_second.append(events / seconds)
            ways[path].cpu_us_an_event.append((clock.seconds() - cpu) / events * 1e6)
    return [_row(path, clients, ways[path], ways[OURS]) for path in WAYS]


def _row(path: str, clients: int, way: Measured, ours: Measured) -> list[object]:
    is_ours = path == OURS
    return [
        WAYS[path],
        clients,
        spread(way.events_a_second, ",.0f"),
        "" if is_ours else spread(ratios(ours.events_a_second, way.events_a_second)),
        spread(way.cpu_us_an_event, ".0f"),
        "" if is_ours else spread(ratios(way.cpu_us_an_event, ours.cpu_us_an_event)),
        "" if is_ours else GOAL,
    ]


def _turn(team: Team, path: str, clients: int, most: int) -> tuple[int, float]:
    """Send batches until time or batches are over; answers how many events in which time."""
    shares = [_bodies(most // clients) for _ in range(clients)]
    with ThreadPoolExecutor(clients) as pool:
        begun = time.perf_counter()
        sent = [pool.submit(_send, team, path, bodies, begun + TURN_S) for bodies in shares]
        count = sum(one.result() for one in sent)
        return count * EVENTS_A_BATCH, time.perf_counter() - begun


def _send(team: Team, path: str, bodies: list[bytes], deadline: float) -> int:
    with Client(team) as client:
        for count, body in enumerate(bodies):
            if time.perf_counter() > deadline:
                return count
            client.post(path, body)
    return len(bodies)


def _bodies(count: int) -> list[bytes]:
    name = f"s{time.monotonic_ns()}"
    made = batches(count, name=name, begun=timezone.now())
    return [orjson.dumps({"events": events}) for events in made]
