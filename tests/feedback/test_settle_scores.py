"""Of all judgements the strongest is shown; every one is kept."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from apps.feedback.models import Score
from apps.feedback.settle_scores import settle_scores
from apps.feedback.signals import feedback_recorded
from apps.trajectories.models import Trajectory
from tests.make import make_trajectory

if TYPE_CHECKING:
    from tests.cast import Team


def add(run: Trajectory, source: str, value: str, **fields: object) -> Score:
    line = {"reason": source, "change": float(value)}
    return Score.objects.create(
        tenant=run.tenant, trajectory=run, source=source, value=value, lines=[line], **fields
    )


def shown(run: Trajectory) -> tuple[Decimal | None, str]:
    settle_scores(run.tenant, [run])
    run.refresh_from_db()
    return run.score, run.score_source


CASES = [
    (["auto"], "auto"),
    (["judge", "auto"], "judge"),
    (["auto", "judge"], "judge"),
    (["correction", "judge", "auto"], "correction"),
    (["user", "correction", "judge", "auto"], "user"),
    (["user", "auto"], "user"),
    (["auto", "user"], "user"),
    (["reviewer", "correction"], "reviewer"),
    (["user", "reviewer"], "reviewer"),
    (["reviewer", "user"], "user"),
]


def test_a_weaker_judgement_never_replaces_a_stronger_one(clinic: Team):
    for number, (judgements, source) in enumerate(CASES):
        run = make_trajectory(clinic.tenant, session=f"s-{number}", tools=["Read"])
        for judged_by in judgements:
            add(run, judged_by, "0.400")
            settle_scores(clinic.tenant, [run])
        assert shown(run)[1] == source
        assert run.scores.count() == len(judgements)


def test_corrections_are_taken_off_what_the_run_was_worth(clinic: Team):
    run, said, more = (make_trajectory(clinic.tenant, session=f"s{n}") for n in range(3))
    add(run, "auto", "0.800")
    add(run, "correction", "0.500", message=said)
    assert shown(run) == (Decimal("0.500"), "correction")
    add(run, "correction", "0.200", message=more)
    assert shown(run) == (Decimal("0.200"), "correction")


@pytest.mark.parametrize(
    ("known", "score", "reason"),
    [
        ({"satisfaction": "positive"}, "0.650", "the next message was content"),
        ({"satisfaction": "negative"}, "0.500", "the next message was displeased"),
        ({"interrupted": True}, "0.400", "stopped by the person"),
        ({"error_count": 1, "final_response": ""}, "0.500", "ended after errors, without a reply"),
    ],
)
def test_what_else_is_known_of_a_run_is_added_line_by_line(
    clinic: Team, known: dict[str, object], score: str, reason: str
):
    run = make_trajectory(clinic.tenant, tools=["Read"])
    add(run, "auto", "0.600")
    Trajectory.objects.for_tenant(clinic.tenant).filter(pk=run.pk).update(**known)
    run.refresh_from_db()
    assert shown(run) == (Decimal(score), "auto")
    assert [line["reason"] for line in run.score_lines] == ["auto", reason]
    for source in ("judge", "user"):
        add(run, source, "0.600")
        assert shown(run) == (Decimal("0.600"), source)


def test_only_a_change_is_announced(clinic: Team, django_capture_on_commit_callbacks):
    heard: list[object] = []
    run = make_trajectory(clinic.tenant, tools=["Read"])
    add(run, "auto", "0.800")

    def hear(sender: object, trajectory_ids: list[object], **_: object) -> None:
        heard.extend(trajectory_ids)

    feedback_recorded.connect(hear)
    try:
        for _ in range(2):
            with django_capture_on_commit_callbacks(execute=True):
                settle_scores(clinic.tenant, [run])
    finally:
        feedback_recorded.disconnect(hear)
    assert heard == [run.pk]


def test_a_run_without_judgement_stays_without_score(clinic: Team):
    assert shown(make_trajectory(clinic.tenant)) == (None, "")


@pytest.mark.parametrize(
    "fields",
    [{"value": "1.001"}, {"value": "-0.001"}, {"source": "guess"}],
)
def test_the_database_refuses_a_judgement_that_is_none(clinic: Team, fields: dict[str, str]):
    run = make_trajectory(clinic.tenant)
    with pytest.raises(IntegrityError), transaction.atomic():
        add(run, **{"source": "auto", "value": "0.500", **fields})


def test_the_database_keeps_one_score_by_rule_and_one_a_message(clinic: Team):
    run, said = (make_trajectory(clinic.tenant, session=f"s{n}") for n in range(2))
    add(run, "auto", "0.800")
    add(run, "correction", "0.500", message=said)
    for source, message in (("auto", None), ("correction", said)):
        with pytest.raises(IntegrityError), transaction.atomic():
            add(run, source, "0.100", message=message)
