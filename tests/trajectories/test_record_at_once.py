"""Many reporters at once: nothing is lost, doubled or refused."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connections

from apps.tenants.create_tenant import create_tenant
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Receipt, Session, Step, Trajectory
from tests.make import make_event, make_run_events, record

THREADS = 6


def at_once(tenant: Any, batches: list[list[dict[str, Any]]]) -> list[Exception]:
    """Record each batch on a thread and connection of its own, all starting together."""
    gate, failures = threading.Barrier(len(batches)), []

    def run(batch: list[dict[str, Any]]) -> None:
        gate.wait()
        try:
            with tenant_context(tenant.pk):
                record(tenant, batch)
        except Exception as error:  # noqa: BLE001 - told to the test
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(batch,)) for batch in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


@pytest.mark.django_db(transaction=True)
def test_overlapping_batches_of_the_same_new_sessions_all_go_in():
    tenant = create_tenant("busy", owner_email="owner@busy.example").tenant
    runs = [make_run_events(session=f"s-{n}", tools=["Read", "Edit"]) for n in range(6)]
    batches = [
        [event for run in runs[n % 3 :] + runs[: n % 3] for event in run] for n in range(THREADS)
    ]
    assert at_once(tenant, batches) == []
    with tenant_context(tenant.pk):
        assert Session.objects.for_tenant(tenant).count() == 6
        assert Trajectory.objects.for_tenant(tenant).count() == 6
        assert Step.objects.for_tenant(tenant).count() == 24
        assert Receipt.objects.for_tenant(tenant).count() == 24


@pytest.mark.django_db(transaction=True)
def test_single_events_of_one_session_are_all_counted():
    tenant = create_tenant("busy", owner_email="owner@busy.example").tenant
    with tenant_context(tenant.pk):
        record(tenant, [make_event()])
    calls = [[make_event("tool_execution", tool="Read")] for _ in range(THREADS)]
    assert at_once(tenant, calls) == []
    with tenant_context(tenant.pk):
        run = Trajectory.objects.for_tenant(tenant).get()
        numbers = list(Step.objects.of_trajectory(run).values_list("sequence", flat=True))
    assert run.tool_count == THREADS
    assert sorted(numbers) == list(range(THREADS + 1))


@pytest.mark.django_db(transaction=True)
def test_a_person_who_is_gone_is_heard_of_again():
    tenant = create_tenant("gone", owner_email="owner@gone.example").tenant
    with tenant_context(tenant.pk):
        record(tenant, make_run_events(session="one", user_id="nurse-7"))
    with tenant_context(tenant.pk):
        Session.objects.for_tenant(tenant).get().end_user.delete()
    with tenant_context(tenant.pk):
        record(tenant, make_run_events(session="two", user_id="nurse-7"))
    with tenant_context(tenant.pk):
        named = Session.objects.for_tenant(tenant).get(external_id="two").end_user
        assert named.external_id == "nurse-7"
