"""Counting, judging and looking back at the same moment, over several connections."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone

from apps.feedback.record_feedback import record_feedback
from apps.learning.models import Reflection
from apps.learning.reflect import reflect
from apps.learning.roll_up import roll_up
from tests.cast import make_team
from tests.learning.rolled import rolled, work_ago

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cast import Team

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 3


def elsewhere(team: Team, work: Callable[[], object]) -> None:
    """Do some work in a transaction of another connection."""

    def run() -> None:
        try:
            with team.inside():
                work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        threads.submit(run).result(timeout=30)


def test_a_score_that_is_not_committed_yet_is_counted_by_the_next():
    team = make_team("clinic")
    with team.inside():
        run = work_ago(team, 1, "Read")
        roll_up(team.tenant, now=timezone.now())
    with team.inside():
        record_feedback(run, 0.1, by="tom", member=None)
        elsewhere(team, lambda: roll_up(team.tenant, now=timezone.now()))
    with team.inside():
        assert [str(row[4]) for row in rolled(team)] == ["0.800"]
        assert roll_up(team.tenant, now=timezone.now()) == 1
        assert [str(row[4]) for row in rolled(team)] == ["0.100"]


def test_those_who_look_back_at_once_share_the_runs_out():
    team = make_team("clinic")
    with team.inside():
        for number in range(4):
            work_ago(team, number, "Read")
    start = Barrier(WORKERS)

    def look_back(_: int) -> None:
        try:
            with team.inside():
                start.wait(timeout=20)
                reflect(team.tenant, now=timezone.now(), trigger="manual")
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as threads:
        list(threads.map(look_back, range(WORKERS)))
    with team.inside():
        written = Reflection.objects.for_tenant(team.tenant).order_by("until", "created_at")
        assert sum(one.report["trajectories"] for one in written) == 4
        untils = [None, *(one.until for one in written)]
        assert [one.since for one in written] == untils[:-1]
