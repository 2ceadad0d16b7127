"""A large tenant's experiences are found by index: the same ones, of that tenant alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection

from apps.experiences import nearest
from apps.experiences.nearest import nearest_experiences
from apps.llm.embedding import embedder
from apps.tenants.isolation import enter_tenant
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from tests.cast import Team

PLACES = ("ward seven", "the paint shop", "line 3", "仓库", "三号产线", "the north depot")
WORKS = (
    "Restart the label printer of {} after error E1042",
    "Reconcile the invoices of {} with the orders",
    "生成{}的停机周报",
    "Export of {} fails while the sheet is open",
)


@pytest.fixture
def teams(clinic: Team, factory: Team) -> tuple[Team, Team]:
    for number, place in enumerate(PLACES):
        for work in WORKS:
            team = (clinic, factory)[number % 2]
            enter_tenant(team.tenant.pk)
            write(team, work.format(place))
    return clinic, factory


def found(team: Team, message: str, *, named: tuple[str, ...] = (), most: int = 40) -> set[str]:
    enter_tenant(team.tenant.pk)
    vector = embedder().embed([message])[0].tolist()
    rows = nearest_experiences(
        team.tenant, vector, embedder_id=embedder().id, named=named, most=most
    )
    return {str(row.id) for row in rows}


def by_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "MOST_SCANNED", 0)
    nearest._sizes.clear()


def test_the_index_finds_what_the_scan_finds(
    teams: tuple[Team, Team], monkeypatch: pytest.MonkeyPatch
):
    questions = ("the printer prints nothing", "发票对不上", "停机报表怎么做", "export fails")
    scanned = [found(team, question) for team in teams for question in questions]
    by_index(monkeypatch)
    assert [found(team, question) for team in teams for question in questions] == scanned
    assert not scanned[0] & scanned[-1]


def test_a_named_identifier_is_found_however_far_its_meaning_is(
    teams: tuple[Team, Team], monkeypatch: pytest.MonkeyPatch
):
    team = teams[0]
    named = found(team, "printer error E1042", most=3)
    for way in ("scan", "index"):
        if way == "index":
            by_index(monkeypatch)
        asked = found(team, "写一首关于春天的诗", named=("e1042",), most=3)
        assert named <= asked, way


def test_the_search_by_index_leaves_the_planner_as_it_was(
    teams: tuple[Team, Team], monkeypatch: pytest.MonkeyPatch
):
    by_index(monkeypatch)
    found(teams[0], "the printer prints nothing")
    with connection.cursor() as cursor:
        cursor.execute("SHOW enable_sort")
        assert cursor.fetchone() == ("on",)


def test_the_index_is_what_a_large_tenant_is_searched_by(teams: tuple[Team, Team]):
    vector = nearest.spell_vector(embedder().embed(["the printer prints nothing"])[0].tolist())
    with connection.cursor() as cursor:
        cursor.execute(nearest._USE_INDEX)
        for sql, name in (
            (nearest._BY_MEANING, "experience_by_meaning"),
            (nearest._BY_CONTEXT, "experience_by_context"),
        ):
            cursor.execute(
                f"EXPLAIN {sql}", [vector, vector, teams[0].tenant.pk, embedder().id, 40]
            )
            plan = "\n".join(row[0] for row in cursor.fetchall())
            assert name in plan
            assert "Sort" not in plan
