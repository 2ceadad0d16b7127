"""Each session that was given an experience counts once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.experiences.count_reuse import count_reuse
from apps.experiences.models import ExperienceUse
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from tests.cast import Team


def test_one_session_counts_once_however_often_it_asks(clinic: Team):
    known = write(clinic, "生成护理质量周报")
    for session in ("a", "a", "b", "a"):
        count_reuse(clinic.tenant, [known], session_id=session)
    known.refresh_from_db()
    assert known.reuse_count == 2
    assert ExperienceUse.objects.for_tenant(clinic.tenant).count() == 2


def test_of_several_only_the_new_ones_count(clinic: Team):
    first, second = write(clinic, "生成护理质量周报"), write(clinic, "Order new gloves")
    count_reuse(clinic.tenant, [first], session_id="a")
    count_reuse(clinic.tenant, [first, second], session_id="a")
    for known in (first, second):
        known.refresh_from_db()
        assert known.reuse_count == 1


def test_nothing_given_counts_nothing_and_asks_little(clinic: Team):
    known = write(clinic, "生成护理质量周报")
    count_reuse(clinic.tenant, [known], session_id="a")
    with CaptureQueriesContext(connection) as queries:
        count_reuse(clinic.tenant, [known], session_id="a")
        count_reuse(clinic.tenant, [], session_id="b")
    assert len([one for one in queries if "SELECT" in one["sql"]]) <= 2
    known.refresh_from_db()
    assert known.reuse_count == 1


def test_the_same_session_id_in_two_tenants_counts_in_each(clinic: Team, factory: Team):
    for team in (clinic, factory):
        with team.inside():
            known = write(team, "生成护理质量周报")
            count_reuse(team.tenant, [known], session_id="same")
            known.refresh_from_db()
            assert known.reuse_count == 1
