"""What is older than a tenant keeps goes, batch by batch; what was learned from it stays."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.experiences.domain.extract import Quote
from apps.experiences.learn_experience import learn_experience
from apps.experiences.models import ExperienceEvidence
from apps.feedback.models import Score
from apps.feedback.score_trajectories import score_trajectories
from apps.tenants.models import Tenant
from apps.trajectories.apply_retention import (
    apply_retention,
    remove_old_steps,
    remove_old_trajectories,
)
from apps.trajectories.models import Receipt, Session, Step, Trajectory
from apps.trajectories.partitions import list_partitions
from apps.trajectories.record_events import record_events
from apps.trajectories.schemas import Event
from tests.experiences.drafts import draft_of
from tests.make import make_run_events

if TYPE_CHECKING:
    from tests.cast import Team

NOW = timezone.now()


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def hold(team: Team, days: float, session: str = "", **run: Any) -> Trajectory:
    """Store a run as it was reported some days ago."""
    name = session or f"{days}-days-ago"
    events = make_run_events(session=name, tools=["Read", "Edit"], **run)
    parsed = [Event.model_validate(event) for event in events]
    recorded = record_events(team.tenant, parsed, source="api", now=ago(days))
    return Trajectory.objects.for_tenant(team.tenant).get(pk=recorded.trajectory_ids[-1])


def left(team: Team) -> set[str]:
    rows = Session.objects.for_tenant(team.tenant).filter(trajectories__isnull=False)
    return set(rows.values_list("external_id", flat=True))


def steps(team: Team) -> int:
    return Step.objects.for_tenant(team.tenant).count()


def test_trajectories_past_the_limit_go_with_steps_scores_and_empty_sessions(clinic: Team):
    for days in (91, 89, 1):
        hold(clinic, days)
    score_trajectories(clinic.tenant, now=NOW)
    removed = apply_retention(now=NOW)
    assert (removed.trajectories, removed.sessions) == (1, 1)
    assert left(clinic) == {"89-days-ago", "1-days-ago"}
    assert Session.objects.for_tenant(clinic.tenant).count() == 2
    assert Score.objects.for_tenant(clinic.tenant).count() == 2


def test_raw_steps_go_before_their_trajectories(clinic: Team):
    hold(clinic, 40)
    hold(clinic, 20)
    assert steps(clinic) == 8
    apply_retention(now=NOW)
    assert (steps(clinic), len(left(clinic))) == (4, 2)


def test_doing_it_again_removes_nothing(clinic: Team):
    hold(clinic, 91)
    apply_retention(now=NOW)
    assert apply_retention(now=NOW).trajectories == 0


def test_the_quotes_that_learning_rests_on_stay(clinic: Team):
    run = hold(clinic, 91, intent="生成护理质量周报")
    learn_experience(
        run, draft_of("生成护理质量周报", quotes=[Quote("生成护理质量周报", "request")])
    )
    apply_retention(now=NOW)
    assert not Trajectory.objects.for_tenant(clinic.tenant).exists()
    proof = ExperienceEvidence.objects.for_tenant(clinic.tenant).get()
    assert (proof.quote, proof.trajectory_id) == ("生成护理质量周报", run.pk)


def test_each_tenant_has_its_own_limit(clinic: Team, factory: Team):
    Tenant.objects.filter(pk=factory.tenant.pk).update(
        settings={"trajectory": {"retentionDays": 7, "stepRetentionDays": 7}}
    )
    for team in (clinic, factory):
        with team.inside():
            hold(team, 15)
    apply_retention(now=NOW)
    with clinic.inside():
        assert (left(clinic), steps(clinic)) == ({"15-days-ago"}, 4)
    with factory.inside():
        assert (left(factory), steps(factory)) == (set(), 0)


def weeks() -> list[datetime]:
    return [week for _, week in list_partitions()]


def test_a_partition_is_dropped_once_no_tenant_needs_it(clinic: Team, factory: Team):
    before = weeks()
    with clinic.inside():
        hold(clinic, 60)
    added = set(weeks()) - set(before)
    assert added
    Tenant.objects.filter(pk=factory.tenant.pk).update(
        settings={"trajectory": {"stepRetentionDays": 90}}
    )
    apply_retention(now=NOW)
    assert added <= set(weeks())
    Tenant.objects.filter(pk=factory.tenant.pk).update(settings={})
    assert apply_retention(now=NOW).partitions >= 1
    assert not added & set(weeks())


def test_a_run_of_a_dropped_week_may_still_go_on(clinic: Team):
    hold(clinic, 60, session="long")
    apply_retention(now=NOW)
    late = make_run_events(session="long", intent="And one thing more of that week please")
    record_events(clinic.tenant, [Event.model_validate(one) for one in late], source="api", now=NOW)
    assert Trajectory.objects.for_tenant(clinic.tenant).count() == 2


def test_many_rows_go_in_batches(clinic: Team, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("apps.trajectories.apply_retention.BATCH", 2)
    for number in range(5):
        hold(clinic, 100 + number)
    assert remove_old_trajectories(clinic.tenant, before=ago(90)).trajectories == 5
    assert steps(clinic) == 0


@pytest.mark.parametrize("batch", [1, 2, 5000])
def test_steps_go_in_batches_and_only_those_of_the_tenant(
    clinic: Team, factory: Team, monkeypatch: pytest.MonkeyPatch, batch: int
):
    monkeypatch.setattr("apps.trajectories.apply_retention.BATCH", batch)
    with factory.inside():
        hold(factory, 40)
    for number in range(3):
        hold(clinic, 40, session=f"at-once-{number}")
    hold(clinic, 41)
    hold(clinic, 1)
    remove_old_steps(clinic.tenant, before=ago(30))
    assert (steps(clinic), len(left(clinic))) == (4, 5)
    with factory.inside():
        assert steps(factory) == 4


def test_nothing_is_dropped_while_the_limit_of_a_tenant_cannot_be_read(clinic: Team, factory: Team):
    with factory.inside():
        hold(factory, 60)
    Tenant.objects.filter(pk=factory.tenant.pk).update(settings={"trajectory": "odd"})
    hold(clinic, 60)
    assert apply_retention(now=NOW).partitions == 0
    assert steps(clinic) == 0
    with factory.inside():
        assert steps(factory) == 4


def test_what_was_removed_and_is_sent_again_is_not_stored_again(clinic: Team):
    events = make_run_events(tools=["Read"])
    parsed = [Event.model_validate(event) for event in events]
    record_events(clinic.tenant, parsed, source="api", now=ago(91))
    apply_retention(now=NOW)
    again = [Event.model_validate(event) for event in events]
    assert record_events(clinic.tenant, again, source="api", now=NOW).accepted == 0
    assert Receipt.objects.for_tenant(clinic.tenant).count() == 3


def test_receipts_go_a_month_after_the_rest(clinic: Team):
    hold(clinic, 121)
    hold(clinic, 119)
    apply_retention(now=NOW)
    assert Receipt.objects.for_tenant(clinic.tenant).count() == 4
