"""A session is scored from its runs and its talk, and anew when a run's score changes."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from apps.feedback.record_feedback import record_feedback
from apps.feedback.score_sessions import rescore_sessions, show_session_score
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Session, SessionStatus, Trajectory
from tests.cast import now
from tests.feedback.judging import judge
from tests.make import make_run_events, record

if TYPE_CHECKING:
    from tests.cast import Team


def learned(team: Team) -> tuple[Session, list[Trajectory]]:
    """Score the runs stored so far, and mark their session as learned with its score."""
    runs = judge(team)
    session = Session.objects.for_tenant(team.tenant).get()
    show_session_score(session, runs, load_chains(runs, most=50))
    session.status, session.ended_at, session.learned_at = SessionStatus.LEARNED, now(), now()
    session.save()
    return session, runs


def reasons(session: Session) -> list[object]:
    return [line["reason"] for line in session.score_lines]


def test_the_lines_tell_of_runs_and_signs(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    record(clinic.tenant, make_run_events(tools=["create_report"], intent="Write it, please"))
    session, _ = learned(clinic)
    session.refresh_from_db()
    assert session.score == Decimal("0.700")
    assert reasons(session) == ["mean score of 2 runs", "1 change was not looked at afterwards"]


def test_what_a_program_asked_for_is_no_word_of_a_person(clinic: Team):
    said = ["I don't have the number", "I still don't have it", "I'll get back to you"]
    for text in said:
        events = make_run_events(intent=text, reply="Please provide the number.")
        record(clinic.tenant, events)
    session, runs = learned(clinic)
    assert reasons(session)[1:3] == [
        "asked 2 times for what the person does not have",
        "the person left to come back with something",
    ]
    for run in runs:
        run.author = "agent"
    show_session_score(session, runs, {})
    assert reasons(session) == ["mean score of 3 runs"]


def test_a_later_word_of_a_person_reaches_the_session(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    session, (run,) = learned(clinic)
    assert rescore_sessions(clinic.tenant, [run.pk]) == 0
    record_feedback(run, "negative", by="key", member=None)
    assert rescore_sessions(clinic.tenant, [run.pk]) == 1
    assert rescore_sessions(clinic.tenant, [run.pk]) == 0
    session.refresh_from_db()
    assert session.score == Decimal(0)


def test_a_session_that_is_still_to_be_learned_is_left_to_that(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    run = judge(clinic)[0]
    assert rescore_sessions(clinic.tenant, [run.pk]) == 0


def test_another_tenants_session_is_left_alone(clinic: Team, factory: Team):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    session, (run,) = learned(clinic)
    Session.objects.for_tenant(clinic.tenant).update(score=None)
    assert rescore_sessions(factory.tenant, [run.pk]) == 0
    session.refresh_from_db()
    assert session.score is None
