"""Runs with nearly the same tools are found exactly; sets that nobody uses go."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.feedback.score_trajectories import score_trajectories
from apps.trajectories.domain.tool_chain import jaccard
from apps.trajectories.find_similar_runs import find_similar_runs, rank_by_tools
from apps.trajectories.models import Trajectory
from apps.trajectories.note_tool_sets import forget_unused_sets
from apps.trajectories.tool_set_models import ToolOfSet, ToolSet
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.cast import Team

TOOLS = "open read query fill draw send check sum".split()


def run(team: Team, name: str, tools: Sequence[str]) -> Trajectory:
    record(team.tenant, make_run_events(session=name, intent=f"Do {name}", tools=list(tools)))
    score_trajectories(team.tenant, now=timezone.now())
    return Trajectory.objects.for_tenant(team.tenant).get(session__external_id=name)


def test_every_run_that_is_alike_is_found_and_no_other(clinic: Team):
    draw = random.Random(7)  # noqa: S311 – a sample
    rows = [run(clinic, f"r{n}", draw.sample(TOOLS, draw.randint(1, 6))) for n in range(40)]
    for asked in rows[:8]:
        found = dict(rank_by_tools(clinic.tenant, asked.tools, least=Decimal("0.5"), limit=100))
        alike = {one.pk for one in rows if jaccard(one.tools, asked.tools) >= Decimal("0.5")}
        assert found.keys() == alike


def test_the_most_alike_come_first_with_the_order_of_their_calls(clinic: Team):
    asked = run(clinic, "asked", ["open", "read", "fill", "send"])
    run(clinic, "less", ["open", "read"])
    run(clinic, "turned", ["send", "fill", "read", "open"])
    run(clinic, "other", ["draw", "sum"])
    found = find_similar_runs(asked)
    assert [one.trajectory.intent for one in found] == ["Do turned", "Do less"]
    assert (found[0].similarity, found[0].order_similarity) == (Decimal(1), Decimal("0.250"))


def test_a_late_call_moves_a_run_to_another_set(clinic: Team):
    late = run(clinic, "late", ["open", "read"])
    before = late.tool_set
    record(clinic.tenant, [make_event("tool_execution", session_id="late", tool="send")])
    score_trajectories(clinic.tenant, now=timezone.now())
    late.refresh_from_db()
    assert late.tool_set != before
    assert forget_unused_sets(clinic.tenant) == 1
    assert list(ToolSet.objects.for_tenant(clinic.tenant).values_list("key", flat=True)) == [
        late.tool_set
    ]
    assert ToolOfSet.objects.for_tenant(clinic.tenant).count() == 3


def test_similar_runs_are_answered_in_few_queries(clinic: Team, django_assert_max_num_queries):
    asked = run(clinic, "asked", ["open", "read", "fill"])
    for number in range(5):
        run(clinic, f"like-{number}", ["open", "read", "fill"])
    with django_assert_max_num_queries(14):
        answer = clinic.client("read").get(f"/api/v1/trajectories/{asked.pk}/similar", limit=3)
    assert [one["similarity"] for one in answer.json()["results"]] == [1.0, 1.0, 1.0]
