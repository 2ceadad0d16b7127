"""A real small model may find anything or nothing: what is kept holds all the same."""

from __future__ import annotations

import os
import subprocess
import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from apps.learning.extraction import extract
from apps.llm.models import CallOutcome, ModelCall
from apps.trajectories.domain.tool_chain import ToolCall
from tests.learning.runs_to_read import EN, ZH, make_run
from tests.llm.scripted import model_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.learning.domain.run_text import RunText
    from tests.cast import Team

pytestmark = pytest.mark.real_model

PYTHON = os.environ.get("SMALL_MODEL_PYTHON", "")
SERVER = Path(__file__).resolve().parents[1] / "llm" / "small_model_server.py"
BOUNDS = {
    "model_timeout_seconds": 90,
    "model_input_tokens": 1100,
    "model_output_tokens": 350,
    "model_daily_tokens": 10_000_000,
}
LONG = make_run(
    "Build the monthly energy report. I am the plant engineer and prefer short tables. " * 3,
    results=("connection refused: meter-7", "wrote report.pdf " * 400, "done"),
    reply="The report is in report.pdf.",
)
FAILED = make_run(
    "The import stops at row 40 again, this is the third time!",
    calls=[ToolCall("import_rows", {"file": "may.csv"}, "error", error="row 40: date is empty")],
)
RUNS = {"english": EN, "chinese": ZH, "long": LONG, "failed": FAILED}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Start the server once; without its Python there is nothing to test."""
    if not PYTHON:
        pytest.skip("needs a small model: make test-model")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([PYTHON, str(SERVER)], text=True, **pipes) as server:  # type: ignore[call-overload]
        try:
            line = server.stdout.readline().strip()
            if not line:
                pytest.skip("the small model's server does not start here")
            yield line
        finally:
            server.kill()


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS.keys())
def test_whatever_it_says_what_is_kept_is_true_of_the_run(
    run: RunText, address: str, factory: Team
):
    began = time.monotonic()
    with model_at(f"{address}/v1", **BOUNDS):
        found = extract(run, tenant=factory.tenant)
    assert time.monotonic() - began < BOUNDS["model_timeout_seconds"] + 10
    with factory.inside():
        [row] = ModelCall.objects.for_tenant(factory.tenant)
    ends = {CallOutcome.ANSWERED, CallOutcome.REPAIRED, CallOutcome.INVALID, CallOutcome.TIMEOUT}
    assert row.outcome in ends
    assert row.input_tokens > 0
    assert found is None or row.outcome in {CallOutcome.ANSWERED, CallOutcome.REPAIRED}
    texts = [source.text for source in run.sources()]
    if found:
        held = [*found.memories, *found.experiences, *found.profile, *found.pains]
        assert all(any(one.quote in text for text in texts) for one in held)
        assert all(0 < one.confidence <= 1 for one in held)


def test_a_spent_budget_stops_it(address: str, factory: Team):
    with factory.inside():
        ModelCall.objects.create(
            tenant=factory.tenant,
            purpose="extract",
            model="small",
            input_tokens=500,
            outcome=CallOutcome.ANSWERED,
        )
    with model_at(f"{address}/v1", model_daily_tokens=500):
        assert extract(EN, tenant=factory.tenant) is None
    with factory.inside():
        calls = ModelCall.objects.for_tenant(factory.tenant).since(
            timezone.now() - timedelta(hours=1)
        )
        assert {call.outcome for call in calls} == {CallOutcome.ANSWERED, CallOutcome.OVER_BUDGET}
