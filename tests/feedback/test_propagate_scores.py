"""A score teaches once, its latest value counts, and the order of events does not matter."""

from __future__ import annotations

import itertools
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.feedback.models import Capability, Contribution, Preference
from apps.feedback.propagate_scores import (
    note_scores,
    propagate_scores,
    propagate_waiting,
    take_back,
)
from apps.trajectories.apply_retention import remove_old_steps, remove_old_trajectories
from apps.trajectories.models import Step, Trajectory
from tests.feedback.teaching import REPORT_ZH, give, known, make_scored, patterns, teach

if TYPE_CHECKING:
    from tests.cast import Team

FAILED = [("read", {}, "completed"), ("edit", {"path": "a"}, "error")]


def test_a_good_run_records_its_tools(clinic: Team):
    teach(clinic, make_scored(clinic, "0.800"))
    assert patterns(clinic) == {("read", ""), ("edit", "")}
    row = Preference.objects.for_tenant(clinic.tenant).get(tool="edit")
    assert (row.runs, row.sessions, row.request_type) == (1, 1, "data_report")
    assert (row.weight, row.confidence) == (Decimal("0.40"), Decimal("0.286"))


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        ("Build the weekly report", "edit failed on invalid input; check the arguments first"),
        (REPORT_ZH, "edit 因参数或格式无效而失败；先核对参数"),
    ],
)
def test_a_bad_run_records_what_failed_in_its_language(clinic: Team, intent: str, text: str):
    teach(clinic, make_scored(clinic, "0.300", intent=intent, tools=FAILED))
    row = Preference.objects.for_tenant(clinic.tenant).get()
    assert (row.kind, row.tool, row.pattern) == ("avoid", "edit", "error:invalid_input")
    assert row.text == text


def test_every_score_counts_towards_the_capability(clinic: Team):
    for number, score in enumerate(("0.800", "0.500", "0.200")):
        teach(clinic, make_scored(clinic, score, session=f"s{number}", tools=FAILED))
    rows = {row.tool: row for row in Capability.objects.for_tenant(clinic.tenant)}
    assert (rows["read"].uses, rows["read"].successes, rows["read"].errors) == (3, 3, 0)
    assert (rows["edit"].uses, rows["edit"].successes, rows["edit"].errors) == (3, 0, 3)
    assert rows["edit"].mean_score == Decimal("0.500")
    assert (rows["edit"].success_rate, rows["read"].success_rate) == (Decimal(0), Decimal(1))


def test_teaching_again_adds_nothing(clinic: Team):
    runs = [make_scored(clinic, "0.800", session=f"s{number}") for number in range(3)]
    teach(clinic, *runs)
    once = known(clinic)
    for _ in range(3):
        teach(clinic, *runs)
        teach(clinic, runs[1])
    assert known(clinic) == once


def test_a_persons_word_takes_back_what_the_rule_recorded(clinic: Team):
    run = make_scored(clinic, "0.800")
    teach(clinic, run)
    teach(clinic, give(run, "0.000", "user"))
    assert patterns(clinic) == {("edit", "rejected")}
    assert Preference.objects.for_tenant(clinic.tenant).get().weight == Decimal("1.00")
    assert {row.mean_score for row in Capability.objects.for_tenant(clinic.tenant)} == {Decimal(0)}


def test_a_score_between_teaches_no_preference_any_more(clinic: Team):
    run = make_scored(clinic, "0.800")
    teach(clinic, run)
    teach(clinic, give(run, "0.500", "correction"))
    assert patterns(clinic) == set()
    assert Capability.objects.for_tenant(clinic.tenant).count() == 2


def test_a_run_without_a_score_teaches_nothing(clinic: Team):
    run = make_scored(clinic, "0.800")
    teach(clinic, run)
    teach(clinic, give(run, None))
    assert known(clinic) == {"preferences": [], "capabilities": [], "evidence": 0, "due": 0}


def test_the_order_of_scores_and_runs_does_not_matter(clinic: Team):

    runs = [make_scored(clinic, None, session=name, tools=FAILED) for name in ("a", "a", "b")]
    final = {
        runs[0]: ("0.100", "correction"),
        runs[1]: ("0.900", "user"),
        runs[2]: ("0.000", "auto"),
    }
    for run, last in final.items():
        give(run, *last)
    propagate_scores(clinic.tenant, runs, now=timezone.now())
    at_once = known(clinic)
    for order in itertools.permutations(runs):
        for run in order:
            teach(clinic, give(run, "0.850", "auto"))
        for run in order:
            teach(clinic, give(run, *final[run]))
        assert known(clinic) == at_once


