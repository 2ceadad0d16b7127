"""Two lessons about one skill, and a lesson beside a decision, over two connections at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from apps.errors import Conflict
from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.domain.skill_md import parse
from apps.evolution.improve_skill import improve_skill
from apps.evolution.models import Improvement, Proposal, Skill, SkillVersion
from tests.cast import Team, make_team
from tests.evolution.lessons import correction, lesson, repair, served_skill, teach_skill

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def team() -> Team:
    team = make_team("clinic")
    with team.inside():
        served_skill(team)
    return team


def at_once(team: Team, *acts: Callable[[], Any]) -> None:
    """Run acts at once, each in a transaction of its own."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> None:
        try:
            with team.inside():
                start.wait(timeout=20)
                act()
        except Conflict:
            pass
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        list(threads.map(run, acts))


def test_the_same_line_is_proposed_once(team: Team):
    with team.inside():
        line, grounds = lesson(team, Skill.objects.for_tenant(team.tenant).get())
    at_once(team, *[lambda: improve_skill(line, repair(), grounds)] * 3)
    with team.inside():
        made = Proposal.objects.for_tenant(team.tenant).get(action="improve")
        assert made.content.count("the sheet is locked") == 1
        assert Improvement.objects.for_tenant(team.tenant).get().proposal == made


def test_two_lessons_become_one_proposal_that_says_both(team: Team):
    with team.inside():
        skill = Skill.objects.for_tenant(team.tenant).get()
        one, other = lesson(team, skill), lesson(team, skill, "user_correction")
    at_once(
        team,
        lambda: improve_skill(one[0], repair(), one[1]),
        lambda: improve_skill(other[0], correction(), other[1]),
    )
    with team.inside():
        made = Proposal.objects.for_tenant(team.tenant).get(action="improve")
        assert "the sheet is locked" in made.content
        assert "per ward" in made.content


def test_a_lesson_beside_an_approval_is_neither_lost_nor_approved_unseen(team: Team):
    with team.inside():
        skill = Skill.objects.for_tenant(team.tenant).get()
        waiting = teach_skill(team, skill, repair())
        line, grounds = lesson(team, skill)
    reviewer = team.members["reviewer"]
    at_once(
        team,
        lambda: approve_proposal(waiting, by=reviewer),
        lambda: improve_skill(line, correction(), grounds),
    )
    with team.inside():
        version = SkillVersion.objects.for_tenant(team.tenant).get(version="1.1.0")
        line.refresh_from_db()
        assert "the sheet is locked" in version.content
        told = line.proposal.content
        assert "per ward" in told
        assert "the sheet is locked" in told
        assert parse(told).version == ("1.1.0" if line.version else "1.2.0")
