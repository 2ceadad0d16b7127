"""Workers meet the same trouble at the same moment, over connections of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone

from apps.experiences.judge_solution import judge_solution
from apps.experiences.models import Experience
from apps.experiences.pain_models import PainEvidence, SolutionFeedback
from tests.cast import make_team
from tests.experiences.pains import DATES, confirm, note, pain_draft, pains_of, solutions_of
from tests.make import make_trajectory

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cast import Team

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(team: Team, *works: Callable[[], object]) -> None:
    start = Barrier(len(works))

    def run(work: Callable[[], object]) -> None:
        try:
            start.wait(timeout=20)
            with team.inside():
                work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        list(threads.map(run, works))


def test_one_trouble_in_four_sessions_at_once_is_one_pain_point_with_one_solution():
    team = make_team("clinic")
    with team.inside():
        runs = [make_trajectory(team.tenant, session=f"s-{number}") for number in range(4)]
    titles = [*DATES["en"], DATES["zh"][0]]
    pairs = zip(runs, titles, strict=True)
    at_once(
        team, *(lambda run=run, title=title: note(run, pain_draft(title)) for run, title in pairs)
    )
    with team.inside():
        (pain,) = pains_of(team)
        assert (pain.status, len(solutions_of(team))) == ("confirmed", 1)
        assert PainEvidence.objects.for_tenant(team.tenant).count() == 4


def test_one_run_noted_by_three_workers_is_noted_once():
    team = make_team("clinic")
    with team.inside():
        run = make_trajectory(team.tenant)
    at_once(team, *[lambda: note(run, pain_draft(DATES["zh"][0]))] * 3)
    with team.inside():
        assert len(pains_of(team)) == PainEvidence.objects.for_tenant(team.tenant).count() == 1


def test_two_judgements_at_once_both_count_and_teach_once():
    team = make_team("clinic")
    with team.inside():
        confirm(team)
        (solution,) = solutions_of(team)
    names = ("li", "wang", "li")
    at_once(
        team,
        *(
            lambda by=by: judge_solution(solution, "positive", by=by, now=timezone.now())
            for by in names
        ),
    )
    with team.inside():
        assert solutions_of(team)[0].status == "helped"
        assert SolutionFeedback.objects.for_tenant(team.tenant).count() == 2
        assert Experience.objects.for_tenant(team.tenant).count() == 1
