"""Events are stored once, in order, in the trajectory they belong to."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.trajectories import batch_rows
from apps.trajectories.models import Receipt, Session, Step, Trajectory
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from tests.cast import Team


def trajectories(team: Team) -> list[Trajectory]:
    return list(Trajectory.objects.for_tenant(team.tenant).order_by("started_at"))


def test_a_run_becomes_one_trajectory_with_its_steps(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read", "Edit", ("Bash", {}, "error")]))
    (run,) = trajectories(clinic)
    assert (run.tool_count, run.error_count, run.complexity) == (3, 1, "moderate")
    assert (run.status, run.final_response) == ("completed", "The report is ready.")
    kinds = [step.type for step in Step.objects.of_trajectory(run)]
    assert kinds == ["user_request", *["tool_execution"] * 3, "response"]


def test_a_repeated_batch_adds_nothing(clinic: Team):
    events = make_run_events(tools=["Read", "Edit"])
    assert record(clinic.tenant, events).accepted == 4
    again = record(clinic.tenant, events)
    assert (again.accepted, again.duplicates) == (0, 4)
    assert (len(trajectories(clinic)), Step.objects.for_tenant(clinic.tenant).count()) == (1, 4)


def test_a_repeat_inside_one_batch_counts_once(clinic: Team):
    event = make_event()
    recorded = record(clinic.tenant, [event, event])
    assert (recorded.accepted, recorded.duplicates) == (1, 1)


def test_a_forked_session_that_sends_its_history_again_counts_once(clinic: Team):
    events = make_run_events(session="first", tools=["Read"])
    record(clinic.tenant, events)
    copied = [{**event, "session_id": "fork"} for event in events]
    fresh = make_run_events(session="fork", intent="And now the next ward please", tools=["Edit"])
    recorded = record(clinic.tenant, [*copied, *fresh])
    assert (recorded.accepted, recorded.duplicates) == (3, 3)
    assert [run.tool_count for run in trajectories(clinic)] == [1, 1]


def test_an_empty_stop_neither_closes_wrongly_nor_erases_the_reply(clinic: Team):
    record(clinic.tenant, make_run_events(reply="Done, 3 files."))
    record(clinic.tenant, [make_event("response", text=None)])
    (run,) = trajectories(clinic)
    assert (run.final_response, run.status) == ("Done, 3 files.", "completed")


def test_duplicate_ends_and_a_sub_agents_end_do_no_harm(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    ends = [make_event("session_end") for _ in range(2)]
    sub = make_event("session_end", session_id="s-1/agent-a", parent_session_id="s-1")
    record(clinic.tenant, [*ends, sub])
    sessions = Session.objects.for_tenant(clinic.tenant)
    assert [(one.external_id, one.status) for one in sessions] == [("s-1", "ended")]


def test_a_late_repeat_with_more_fills_what_was_empty(clinic: Team):
    call = make_event("tool_execution", tool="Read", args={"path": "a"})
    record(clinic.tenant, [make_event(), call])
    fuller = {**call, "result": "three lines", "status": "error", "error": "cut off"}
    assert record(clinic.tenant, [fuller]).duplicates == 1
    step = Step.objects.for_tenant(clinic.tenant).get(type="tool_execution")
    assert (step.result, step.status, step.error) == ("three lines", "error", "cut off")
    assert trajectories(clinic)[0].error_count == 1


def test_a_late_repeat_with_less_leaves_what_is_there(clinic: Team):
    call = make_event("tool_execution", tool="Read", result="three lines", status="completed")
    record(clinic.tenant, [make_event(), call])
    record(clinic.tenant, [{**call, "result": None, "status": None}])
    step = Step.objects.for_tenant(clinic.tenant).get(type="tool_execution")
    assert (step.result, step.status) == ("three lines", "completed")


def test_events_out_of_order_find_their_trajectories(clinic: Team):
    first = make_run_events(intent="Count the beds of ward one", tools=["Read"])
    second = make_run_events(intent="Count the beds of ward two", tools=["Edit"])
    late, rest = first[1], [first[0], *first[2:]]
    record(clinic.tenant, [*rest, *second])
    record(clinic.tenant, [late])
    assert [run.tools for run in trajectories(clinic)] == [["Read"], ["Edit"]]


def test_a_tool_call_before_its_request_waits_under_the_turn_id(clinic: Team):
    call = make_event("tool_execution", tool="Read", turn_id="t-1")
    record(clinic.tenant, [call])
    record(clinic.tenant, [make_event(text="Read the plan", turn_id="t-1")])
    (run,) = trajectories(clinic)
    assert (run.intent, run.tools) == ("Read the plan", ["Read"])


@pytest.mark.parametrize("when", ["1970-01-01T00:00:00Z", "2199-01-01T00:00:00Z"])
def test_an_absurd_clock_is_set_right_and_noted(clinic: Team, when: str):
    record(clinic.tenant, [make_event(timestamp=when)])
    (run,) = trajectories(clinic)
    assert abs(run.started_at - timezone.now()) < timedelta(minutes=1)
    assert "clock" in Step.objects.of_trajectory(run).get().metadata


def test_the_next_request_closes_the_one_before(clinic: Team):
    record(clinic.tenant, [make_event(text="one"), make_event(text="two")])
    assert [run.status for run in trajectories(clinic)] == ["partial", "open"]


def test_a_hook_and_a_transcript_of_the_same_request_meet(clinic: Team):
    moment = timezone.now().isoformat()
    by_hook = make_event(text="Deploy the ward app", timestamp=moment)
    record(clinic.tenant, [by_hook], source="hook")
    record(clinic.tenant, [{**by_hook, "event_id": "from-transcript"}], source="transcript")
    assert len(trajectories(clinic)) == 1


def test_a_session_that_goes_on_is_open_again(clinic: Team):
    record(clinic.tenant, [*make_run_events(), make_event("session_end")])
    record(clinic.tenant, make_run_events(intent="One more thing about ward nine"))
    assert Session.objects.for_tenant(clinic.tenant).get().status == "open"


def test_ten_thousand_steps_are_stored_and_paged(clinic: Team):
    record(clinic.tenant, [make_event()])
    for start in range(0, 10_000, 1000):
        calls = [
            make_event("tool_execution", tool="Read", event_id=f"many-{number}")
            for number in range(start, start + 1000)
        ]
        record(clinic.tenant, calls)
    (run,) = trajectories(clinic)
    assert run.tool_count == 10_000
    answer = clinic.client("read").get(f"/api/v1/trajectories/{run.pk}")
    assert len(answer.json()["steps"]) == 200
    assert answer.json()["next"]


def test_storing_a_step_costs_the_same_at_step_10_and_at_step_1000(clinic: Team):
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            record(clinic.tenant, [make_event("tool_execution", tool="Read")])
        return len(queries)

    record(clinic.tenant, [make_event(), *(make_event("tool_execution") for _ in range(9))])
    early = cost()
    record(clinic.tenant, [make_event("tool_execution") for _ in range(900)])
    assert cost() == early <= 14


def test_text_a_database_refuses_is_replaced_beside_unharmed_neighbours(clinic: Team):
    asked = make_event(text="NUL \x00 here")
    bad = make_event(
        "tool_execution", tool="Bash", args={"k\x00": "a\x00b"}, result=["x\ud800y", {"z": "\x00"}]
    )
    good = make_event("tool_execution", tool="Read", result="fine")
    assert record(clinic.tenant, [asked, bad, good]).accepted == 3
    steps = Step.objects.for_tenant(clinic.tenant).order_by("sequence")
    assert steps[0].text == "NUL \ufffd here"
    assert steps[1].args == {"k\ufffd": "a\ufffdb"}
    assert steps[1].result == ["x\ufffdy", {"z": "\ufffd"}]
    assert steps[2].result == "fine"


def test_an_oversize_field_is_cut_and_marked_not_dropped(clinic: Team):
    huge = "line of output\n" * 50_000
    record(clinic.tenant, [make_event(), make_event("tool_execution", result={"stdout": huge})])
    step = Step.objects.for_tenant(clinic.tenant).get(type="tool_execution")
    assert step.result["stdout"].startswith("line of output")
    assert "[truncated: 750000 bytes, sha256 " in step.result["stdout"]


def test_secrets_never_reach_the_database(clinic: Team):
    secret = "ghp_" + "a1B2" * 10
    call = make_event(
        "tool_execution", args={"password": "hunter2-and-more"}, result=f"token {secret} found"
    )
    record(clinic.tenant, [make_event(text=f"use {secret}"), call])
    stored = [
        str([step.text, step.args, step.result, step.input_summary, step.output_summary])
        for step in Step.objects.for_tenant(clinic.tenant)
    ]
    assert not any(secret in one or "hunter2" in one for one in stored)
    assert secret not in trajectories(clinic)[0].intent


def test_receipts_outlive_steps_so_that_old_history_stays_known(clinic: Team):
    events = make_run_events(tools=["Read"])
    record(clinic.tenant, events)
    Step.objects.for_tenant(clinic.tenant).delete()
    assert record(clinic.tenant, events).accepted == 0
    assert Receipt.objects.for_tenant(clinic.tenant).count() == 3


def test_a_repeat_in_one_batch_fills_and_never_empties(clinic: Team):
    full = make_event("tool_execution", tool="Read", args={"path": "a"}, result="three lines")
    empty = {**full, "args": None, "result": None, "status": "error", "error": "late"}
    record(clinic.tenant, [make_event(), full, empty])
    step = Step.objects.for_tenant(clinic.tenant).get(type="tool_execution")
    assert (step.args, step.result) == ({"path": "a"}, "three lines")
    assert (step.status, step.error) == ("error", "late")


def test_a_request_that_is_late_joins_the_work_it_asked_for(clinic: Team):
    asked = make_event(text="Count the beds of ward one")
    done = [make_event("tool_execution", tool="Read"), make_event("response", text="12 beds.")]
    record(clinic.tenant, done)
    record(clinic.tenant, [asked])
    (run,) = trajectories(clinic)
    assert (run.intent, run.author, run.tools) == (asked["text"], "person", ["Read"])
    assert run.final_response == "12 beds."


def test_a_request_from_before_the_end_leaves_no_run_open(clinic: Team):
    early = make_event(text="What was asked before it ended")
    record(clinic.tenant, [*make_run_events(), make_event("session_end")])
    record(clinic.tenant, [early])
    assert Session.objects.for_tenant(clinic.tenant).get().status == "ended"
    assert "open" not in {run.status for run in trajectories(clinic)}


def test_a_word_longer_than_search_can_hold_is_stored_all_the_same(clinic: Team):
    record(clinic.tenant, make_run_events(intent="look at " + "a" * 5000 + " please"))
    assert len(trajectories(clinic)[0].intent) > 5000


def test_a_parent_is_linked_whichever_of_the_two_is_heard_of_first(clinic: Team):
    child = make_event(session_id="a-child", parent_session_id="z-parent", author="agent")
    record(clinic.tenant, [child, make_event(session_id="z-parent")])
    early = make_event(session_id="b-child", parent_session_id="y-parent", author="agent")
    record(clinic.tenant, [early])
    record(clinic.tenant, [make_event(session_id="y-parent")])
    again = make_event("tool_execution", session_id="b-child", parent_session_id="y-parent")
    record(clinic.tenant, [again])
    sessions = Session.objects.for_tenant(clinic.tenant).filter(parent__isnull=False)
    linked = dict(sessions.values_list("external_id", "parent__external_id"))
    assert linked == {"a-child": "z-parent", "b-child": "y-parent"}


def test_the_end_of_a_session_ends_its_sub_agents_however_deep(clinic: Team):
    for depth in range(40):
        parent = {"parent_session_id": f"s-{depth - 1}"} if depth else {}
        record(clinic.tenant, make_run_events(session=f"s-{depth}", **parent))
    record(clinic.tenant, [make_event("session_end", session_id="s-0")])
    assert set(Session.objects.for_tenant(clinic.tenant).values_list("status")) == {("ended",)}


def test_a_busy_session_elsewhere_costs_no_session_its_turns(clinic: Team):
    for number in range(30):
        record(clinic.tenant, make_run_events(session="long", intent=f"Count ward {number}"))
    old = make_event(session_id="old", timestamp="2021-01-01T00:00:00Z")
    record(clinic.tenant, [old])
    with CaptureQueriesContext(connection) as queries:
        more = make_event("tool_execution", session_id="long", tool="Read")
        record(clinic.tenant, [{**old, "event_id": "old-2", "type": "response"}, more])
    assert len(queries) <= 14
    assert trajectories(clinic)[-1].tools == ["Read"]


def test_late_content_is_searched_counted_and_learned_from_anew(clinic: Team):
    events = make_run_events(intent="", tools=["Read"])
    asked = events[0]
    record(clinic.tenant, [*events, make_event("session_end")])
    Session.objects.for_tenant(clinic.tenant).update(status="learned", learned_at=timezone.now())
    record(clinic.tenant, [{**asked, "text": "Where are the giraffes kept", "input_tokens": 7}])
    (run,) = trajectories(clinic)
    assert (run.intent, run.input_tokens) == ("Where are the giraffes kept", 7)
    assert Trajectory.objects.for_tenant(clinic.tenant).with_words("giraffes").count() == 1
    assert Session.objects.for_tenant(clinic.tenant).get().status == "ended"


def test_what_is_stored_is_found_by_index_though_the_statistics_know_of_no_session(clinic: Team):
    for number in range(8):
        record(clinic.tenant, make_run_events(session=f"shift-{number}", tools=["Read"]))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, generic_plans, custom_plans FROM pg_prepared_statements "
            "WHERE statement LIKE %s",
            ["%AS batch(external_id, since)%"],
        )
        [(name, kept, made_anew)] = cursor.fetchall()
        assert (kept >= 8, made_anew) == (True, 0)
        started = "array[now()]::timestamptz[]"
        cursor.execute(batch_rows._PLAN_ONCE)
        tenant = f"'{clinic.tenant.pk}'"
        cursor.execute(
            f"EXPLAIN EXECUTE {name}(array['shift-1'], {started}, {tenant}, array[]::text[])"
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "Index Cond: ((tenant_id = $3) AND ((external_id)::text = batch.external_id))" in plan
    assert "Bitmap" not in plan
