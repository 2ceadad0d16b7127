"""A session ends once: by a call, or after a tenant's own time of silence."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.trajectories.end_session import end_idle_sessions, end_session
from apps.trajectories.models import Session, Trajectory
from apps.trajectories.signals import trajectory_completed
from tests.make import make_run_events, record

if TYPE_CHECKING:
    from tests.cast import Team


def hold(team: Team, session: str = "s-1", **run: Any) -> Session:
    record(team.tenant, make_run_events(session=session, **run))
    return Session.objects.for_tenant(team.tenant).get(external_id=session)


def states(team: Team) -> dict[str, str]:
    return dict(Session.objects.for_tenant(team.tenant).values_list("external_id", "status"))


def later(minutes: int) -> Any:
    return timezone.now() + timedelta(minutes=minutes)


def test_a_call_ends_it_and_a_second_call_changes_nothing(clinic: Team):
    session = hold(clinic)
    ended = end_session(session, now=later(1))
    assert ended.status == "ended"
    again = end_session(session, now=later(9))
    assert again.ended_at == ended.ended_at


@pytest.mark.parametrize(("reply", "status"), [("好了", "completed"), (None, "partial")])
def test_what_is_open_is_closed_by_what_it_came_to(clinic: Team, reply: str | None, status: str):
    session = hold(clinic, tools=["Read"], reply=reply)
    end_session(session, now=later(1))
    run = Trajectory.objects.for_tenant(clinic.tenant).get()
    assert (run.status, run.completed_at) == (status, run.last_event_at)


def test_only_sessions_that_were_silent_for_the_limit_are_ended(clinic: Team):
    hold(clinic, "silent")
    assert end_idle_sessions(clinic.tenant, now=later(29)) == 0
    assert end_idle_sessions(clinic.tenant, now=later(31)) == 1
    assert end_idle_sessions(clinic.tenant, now=later(31)) == 0
    assert states(clinic) == {"silent": "ended"}


def test_a_tenant_sets_its_own_limit(clinic: Team):
    hold(clinic)
    clinic.tenant.settings = {"trajectory": {"idleMinutes": 240}}
    assert end_idle_sessions(clinic.tenant, now=later(239)) == 0
    clinic.tenant.settings = {"trajectory": {"idleMinutes": 5}}
    assert end_idle_sessions(clinic.tenant, now=later(6)) == 1


def test_many_are_ended_in_one_sweep(clinic: Team, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("apps.trajectories.end_session.BATCH", 2)
    for number in range(5):
        hold(clinic, f"s-{number}", tools=["Read"], reply=None)
    assert end_idle_sessions(clinic.tenant, now=later(31)) == 5
    assert set(states(clinic).values()) == {"ended"}
    assert not Trajectory.objects.for_tenant(clinic.tenant).filter(status="open").exists()


def test_another_tenants_sessions_are_left_alone(clinic: Team, factory: Team):
    with factory.inside():
        hold(factory)
    with clinic.inside():
        assert end_idle_sessions(clinic.tenant, now=later(31)) == 0
    with factory.inside():
        assert states(factory) == {"s-1": "open"}


def test_the_end_is_announced_once(clinic: Team, django_capture_on_commit_callbacks: Any):
    heard: list[Any] = []
    session = hold(clinic, tools=["Read"], reply=None)
    run = Trajectory.objects.for_tenant(clinic.tenant).get()

    def hear(sender: Any, trajectory_ids: list[Any], **_: Any) -> None:
        heard.append(trajectory_ids)

    trajectory_completed.connect(hear)
    try:
        for _ in range(2):
            with django_capture_on_commit_callbacks(execute=True):
                end_session(session, now=later(1))
    finally:
        trajectory_completed.disconnect(hear)
    assert heard == [[run.pk]]