def test_sessions_are_counted_once_however_many_runs_they_have(clinic: Team):
    runs = [make_scored(clinic, "0.800", session=name) for name in ("a", "a", "b")]
    teach(clinic, *runs)
    row = Preference.objects.for_tenant(clinic.tenant).get(tool="read")
    assert (row.runs, row.sessions) == (3, 2)
    teach(clinic, give(runs[0], "0.500"))
    row.refresh_from_db()
    assert (row.runs, row.sessions) == (2, 2)
    teach(clinic, give(runs[1], "0.500"))
    row.refresh_from_db()
    assert (row.runs, row.sessions) == (1, 1)


def test_another_request_type_is_another_capability(clinic: Team):
    run = make_scored(clinic, "0.800")
    teach(clinic, run)
    Trajectory.objects.for_tenant(clinic.tenant).update(intent="Translate the leaflet")
    teach(clinic, run)
    rows = Capability.objects.for_tenant(clinic.tenant)
    assert set(rows.values_list("request_type", "runs")) == {("translation", 1)}


def test_a_sweep_takes_what_is_left(clinic: Team):
    runs = [make_scored(clinic, "0.800", session=f"s{number}") for number in range(3)]
    note_scores(clinic.tenant, runs)
    note_scores(clinic.tenant, runs[:1])
    assert len(propagate_waiting(clinic.tenant, now=timezone.now())) == 3
    assert propagate_waiting(clinic.tenant, now=timezone.now()) == []
    note_scores(clinic.tenant, [give(runs[0], "0.100", "user")])
    assert len(propagate_waiting(clinic.tenant, now=timezone.now())) == 1
    assert Contribution.objects.for_tenant(clinic.tenant).get(trajectory=runs[0]).score == Decimal(
        "0.100"
    )


def test_a_batch_costs_the_same_queries_however_many_it_has(clinic: Team):
    def cost(count: int, prefix: str) -> int:
        runs = [make_scored(clinic, "0.800", session=f"{prefix}{n}") for n in range(count)]
        teach(clinic, *runs)
        for run in runs:
            give(run, "0.000", "user")
        note_scores(clinic.tenant, runs)
        with CaptureQueriesContext(connection) as queries:
            propagate_waiting(clinic.tenant, now=timezone.now())
        return len([one for one in queries if "SAVEPOINT" not in one["sql"]])

    few, many = cost(2, "few"), cost(20, "many")
    assert many <= few <= 22


def test_what_runs_taught_is_taken_back_for_good(clinic: Team):
    kept, erased = (make_scored(clinic, "0.800", session=name) for name in ("a", "b"))
    teach(clinic, kept)
    before = known(clinic)
    teach(clinic, erased)
    take_back(clinic.tenant, [erased], now=timezone.now())
    assert known(clinic) == before


def test_a_late_judgement_teaches_although_the_steps_are_gone(clinic: Team):
    run = make_scored(clinic, "0.800", tools=FAILED)
    teach(clinic, run)
    Step.objects.of_trajectory(run).delete()
    teach(clinic, give(run, "0.000", "user"))
    assert patterns(clinic) == {("edit", "error:invalid_input")}
    assert Capability.objects.for_tenant(clinic.tenant).get(tool="edit").errors == 1


def test_what_was_learned_outlives_the_run(clinic: Team):
    teach(clinic, make_scored(clinic, "0.800"))
    later = timezone.now() + timedelta(days=1)
    remove_old_steps(clinic.tenant, before=later)
    remove_old_trajectories(clinic.tenant, before=later)
    connection.check_constraints()
    assert Contribution.objects.for_tenant(clinic.tenant).count() == 0
    assert patterns(clinic) == {("read", ""), ("edit", "")}


def test_tenants_do_not_meet(clinic: Team, factory: Team):
    teach(clinic, make_scored(clinic, "0.800"))
    with factory.inside():
        teach(factory, make_scored(factory, "0.800"))
        assert Preference.objects.for_tenant(factory.tenant).count() == 2
    assert Preference.objects.count() == 2
