"""Signals are written once a source, read from the runs of served sessions, and forgotten."""

from __future__ import annotations

import uuid
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.feedback.domain.served import ServedItem
from apps.feedback.domain.signal_weights import trust_of
from apps.feedback.domain.signals import SignalDraft, Unserved
from apps.feedback.models import Signal
from apps.feedback.record_feedback import record_feedback
from apps.feedback.record_signals import (
    forget_signals,
    load_signals,
    record_signal,
    record_signals,
    signals_of_servings,
)
from apps.trajectories.apply_retention import remove_old_trajectories
from tests.feedback.judging import judge
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from apps.trajectories.models import Trajectory
    from tests.cast import Team

SKILL = uuid.UUID(int=7)
TOOLS = ("fetch", "match")


def draft(**known: object) -> SignalDraft:
    given = SignalDraft("skill", SKILL, "explicit", "positive", "s", "m-1", timezone.now())
    return replace(given, **known)  # type: ignore[arg-type]


def serve(session: str = "s-1") -> ServedItem:
    at = timezone.now()
    return ServedItem("skill", SKILL, session, at, name="match-invoices", tools=TOOLS)


def kinds(team: Team) -> set[tuple[str, str, int]]:
    rows = Signal.objects.for_tenant(team.tenant)
    return set(rows.values_list("kind", "polarity", "weight"))


def work(team: Team, *said: str, session: str = "s-1", **run: object) -> list[Trajectory]:
    """Store a run of the skill's tools and the messages after it, judged."""
    events = make_run_events(tools=TOOLS, session=session, user_id="ann", **run)  # type: ignore[arg-type]
    events += [make_event(text=text, session_id=session, user_id="ann") for text in said]
    record(team.tenant, events)
    return judge(team)


def test_a_source_says_a_thing_once(clinic: Team):
    for polarity in ("positive", "negative", "negative"):
        record_signal(clinic.tenant, draft(polarity=polarity))
    assert record_signals(clinic.tenant, [draft(), draft(), draft(source_key="m-2")]) == 2
    assert Signal.objects.for_tenant(clinic.tenant).count() == 2
    assert kinds(clinic) == {("explicit", "positive", 3)}


def test_a_served_session_says_what_it_thought(clinic: Team):
    item = serve()
    work(clinic, "不对，日期格式错了，改成 ISO 格式")
    record_signals(clinic.tenant, signals_of_servings(clinic.tenant, [item], unserved={}))
    assert kinds(clinic) == {
        ("usage", "positive", 2),
        ("explicit", "negative", 3),
        ("completion", "negative", 1),
    }
    said = Signal.objects.for_tenant(clinic.tenant).get(kind="explicit")
    assert said.quote == "不对，日期格式错了，改成 ISO 格式"
    assert said.end_user.external_id == "ann"


def test_asking_the_same_again_speaks_against_it(clinic: Team):
    item = serve()
    asked = "Match the invoices of May with the orders"
    work(clinic, asked, intent=asked)
    found = signals_of_servings(clinic.tenant, [item], unserved={})
    assert ("implicit", "negative") in {(one.kind, one.polarity) for one in found}


def test_reading_a_session_again_adds_nothing_and_follows_a_new_judgement(clinic: Team):
    item = serve()
    run = work(clinic)[0]
    for _ in range(3):
        record_signals(clinic.tenant, signals_of_servings(clinic.tenant, [item], unserved={}))
    assert kinds(clinic) == {("usage", "positive", 2), ("completion", "positive", 1)}
    record_feedback(run, "negative", by="ann", member=None)
    record_signals(clinic.tenant, signals_of_servings(clinic.tenant, [item], unserved={}))
    assert kinds(clinic) == {
        ("usage", "positive", 2),
        ("completion", "negative", 1),
        ("explicit", "negative", 3),
    }


def test_a_skill_chosen_by_name_is_used(clinic: Team):
    item = serve()
    events = make_run_events(tools=[("Skill", {"skill": "match-invoices"})])
    record(clinic.tenant, events)
    judge(clinic)
    found = signals_of_servings(clinic.tenant, [item], unserved={})
    assert {one.kind for one in found} == {"usage", "completion"}


def test_runs_without_the_skill_are_compared(clinic: Team):
    item = serve()
    run = work(clinic)[0]
    without = {run.pk: Unserved(Decimal("0.600"), 4)}
    found = signals_of_servings(clinic.tenant, [item], unserved=without)
    assert ("comparison", "positive") in {(one.kind, one.polarity) for one in found}


def test_many_sessions_cost_two_queries(clinic: Team):
    items = [serve(f"s-{number}") for number in range(6)]
    for item in items:
        work(clinic, session=item.session_id)
    with CaptureQueriesContext(connection) as queries:
        found = signals_of_servings(clinic.tenant, items, unserved={})
    assert len(found) == 12
    assert len(queries) == 2


def test_trust_follows_the_signals(clinic: Team):
    record_signals(clinic.tenant, [draft(source_key=f"m-{number}") for number in range(4)])
    record_signal(clinic.tenant, draft(target_id=uuid.UUID(int=9), polarity="negative"))
    found = load_signals(clinic.tenant, "skill", [SKILL, uuid.UUID(int=9)])
    now = timezone.now()
    assert trust_of(found[SKILL], now=now) == Decimal("0.833")
    assert trust_of(found[uuid.UUID(int=9)], now=now) == Decimal("0.333")
    assert load_signals(clinic.tenant, "experience", [SKILL]) == {}


def test_signals_outlive_their_run_but_not_their_person(clinic: Team):
    item = serve()
    run = work(clinic, "很好，谢谢")[0]
    record_signals(clinic.tenant, signals_of_servings(clinic.tenant, [item], unserved={}))
    remove_old_trajectories(clinic.tenant, before=timezone.now())
    connection.check_constraints()
    rows = Signal.objects.for_tenant(clinic.tenant)
    assert set(rows.values_list("trajectory", flat=True)) == {None}
    assert rows.filter(quote="很好，谢谢").exists()
    assert run.end_user
    forget_signals(clinic.tenant, run.end_user)
    assert not rows.exists()


@pytest.mark.parametrize("fields", [{"weight": 0}, {"weight": 4}, {"polarity": "mixed"}])
def test_the_database_refuses_a_signal_that_is_none(clinic: Team, fields: dict[str, object]):
    given = {"target_kind": "skill", "target_id": SKILL, "kind": "usage", "source_key": "s"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Signal.objects.create(
            tenant=clinic.tenant, **{**given, "polarity": "neutral", "weight": 1, **fields}
        )
