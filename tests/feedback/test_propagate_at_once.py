"""Several workers let the same scores teach at the same moment: each score counts once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone

from apps.feedback.models import Capability
from apps.feedback.propagate_scores import note_scores, propagate_scores, propagate_waiting
from tests.cast import Team, make_team
from tests.feedback.teaching import give, known, make_scored, patterns

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 4


def at_once(team: Team, work: Callable[[int], object]) -> None:
    """Run the work in as many transactions as there are workers, all begun together."""
    start = Barrier(WORKERS)

    def run(number: int) -> None:
        try:
            with team.inside():
                start.wait(timeout=20)
                work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as threads:
        list(threads.map(run, range(WORKERS)))


def test_scores_that_are_taught_at_once_count_once():
    team = make_team("clinic")
    with team.inside():
        names = [f"s{number}" for number in range(12)]
        runs = [make_scored(team, "0.800", session=name) for name in names]
        note_scores(team.tenant, runs)
    at_once(team, lambda _: propagate_waiting(team.tenant, now=timezone.now()))
    with team.inside():
        while propagate_waiting(team.tenant, now=timezone.now()):
            pass
        rows = Capability.objects.for_tenant(team.tenant)
        assert set(rows.values_list("tool", "runs", "uses")) == {("read", 12, 12), ("edit", 12, 12)}
        once = known(team)
    orders = [runs, runs[::-1], runs[6:] + runs[:6], runs[1::2] + runs[::2]]
    at_once(team, lambda number: propagate_scores(team.tenant, orders[number], now=timezone.now()))
    with team.inside():
        assert known(team) == once


def test_a_score_that_changes_while_it_is_taught_is_taught_again():
    team = make_team("clinic")
    with team.inside():
        run = make_scored(team, "0.800")
        note_scores(team.tenant, [run])

    def work(number: int) -> None:
        if number:
            propagate_waiting(team.tenant, now=timezone.now())
        else:
            note_scores(team.tenant, [give(run, "0.000", "user")])

    at_once(team, work)
    with team.inside():
        propagate_waiting(team.tenant, now=timezone.now())
        assert patterns(team) == {("edit", "rejected")}
