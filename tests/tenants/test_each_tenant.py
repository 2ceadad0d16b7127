"""A sweep serves every tenant, whatever happens to one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from structlog.testing import capture_logs

from apps.learning import reflect
from apps.learning import tasks as learning_tasks
from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.models import Tenant
from apps.trajectories import apply_retention
from apps.trajectories import tasks as trajectory_tasks

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tests.cast import Team


class Sweep:
    """Stands in for an operation: fails for one tenant, and remembers whom it was asked for."""

    def __init__(self, failing: Team) -> None:
        self.failing, self.served = failing.tenant.pk, set[str]()

    def __call__(self, tenant: Tenant, **_: Any) -> list[Any]:
        if tenant.pk == self.failing:
            raise ValueError("this tenant's rows are odd")
        self.served.add(tenant.slug)
        return []


@pytest.mark.parametrize("failing", ["clinic", "factory"])
def test_what_fails_for_one_is_logged_and_the_others_are_served(
    clinic: Team, factory: Team, failing: str
):
    team = {"clinic": clinic, "factory": factory}[failing]
    sweep = Sweep(team)
    with capture_logs() as logs:
        assert for_each_tenant(sweep) == [team.tenant]
    assert sweep.served == {"clinic", "factory"} - {failing}
    assert [(one["tenant"], one["log_level"]) for one in logs] == [(failing, "error")]


def test_tenants_that_are_switched_off_are_left_out_unless_asked_for(clinic: Team, factory: Team):
    Tenant.objects.filter(pk=factory.tenant.pk).update(is_active=False)
    seen: list[str] = []
    for_each_tenant(lambda tenant: seen.append(tenant.slug))
    assert seen == ["clinic"]
    for_each_tenant(lambda tenant: seen.append(tenant.slug), also_inactive=True)
    assert sorted(seen[1:]) == ["clinic", "factory"]


def test_a_sweep_that_is_out_of_time_ends(clinic: Team, factory: Team):
    def run_out(tenant: Tenant) -> None:
        raise SoftTimeLimitExceeded

    with pytest.raises(SoftTimeLimitExceeded):
        for_each_tenant(run_out)


@pytest.mark.parametrize(
    ("task", "module", "operation"),
    [
        (learning_tasks.learn_everywhere, learning_tasks, "learn"),
        (learning_tasks.reflect_everywhere_due, reflect, "is_reflection_due"),
        (trajectory_tasks.resume_imports, trajectory_tasks, "unfinished_imports"),
        (trajectory_tasks.end_idle_sessions_everywhere, trajectory_tasks, "end_idle_sessions"),
        (trajectory_tasks.apply_retention_everywhere, apply_retention, "remove_old_steps"),
    ],
)
def test_no_sweep_stops_at_the_tenant_it_fails_for(
    clinic: Team,
    factory: Team,
    monkeypatch: pytest.MonkeyPatch,
    task: Callable[[], None],
    module: Any,
    operation: str,
):
    for failing in (clinic, factory):
        sweep = Sweep(failing)
        monkeypatch.setattr(module, operation, sweep)
        with capture_logs():
            task()
        assert len(sweep.served) == 1
