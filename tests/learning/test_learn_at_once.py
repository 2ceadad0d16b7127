"""Two workers look at the same tenant at the same moment, over two connections."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from apps.evolution.models import Proposal
from apps.experiences.models import Experience, ExperienceEvidence
from apps.feedback.models import Score
from apps.trajectories.models import CompressedTrajectory, Session
from tests.cast import make_team
from tests.learning.sessions import REPORT, hold, run_loop, run_of

if TYPE_CHECKING:
    from tests.cast import Team

WORKERS = 3


def learn_at_once(team: Team) -> None:
    start = Barrier(WORKERS)

    def work(_: int) -> None:
        try:
            start.wait(timeout=20)
            run_loop(team)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as threads:
        list(threads.map(work, range(WORKERS)))


@pytest.mark.django_db(transaction=True)
def test_nothing_is_learned_scored_or_proposed_twice():
    team = make_team("clinic")
    with team.inside():
        for number, intent in enumerate((*REPORT["zh"], *REPORT["en"])):
            corrected = run_of("不对，应该是八病区", ["fill_sheet"])
            runs = [run_of(intent), *([corrected] if number == 1 else [])]
            hold(team, *runs, session=f"s-{number}")
    learn_at_once(team)
    run_loop(team)  # what one worker left because another held it
    with team.inside():
        sessions = Session.objects.for_tenant(team.tenant)
        assert set(sessions.values_list("status", "learning_error")) == {("learned", "")}
        scores = Score.objects.for_tenant(team.tenant)
        assert scores.filter(source="auto").count() == 5
        assert scores.filter(source="correction").count() == 1
        assert CompressedTrajectory.objects.for_tenant(team.tenant).count() == 4
        assert Experience.objects.for_tenant(team.tenant).count() == 2
        assert ExperienceEvidence.objects.for_tenant(team.tenant).count() == 3
        assert Proposal.objects.for_tenant(team.tenant).count() == 1
