"""Every set of tools is kept once while a run has it, also where several are at it at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module
from threading import Barrier, Event
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from apps.feedback.score_trajectories import score_trajectories
from apps.learning.erase_person import erase_person
from apps.trajectories.apply_retention import remove_old_trajectories
from apps.trajectories.models import Trajectory
from apps.trajectories.note_tool_sets import forget_unused_sets, note_tool_sets
from apps.trajectories.tool_set_models import ToolOfSet, ToolSet
from tests.cast import Team, make_team
from tests.make import make_event, record
from tests.trajectories.test_find_similar_runs import run

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def team(transactional_db: None) -> Team:
    return make_team("clinic")


def kept(team: Team) -> list[list[str]]:
    """Tell the sets that are kept; their tools one by one must be the same."""
    sets = ToolSet.objects.for_tenant(team.tenant)
    listed = {(one.key, tool, len(one.tools)) for one in sets for tool in one.tools}
    rows = ToolOfSet.objects.for_tenant(team.tenant).values_list("key", "tool", "size")
    assert sorted(rows) == sorted(listed)
    return sorted(sets.values_list("tools", flat=True))


def at_once(team: Team, *operations: Callable[[], Any]) -> None:
    """Run operations at once, each on a connection and in a transaction of its own."""

    def alone(operation: Callable[[], Any]) -> None:
        try:
            with team.inside():
                operation()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(operations)) as threads:
        list(threads.map(alone, operations))


def test_runs_with_the_same_tools_share_a_set(clinic: Team):
    first, second = run(clinic, "a", ["open", "read"]), run(clinic, "b", ["read", "open", "read"])
    assert first.tool_set == second.tool_set
    assert kept(clinic) == [["open", "read"]]


def test_a_set_that_a_late_call_left_is_removed(clinic: Team):
    run(clinic, "late", ["open", "read"])
    record(clinic.tenant, [make_event("tool_execution", session_id="late", tool="send")])
    score_trajectories(clinic.tenant, now=timezone.now())
    assert forget_unused_sets(clinic.tenant) == 1
    assert kept(clinic) == [["open", "read", "send"]]


def test_sets_go_with_the_last_run_that_is_past_retention(clinic: Team):
    old, _ = run(clinic, "old", ["open", "old"]), run(clinic, "new", ["open", "read"])
    past = timezone.now() - timedelta(days=400)
    Trajectory.objects.for_tenant(clinic.tenant).filter(pk=old.pk).update(opened_at=past)
    remove_old_trajectories(clinic.tenant, before=past + timedelta(days=1))
    assert kept(clinic) == [["open", "read"]]


def test_tools_of_an_erased_person_stay_only_where_others_used_them(clinic: Team):
    run(clinic, "mira-1", ["open", "mira-file"], user_id="mira")
    run(clinic, "mira-2", ["open", "read"], user_id="mira")
    run(clinic, "other", ["open", "read"], user_id="ben")
    record(clinic.tenant, [make_event("tool_execution", session_id="mira-1", tool="late")])
    score_trajectories(clinic.tenant, now=timezone.now())
    erase_person(clinic.tenant, "mira", by="admin")
    assert kept(clinic) == [["open", "read"]]


def test_runs_scored_before_sets_were_kept_are_named(clinic: Team):
    rows = [run(clinic, f"r{n}", ["open", f"tool-{n % 2}"]) for n in range(4)]
    runs = Trajectory.objects.for_tenant(clinic.tenant)
    runs.update(tool_set=None)
    forget_unused_sets(clinic.tenant)
    migration = import_module("apps.trajectories.migrations.0006_name_tool_sets")
    for _ in range(2):
        migration.name_tool_sets(apps, None)
        named = dict(runs.values_list("pk", "tool_set"))
        assert named == {one.pk: one.tool_set for one in rows}
        assert kept(clinic) == [["open", "tool-0"], ["open", "tool-1"]]


def test_two_who_score_runs_with_the_same_new_sets_store_them_once(team: Team):
    sets = [[f"tool-{number}", "open"] for number in range(20)]
    orders = (sets, sets[::-1], sets[10:] + sets[:10])
    gate = Barrier(len(orders))

    def note(order: list[list[str]]) -> None:
        gate.wait(10)
        note_tool_sets(team.tenant, [Trajectory(tools=tools) for tools in order])

    at_once(team, *[lambda order=order: note(order) for order in orders])
    with team.inside():
        assert kept(team) == sorted(sorted(tools) for tools in sets)


def test_a_set_that_is_being_named_is_not_removed(team: Team):
    with team.inside():
        one = run(team, "one", ["open", "read"])
        Trajectory.objects.for_tenant(team.tenant).update(tool_set=None)
    noted, looked = Event(), Event()

    def name() -> None:
        note_tool_sets(team.tenant, [one])
        noted.set()
        assert looked.wait(10)
        one.save(update_fields=["tool_set"])

    def forget() -> None:
        assert noted.wait(10)
        assert forget_unused_sets(team.tenant) == 0
        looked.set()

    at_once(team, name, forget)
    with team.inside():
        assert kept(team) == [["open", "read"]]


def test_a_set_that_is_removed_at_the_same_moment_is_stored_again(team: Team):
    with team.inside():
        one = run(team, "one", ["open", "read"])
        Trajectory.objects.for_tenant(team.tenant).update(tool_set=None)
    removed = Event()

    def forget() -> None:
        assert forget_unused_sets(team.tenant) == 1
        removed.set()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.3)")  # the other one waits for this transaction

    def name() -> None:
        assert removed.wait(10)
        note_tool_sets(team.tenant, [one])
        one.save(update_fields=["tool_set"])

    at_once(team, forget, name)
    with team.inside():
        assert kept(team) == [["open", "read"]]
