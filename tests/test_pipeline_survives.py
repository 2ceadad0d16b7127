"""A worker that is killed in the middle of a call costs time, and no effect happens twice."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.evolution.decide_run import resolve_step
from apps.evolution.models import PipelineRun, PipelineStep, Repeat
from apps.evolution.start_run import start_run
from apps.tenants.create_tenant import create_tenant
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Notice
from config.celery import app
from tests.evolution.runs import make_pipeline, make_tool, statuses, tool_step
from tests.http_servers import EffectsOnce, serving
from tests.workers import kill, wait_until, worker

if TYPE_CHECKING:
    from apps.tenants.create_tenant import NewTenant

STEPS = [
    tool_step("reserve", "stock", params={"order": "${inputs.order}"}),
    {
        "id": "both",
        "action": "parallel",
        "steps": [
            tool_step("pay", "bank", params={"for": "${steps.reserve.output.number}"}),
            tool_step("ship", "stock", params={"order": "${inputs.order}"}),
        ],
    },
    tool_step("book", "bank", params={"paid": "${steps.pay.output.number}"}, when="true"),
    {"id": "tell", "action": "notify", "params": {"message": "${steps.book.output}"}},
]


def begin(made: NewTenant, stock: str, bank: str, repeat: Repeat) -> PipelineRun:
    with tenant_context(made.tenant.pk):
        make_tool(made.owner, "stock", stock, timeout_s=20)
        make_tool(made.owner, "bank", bank, timeout_s=20, repeat=repeat)
        pipeline = make_pipeline(made.tenant, STEPS, inputs={"order": {"type": "integer"}})
        return start_run(pipeline, inputs={"order": 7}, by="tester", idempotency_key="once")


def look(run: PipelineRun) -> tuple[str, dict[str, str]]:
    with tenant_context(run.tenant_id):
        run.refresh_from_db()
        return run.status, statuses(run)


def time_passes(run: PipelineRun) -> None:
    """Let the killed worker's claims run out, and the sweep come round."""
    with tenant_context(run.tenant_id):
        past = timezone.now() - timedelta(seconds=1)
        mine = PipelineStep.objects.for_tenant(run.tenant).filter(run=run, status="running")
        assert mine.update(claimed_until=past)
    app.send_task("evolution.resume_runs")


def kill_in_the_middle(run: PipelineRun, bank: EffectsOnce) -> None:
    """Carry a run out until the bank was asked, and the rest waits for its answer."""
    bank.hold.clear()
    with worker() as first:
        app.send_task("evolution.resume_runs")
        wait_until(bank.begun.is_set)
        wait_until(lambda: look(run)[1]["ship"] == "succeeded")
        kill(first)
    assert look(run)[1]["pay"] == "running"
    bank.hold.set()


@pytest.mark.django_db(transaction=True)
def test_a_run_outlives_its_worker_and_no_effect_happens_twice():
    made = create_tenant("outlives", owner_email="owner@outlives.example")
    stock, bank = EffectsOnce(), EffectsOnce()
    with serving(stock) as one, serving(bank) as other:
        run = begin(made, one.url, other.url, Repeat.KEY)
        kill_in_the_middle(run, bank)
        time_passes(run)
        with worker():
            wait_until(lambda: look(run)[0] != "running")
    assert look(run)[0] == "succeeded", look(run)
    assert (effects(stock), effects(bank)) == (
        expected(run, "reserve", "ship"),
        expected(run, "pay", "book"),
    )
    assert [asked.headers["idempotency-key"] for asked in other.asked].count(f"{run.pk}:pay") == 2
    with tenant_context(made.tenant.pk):
        assert Notice.objects.for_tenant(made.tenant).count() == 1


@pytest.mark.django_db(transaction=True)
def test_what_must_not_be_repeated_waits_for_a_person():
    made = create_tenant("careful", owner_email="owner@careful.example")
    stock, bank = EffectsOnce(), EffectsOnce(honours_keys=False)
    with serving(stock) as one, serving(bank) as other:
        run = begin(made, one.url, other.url, Repeat.NEVER)
        kill_in_the_middle(run, bank)
        time_passes(run)
        with worker():
            wait_until(lambda: look(run)[0] != "running")
            assert look(run)[0] == "stuck"
            assert look(run)[1]["pay"] == "uncertain"
            with tenant_context(made.tenant.pk):
                resolve_step(run, "pay", by="owner", how="done", output={"number": 1})
            app.send_task("evolution.resume_runs")
            wait_until(lambda: look(run)[0] != "running")
    assert look(run)[0] == "succeeded", look(run)
    assert effects(bank) == expected(run, "pay", "book")


def effects(tool: EffectsOnce) -> Counter[str]:
    return Counter(tool.effects)


def expected(run: PipelineRun, *steps: str) -> Any:
    return Counter(f"{run.pk}:{step}" for step in steps)
