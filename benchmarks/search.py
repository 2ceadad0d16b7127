"""Search by question among 10,000 and among 100,000 experiences of one tenant, over HTTP."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import numpy as np

from benchmarks.client import Client
from benchmarks.context import embed_all, question_of, store_embedded
from benchmarks.one_event import percentiles
from benchmarks.stand import settle
from benchmarks.table import print_table
from benchmarks.team import make_team
from benchmarks.texts import SEED, Lesson, lessons
from benchmarks.timing import Timings

if TYPE_CHECKING:
    from benchmarks.stand import Stand

GOALS = {10_000: "p50 <= 15", 100_000: "p50 <= 30"}
EMBEDDED = 10_000  # what comes after these is one of them in another week, a little aside
ASIDE = 0.25
ASKED = 150
WARM_UP = 10
PATH = "/api/v1/experiences?q="


def run(stand: Stand) -> None:
    """Fill a tenant for each size and ask it; the vectors beyond the first 10,000 are shifted."""
    base = list(lessons(EMBEDDED))
    vectors = embed_all([one.pattern for one in base])
    rows = [_measure(stand, size, goal, base, vectors) for size, goal in GOALS.items()]
    print_table(
        f"Search: GET {PATH} of one tenant, {ASKED} questions each",
        ["experiences", "p50 ms", "p95 ms", "p99 ms", "filled in", "goal"],
        rows,
    )


def _measure(
    stand: Stand, size: int, goal: str, base: list[Lesson], vectors: list[Any]
) -> list[object]:
    team = make_team(stand, f"search-{size}")
    begun = time.perf_counter()
    for week in range(size // EMBEDDED):
        told = [replace(one, pattern=f"{one.pattern} ({week})") for one in base]
        store_embedded(team.tenant, told, [_shifted(one, week) for one in vectors])
    filled_s = time.perf_counter() - begun
    settle(stand)
    timings = Timings()
    with Client(team, key=team.keys["read"]) as client:
        for number, lesson in enumerate(random.Random(SEED).sample(base, ASKED + WARM_UP)):
            path = PATH + quote(question_of(lesson))
            if number < WARM_UP:
                client.get(path)
                continue
            with timings.measure():
                client.get(path)
    return [f"{size:,}", *percentiles(timings), f"{filled_s:.0f} s", goal]


def _shifted(vector: Any, week: int) -> Any:
    """A unit vector near to another one, as that of nearly the same text would be."""
    if not week:
        return vector
    aside = np.random.default_rng(week).standard_normal(len(vector))
    moved = vector + ASIDE * aside / np.linalg.norm(aside)
    return moved / np.linalg.norm(moved)
