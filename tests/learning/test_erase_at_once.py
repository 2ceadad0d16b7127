"""Erasing while the same sessions are reported, learned from or decided on: two connections."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from apps.errors import NotFound
from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Proposal
from apps.learning.build_context import build_context
from apps.learning.erase_person import erase_person
from apps.learning.learn import learn
from apps.tenants.models import EndUser
from apps.trajectories.models import Receipt, Session, Step, Trajectory
from tests.cast import Team, make_team, now
from tests.learning.erasure import MIRA, asked_in, end, find_everywhere, live, work
from tests.learning.sessions import run_loop
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def team() -> Team:
    return make_team("clinic")


def at_once(team: Team, *operations: Callable[[], Any], inside: bool = True) -> list[Any]:
    """Run operations at once, each on a connection of its own; answers what each gave."""
    start = Barrier(len(operations))

    def run(operation: Callable[[], Any]) -> Any:
        try:
            start.wait(timeout=20)
            if not inside:
                return operation()
            with team.inside():
                return operation()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(operations)) as threads:
        return list(threads.map(run, operations))


def erase(team: Team) -> Any:
    with team.inside():
        return erase_person(team.tenant, "mira", by="admin")


def left_of(team: Team) -> int:
    """How many rows are left of a session and its person."""
    with team.inside():
        tables = (Session, Trajectory, Step)
        return sum(model.objects.for_tenant(team.tenant).count() for model in tables)


@pytest.mark.parametrize("session", ["known", "new"] * 3)
def test_a_batch_at_the_same_moment_is_refused_or_erased(team: Team, session: str):
    with team.inside():
        record(team.tenant, make_run_events(session="known", user_id="mira", tools=["Read"]))
    batch = make_run_events(session=session, user_id="mira", tools=["Read", "Edit"])
    at_once(team, lambda: record(team.tenant, batch), lambda: erase(team))
    assert left_of(team) == 0
    with team.inside():
        assert len(record(team.tenant, batch).refused) == len(batch)


def test_many_batches_meet_many_erasures(team: Team):
    with team.inside():
        record(team.tenant, make_run_events(session="s-0", user_id="mira"))
    batches = [
        make_run_events(session=f"s-{number % 3}", user_id="mira", tools=["Read"])
        for number in range(5)
    ]

    def try_to_erase() -> None:
        try:
            erase(team)
        except NotFound:
            return

    recording = [lambda batch=batch: record(team.tenant, batch) for batch in batches]
    at_once(team, *recording, try_to_erase, try_to_erase)
    with team.inside():
        if EndUser.objects.for_tenant(team.tenant).filter(external_id="mira").exists():
            erase_person(team.tenant, "mira", by="admin")
    assert left_of(team) == 0
    with team.inside():
        linked = Receipt.objects.for_tenant(team.tenant).exclude(trajectory_id=None)
        assert not linked.exists()


def test_two_erasures_at_once_are_one(team: Team):
    with team.inside():
        work(team, "mira", "s", asked_in("en", "mira"))

    def try_to_erase() -> str:
        try:
            return str(erase(team).kind)
        except NotFound:
            return "not found"

    assert sorted(at_once(team, try_to_erase, try_to_erase, inside=False)) == [
        "not found",
        "person",
    ]


def test_what_is_learned_at_the_same_moment_is_erased_too(team: Team):
    with team.inside():
        for who in ("mira", "tom"):
            work(team, who, f"{who}-1", asked_in("en", who))
            end(team, f"{who}-1")
    at_once(team, lambda: learn(team.tenant, now=now()), lambda: erase(team), inside=False)
    run_loop(team)
    with team.inside():
        assert find_everywhere(*MIRA.values(), "mira") == {}
        sessions = Session.objects.for_tenant(team.tenant)
        assert list(sessions.values_list("status", "learning_attempts")) == [("learned", 0)]


def test_a_decision_at_the_same_moment_keeps_no_words(team: Team):
    with team.inside():
        live(team)
        waiting = list(Proposal.objects.for_tenant(team.tenant).pending())

    def approve() -> None:
        for proposal in waiting:
            approve_proposal(proposal, by=team.members["reviewer"], note="good")

    at_once(team, approve, lambda: erase(team))
    with team.inside():
        assert find_everywhere(*MIRA.values(), "mira") == {}


def test_context_given_at_the_same_moment_leaves_no_trace(team: Team):
    with team.inside():
        live(team)
        for proposal in Proposal.objects.for_tenant(team.tenant).pending():
            approve_proposal(proposal, by=team.members["reviewer"])

    def ask(number: int) -> None:
        build_context(team.tenant, asked_in("en", "tom"), session_id=f"tom-{number}")

    at_once(team, *(lambda n=n: ask(n) for n in range(4)), lambda: erase(team))
    with team.inside():
        record(team.tenant, [make_event(session_id="tom-1", user_id="tom")])
        assert find_everywhere(*MIRA.values(), "mira") == {}
