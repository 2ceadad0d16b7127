"""The second wall: what a transaction sees is one tenant's, and nothing outside of it."""

from __future__ import annotations

import uuid
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, transaction

from apps.tenants.isolation import enter_tenant, refuse_superuser, tenant_context
from apps.tenants.models import Agent, ApiKey, Membership
from apps.trajectories.models import Step
from apps.trajectories.partitions import list_partitions
from apps.trajectories.record_events import record_events
from apps.trajectories.schemas import Event
from tests.cast import now
from tests.make import make_run_events, make_trajectory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.cast import Team


def agents() -> set[str]:
    """Every agent that this transaction sees, with no filter of ours."""
    return set(Agent.objects.values_list("name", flat=True))


@pytest.fixture
def both(clinic: Team, factory: Team) -> tuple[Team, Team]:
    for team, name in ((clinic, "nurse-bot"), (factory, "weld-bot")):
        with team.inside():
            Agent.objects.create(tenant=team.tenant, name=name)
    return clinic, factory


def test_each_context_sees_its_own_and_the_one_around_it_is_back_afterwards(
    both: tuple[Team, Team],
):
    clinic, factory = both
    assert agents() == {"nurse-bot"}
    with tenant_context(factory.tenant.pk):
        assert agents() == {"weld-bot"}
        with tenant_context(clinic.tenant.pk):
            assert agents() == {"nurse-bot"}
        assert agents() == {"weld-bot"}
    assert agents() == {"nurse-bot"}


def test_after_an_error_the_one_around_it_is_back(both: tuple[Team, Team]):
    _, factory = both
    with pytest.raises(ZeroDivisionError), tenant_context(factory.tenant.pk):
        raise ZeroDivisionError
    assert agents() == {"nurse-bot"}


def test_a_tenant_that_is_none_sees_nothing(both: tuple[Team, Team]):
    with tenant_context(uuid.uuid4()):
        assert agents() == set()


def test_rows_of_another_tenant_are_neither_changed_nor_removed(both: tuple[Team, Team]):
    clinic, factory = both
    assert Agent.objects.filter(tenant=factory.tenant).update(name="stolen") == 0
    assert Agent.objects.filter(tenant=factory.tenant).delete()[0] == 0
    with pytest.raises(DatabaseError, match="row-level security"), transaction.atomic():
        Agent.objects.filter(tenant=clinic.tenant).update(tenant=factory.tenant)
    with factory.inside():
        assert agents() == {"weld-bot"}


def test_keys_and_roles_of_others_are_not_seen(both: tuple[Team, Team]):
    clinic, _ = both
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.key', '', true), set_config('app.user', '', true)")
    assert {key.tenant_id for key in ApiKey.objects.all()} == {clinic.tenant.pk}
    assert {one.tenant_id for one in Membership.objects.all()} == {clinic.tenant.pk}


def test_a_partition_made_later_is_walled_as_well(both: tuple[Team, Team]):
    clinic, factory = both
    later = now() + timedelta(days=400)
    events = [Event.model_validate(one) for one in make_run_events(tools=["Read"])]
    record_events(clinic.tenant, events, source="api", now=later)
    partition, _ = list_partitions()[-1]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {partition}")
        assert cursor.fetchone()[0] > 0
        enter_tenant(factory.tenant.pk)
        cursor.execute(f"SELECT count(*) FROM {partition}")
        assert cursor.fetchone()[0] == 0
    enter_tenant(clinic.tenant.pk)


def test_steps_are_walled_through_their_parent_table(both: tuple[Team, Team]):
    clinic, factory = both
    make_trajectory(clinic.tenant, tools=["Read"])
    assert Step.objects.count() == 3
    with factory.inside():
        assert Step.objects.count() == 0


class Stub:
    """A connection whose role is, or is not, above the wall."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    @contextmanager
    def cursor(self) -> Iterator[Stub]:
        yield self

    def execute(self, _: str) -> None: ...

    def fetchone(self) -> Any:
        return self.answer


def test_a_role_that_walks_through_the_wall_stops_the_start():
    with pytest.raises(ImproperlyConfigured, match="row-level security"):
        refuse_superuser(Stub((True,)))
    refuse_superuser(Stub((False,)))


def test_the_role_of_this_database_does_not(db: None):
    refuse_superuser(connection)
