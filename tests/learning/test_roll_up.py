"""Roll-ups hold what the runs come to, whatever happens to the runs afterwards."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.feedback.read_requests import read_requests
from apps.feedback.record_feedback import record_feedback
from apps.feedback.score_trajectories import score_trajectories
from apps.learning.erase_person import erase_person
from apps.learning.learn import learn
from apps.learning.reflect import reflect
from apps.learning.roll_up import rebuild_roll_ups, roll_up, roll_up_when_due
from apps.learning.rollup_models import ChangedDay, DayRollUp
from apps.trajectories.models import Trajectory
from tests.learning.rolled import by_sql, rolled, rolled_tools, work_ago
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from apps.learning.models import Reflection
    from tests.cast import Team

FAIL = ("query_beds", {"n": 1}, "error")


def look_back(team: Team) -> Reflection:
    return reflect(team.tenant, now=timezone.now(), trigger="manual")


def judge(team: Team) -> None:
    score_trajectories(team.tenant, now=timezone.now())
    read_requests(team.tenant, now=timezone.now())


def catch_up(team: Team) -> int:
    return roll_up(team.tenant, now=timezone.now())


def shown(written: Reflection) -> dict[str, Any]:
    """What a report says of runs; the rest is not theirs."""
    rest = {"scored_percent", "pain_points", "skills", "lift", "proposals"}
    return {key: value for key, value in written.report.items() if key not in rest}


def test_a_reflection_says_what_raw_sql_says(clinic: Team):
    for days, tools in ((9, ["Read"]), (6, ["Read", FAIL]), (6, [FAIL]), (2, ["Edit"] * 6)):
        work_ago(clinic, days, *tools, session=f"old-{days}-{tools}")
    record(clinic.tenant, make_run_events(session="open", tools=["Read"], reply=None))
    record(clinic.tenant, make_run_events(session="unscored", tools=[FAIL]))
    first = look_back(clinic)
    assert first.report["trajectories"] == 5
    assert shown(first) == by_sql(first)
    judge(clinic)
    second = look_back(clinic)
    assert (second.report["trajectories"], second.since) == (0, first.until)
    assert shown(second) == by_sql(second)


def test_it_still_does_after_late_events_scores_and_an_erasure(clinic: Team):
    runs = [
        work_ago(clinic, days, *tools, session=f"{person}-{days}", user_id=person)
        for days, tools, person in (
            (8, ["Read", "Edit"], "mira"),
            (8, ["Read", FAIL], "tom"),
            (5, ["Read", FAIL, "mira_only"], "mira"),
            (3, ["Edit"], "tom"),
            (1, ["Read"] * 6, "tom"),
        )
    ]
    catch_up(clinic)
    late = {"session_id": "tom-3", "tool": "query_beds", "status": "error", "error": "late"}
    record(clinic.tenant, [make_event("tool_execution", **late)])
    record_feedback(runs[4], 0.1, by="tom", member=None)
    record(
        clinic.tenant, make_run_events(session="s8", intent="不对，应该是八病区", tools=["Read"])
    )
    judge(clinic)
    catch_up(clinic)
    erase_person(clinic.tenant, "mira", by="admin")
    record_feedback(runs[1], 0.9, by="tom", member=None)
    written = look_back(clinic)
    assert written.report["trajectories"] == Trajectory.objects.for_tenant(clinic.tenant).count()
    assert "mira_only" not in rolled_tools(clinic)
    assert shown(written) == by_sql(written)


def test_each_period_keeps_its_own_runs_of_one_day(clinic: Team):
    for tools in (["Read"], ["Edit", FAIL], [FAIL]):
        record(clinic.tenant, make_run_events(session=str(tools), tools=tools))
        judge(clinic)
        written = look_back(clinic)
        assert written.report["trajectories"] == 1
        assert shown(written) == by_sql(written)
    before = rolled(clinic)
    assert len(before) == 3
    rebuild_roll_ups(clinic.tenant, now=timezone.now())
    assert rolled(clinic) == before


def test_what_ends_at_the_very_moment_belongs_to_the_next_period(clinic: Team):
    run = work_ago(clinic, 0, "Read")
    assert run.closed_at is not None
    first = reflect(clinic.tenant, now=run.closed_at, trigger="manual")
    second = reflect(clinic.tenant, now=run.closed_at + timedelta(seconds=1), trigger="manual")
    assert [one.report["trajectories"] for one in (first, second)] == [0, 1]


def test_a_rebuild_finds_what_the_rounds_have_counted(clinic: Team):
    for days in (9, 4, 4, 0):
        work_ago(clinic, days, "Read", FAIL, session=f"{days}")
        catch_up(clinic)
    counted, tools = rolled(clinic), rolled_tools(clinic)
    again = rebuild_roll_ups(clinic.tenant, now=timezone.now())
    assert (rolled(clinic), rolled_tools(clinic)) == (counted, tools)
    assert (again.days, again.trajectories, again.calls) == (3, 4, 8)
    DayRollUp.objects.for_tenant(clinic.tenant).delete()
    rebuild_roll_ups(clinic.tenant, now=timezone.now())
    assert (rolled(clinic), rolled_tools(clinic)) == (counted, tools)


def test_only_days_that_changed_are_counted_again(clinic: Team):
    runs = [work_ago(clinic, days, "Read") for days in (9, 6, 3)]
    assert catch_up(clinic) == 3
    assert catch_up(clinic) == 0
    record_feedback(runs[1], "negative", by="tom", member=None)
    assert catch_up(clinic) == 1


def test_recording_notes_nothing_and_judging_notes_a_day_once(clinic: Team):
    notes = ChangedDay.objects.for_tenant(clinic.tenant)
    for number in range(3):
        record(clinic.tenant, make_run_events(session=f"s-{number}", tools=["Read"]))
    assert notes.count() == 0
    judge(clinic)
    assert notes.count() == 1


def test_a_run_judged_the_same_again_is_no_change(clinic: Team):
    work_ago(clinic, 1, "Read")
    catch_up(clinic)
    rows = Trajectory.objects.for_tenant(clinic.tenant)
    rows.update(score="0.800", outcome="success", synthesized_skill="a-skill")
    assert not ChangedDay.objects.for_tenant(clinic.tenant).exists()


def test_a_round_counts_once_the_oldest_change_has_waited(clinic: Team):
    work_ago(clinic, 1, "Read")
    now = timezone.now()
    assert roll_up_when_due(clinic.tenant, now=now) == 0
    with CaptureQueriesContext(connection) as queries:
        roll_up_when_due(clinic.tenant, now=now)
    assert len(queries) == 1
    assert roll_up_when_due(clinic.tenant, now=now + timedelta(minutes=6)) == 1
    assert roll_up_when_due(clinic.tenant, now=now + timedelta(minutes=12)) == 0


def test_the_learning_round_counts_even_where_learning_is_off(clinic: Team):
    clinic.tenant.settings = {"enabled": False}
    work_ago(clinic, 1, "Read")
    learn(clinic.tenant, now=timezone.now() + timedelta(minutes=6))
    assert [row[2] for row in rolled(clinic)] == [1]


def test_another_tenants_runs_are_not_counted(clinic: Team, factory: Team):
    with factory.inside():
        work_ago(factory, 1, "Read")
        catch_up(factory)
    with clinic.inside():
        work_ago(clinic, 1, "Edit")
        catch_up(clinic)
        assert set(rolled_tools(clinic)) == {"Edit"}
        assert [row[2] for row in rolled(clinic)] == [1]


def test_looking_back_asks_as_much_of_a_long_period_as_of_a_short_one(clinic: Team):
    def queries_for(days: range) -> int:
        for day in days:
            work_ago(clinic, day, "Read", session=f"day-{day}")
        catch_up(clinic)
        with CaptureQueriesContext(connection) as queries:
            look_back(clinic)
        return len(queries)

    assert queries_for(range(1, 3)) >= queries_for(range(3, 12)) - 1
