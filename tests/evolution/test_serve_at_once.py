"""A session asks several times at the same moment: what it is given counts once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Serving
from apps.evolution.rank_skills import RankedSkill
from apps.evolution.record_servings import record_servings
from apps.experiences.count_reuse import count_reuse
from apps.experiences.models import ExperienceUse
from apps.experiences.recall import Recalled
from apps.language.ranking import Match
from apps.tenants.ids import new_id
from tests.cast import Team, make_team
from tests.evolution.proposals import make_proposal
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from apps.experiences.models import Experience

pytestmark = pytest.mark.django_db(transaction=True)
MATCH = Match(0.9, 0.8, ())


def ask_at_once(team: Team, skill: Skill, known: list[Experience], sessions: list[str]) -> None:
    """Give the items to these sessions at once, to every other one in the opposite order."""
    start = Barrier(len(sessions))

    def give(number: int, session: str) -> None:
        items = known[:: 1 if number % 2 else -1]
        try:
            with team.inside():
                start.wait(timeout=20)
                record_servings(
                    team.tenant,
                    session_id=session,
                    request_id=new_id(),
                    skills=[RankedSkill(skill, MATCH)],
                    experiences=[Recalled(one, MATCH) for one in items],
                )
                count_reuse(team.tenant, items, session_id=session)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(sessions)) as threads:
        list(threads.map(give, range(len(sessions)), sessions))


@pytest.mark.parametrize(
    ("sessions", "counted"), [(["same"] * 6, 1), (["a", "b", "a", "b", "c", "c"], 3)]
)
def test_what_a_session_is_given_at_once_counts_once(sessions: list[str], counted: int):
    team = make_team("clinic")
    with team.inside():
        waiting = make_proposal(team.tenant)
        skill = approve_proposal(waiting, by=team.members["reviewer"]).skill
        known = [write(team, one) for one in ("Order new gloves", "Restart the label printer")]
    ask_at_once(team, skill, known, sessions)
    with team.inside():
        for row in (skill, *known):
            row.refresh_from_db()
        assert (skill.uses, [one.reuse_count for one in known]) == (counted, [counted, counted])
        assert Serving.objects.for_tenant(team.tenant).count() == 3 * counted
        assert ExperienceUse.objects.for_tenant(team.tenant).count() == 2 * counted
