"""Runs with nearly the same tools are found exactly, whatever happened to their sets meanwhile."""

from __future__ import annotations

import random
from decimal import Decimal
from itertools import product
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.feedback.score_trajectories import score_trajectories
from apps.trajectories.domain.tool_chain import jaccard
from apps.trajectories.find_similar_runs import find_similar_runs, rank_by_tools
from apps.trajectories.models import Trajectory
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.cast import Team

TOOLS = "open read query fill draw send check sum".split()
HALF = Decimal("0.5")


def run(team: Team, name: str, tools: Sequence[str], **fields: str) -> Trajectory:
    told = make_run_events(session=name, intent=f"Do {name}", tools=list(tools), **fields)
    record(team.tenant, told)
    score_trajectories(team.tenant, now=timezone.now())
    return Trajectory.objects.for_tenant(team.tenant).get(session__external_id=name)


def rank_all(rows: list[Trajectory], tools: Sequence[str], least: Decimal) -> list[object]:
    """Compare every run, the most alike first, then the latest."""
    alike = [(jaccard(one.tools, tools), one.started_at, one.pk) for one in rows]
    return [pk for share, _, pk in sorted(alike, reverse=True) if share >= least]


def test_every_run_that_is_alike_is_found_in_order_and_no_other(clinic: Team):
    draw = random.Random(7)  # noqa: S311 – a sample
    rows = [run(clinic, f"r{n}", draw.sample(TOOLS, draw.randint(1, 6))) for n in range(40)]
    for asked, least, limit in product(rows[:6], ["0.10", "0.34", "0.50", "1"], [1, 5, 100]):
        found = rank_by_tools(clinic.tenant, asked.tools, least=Decimal(least), limit=limit)
        expected = rank_all(rows, asked.tools, Decimal(least))[:limit]
        assert [pk for pk, _ in found] == expected


def test_the_most_alike_come_first_then_those_in_the_same_order(clinic: Team):
    asked = run(clinic, "asked", ["open", "read", "fill", "send"])
    run(clinic, "less", ["open", "read"])
    run(clinic, "same", ["open", "read", "fill", "send"])
    run(clinic, "turned", ["send", "fill", "read", "open"])
    run(clinic, "other", ["draw", "sum"])
    found = find_similar_runs(asked)
    assert [one.trajectory.intent for one in found] == ["Do same", "Do turned", "Do less"]
    assert [one.order_similarity for one in found] == [1, Decimal("0.25"), HALF]
    assert [one.similarity for one in found] == [1, 1, HALF]


def test_a_late_call_moves_a_run_to_another_set(clinic: Team):
    late = run(clinic, "late", ["open", "read"])
    record(clinic.tenant, [make_event("tool_execution", session_id="late", tool="send")])
    score_trajectories(clinic.tenant, now=timezone.now())
    for tools, similarity in ((["open", "read", "send"], Decimal(1)), (["send"], Decimal(1) / 3)):
        found = rank_by_tools(clinic.tenant, tools, least=Decimal("0.1"), limit=5)
        assert [(pk, round(share, 6)) for pk, share in found] == [(late.pk, round(similarity, 6))]


def test_a_set_that_was_left_hides_no_run_of_another(clinic: Team):
    run(clinic, "moves", ["open", "read"])
    stays = run(clinic, "stays", ["open", "read", "fill"])
    later = [make_event("tool_execution", session_id="moves", tool=tool) for tool in TOOLS[3:]]
    record(clinic.tenant, later)
    score_trajectories(clinic.tenant, now=timezone.now())
    found = rank_by_tools(clinic.tenant, ["open", "read"], least=HALF, limit=1)
    assert [pk for pk, _ in found] == [stays.pk]


def test_a_run_without_tools_is_like_no_other(clinic: Team):
    first, _ = run(clinic, "first", []), run(clinic, "second", [])
    assert first.tool_set is None
    assert find_similar_runs(first) == []


def test_runs_of_another_tenant_are_not_found(clinic: Team, factory: Team):
    asked = run(clinic, "asked", ["open", "read"])
    with factory.inside():
        run(factory, "theirs", ["open", "read"])
    assert find_similar_runs(asked) == []


def test_similar_runs_are_answered_in_as_many_queries_however_many_there_are(
    clinic: Team, django_assert_max_num_queries
):
    asked = run(clinic, "asked", ["open", "read", "fill"])
    for number in range(5):
        run(clinic, f"like-{number}", ["open", "read", "fill"])
    client = clinic.client("read")
    for limit in (1, 5):
        with django_assert_max_num_queries(9):
            answer = client.get(f"/api/v1/trajectories/{asked.pk}/similar", limit=limit)
        assert [one["similarity"] for one in answer.json()["results"]] == [1.0] * limit


def test_a_threshold_out_of_range_is_refused(clinic: Team):
    asked = run(clinic, "asked", ["open"])
    for query in ({"least": "0"}, {"least": "1.5"}, {"least": "x"}, {"limit": 0}, {"limit": 101}):
        answer = clinic.client("read").get(f"/api/v1/trajectories/{asked.pk}/similar", **query)
        assert answer.status_code == 400
