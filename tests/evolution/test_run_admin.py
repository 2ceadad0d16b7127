"""The pages of runs and tools: progress step by step, and what a person decides there."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.evolution.carry_out_step import claim_step
from apps.evolution.models import PipelineRun, Repeat, Tool
from apps.evolution.resume_runs import resume_runs
from apps.evolution.start_run import ready_steps, start_run
from tests.evolution.runs import make_pipeline, make_tool, statuses, tool_step
from tests.loopback import dead_address

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.fixture
def run(clinic: Team) -> PipelineRun:
    make_tool(
        clinic.members["owner"],
        "bank",
        dead_address(),
        repeat=Repeat.NEVER,
        secrets={"Authorization": "Bearer very-secret"},
    )
    steps = [tool_step("pay", "bank", params={"q": "<script>"}), tool_step("book", "bank")]
    return start_run(make_pipeline(clinic.tenant, steps), inputs={}, by="tester")


def page(run: PipelineRun) -> str:
    return reverse("admin:evolution_pipelinerun_change", args=[run.pk])


def lose_the_worker(run: PipelineRun) -> None:
    [ready] = ready_steps(run)
    claim_step(run.tenant, ready.step_id, now=timezone.now())
    resume_runs(run.tenant, now=timezone.now() + timedelta(hours=1))


def test_a_run_that_goes_on_is_followed_without_inline_script(clinic: Team, run: PipelineRun):
    text = clinic.browser("reviewer").get(page(run)).content.decode()
    assert "data-running" in text
    assert "/static/admin_run.js" in text
    assert "<meta http-equiv" not in text


def test_what_tools_say_is_shown_as_text(clinic: Team, run: PipelineRun):
    lose_the_worker(run)
    text = clinic.browser("reviewer").get(page(run)).content.decode()
    assert "&lt;script&gt;" in text
    assert "data-running" not in text
    assert "very-secret" not in text


@pytest.mark.parametrize(("decision", "status"), [("done", "succeeded"), ("retry", "waiting")])
def test_a_reviewer_decides_what_nobody_saw_end(
    clinic: Team, run: PipelineRun, decision: str, status: str
):
    lose_the_worker(run)
    sent: dict[str, Any] = {"decision": decision, "step": "pay", "reason": "I looked."}
    assert clinic.browser("reviewer").post(page(run), sent).status_code == 302
    assert statuses(run)["pay"] == status


def test_a_run_is_cancelled_once(clinic: Team, run: PipelineRun):
    browser = clinic.browser("reviewer")
    assert browser.post(page(run), {"decision": "cancel"}).status_code == 302
    assert statuses(run) == {"pay": "cancelled", "book": "cancelled"}
    sent = {"decision": "done", "step": "pay"}
    again = browser.post(page(run), sent)
    assert again.status_code == 409
    assert "The step is cancelled." in again.content.decode()


def test_a_tools_page_names_its_secrets_only(clinic: Team, run: PipelineRun):
    tool = Tool.objects.for_tenant(clinic.tenant).get(name="bank")
    url = reverse("admin:evolution_tool_change", args=[tool.pk])
    text = clinic.browser("reviewer").get(url).content.decode()
    assert "Authorization" in text
    assert "very-secret" not in text


def test_tools_are_deactivated_from_the_list(clinic: Team, run: PipelineRun):
    tool = Tool.objects.for_tenant(clinic.tenant).get(name="bank")
    sent = {"action": "deactivate_selected", "_selected_action": [str(tool.pk)]}
    clinic.browser("reviewer").post(reverse("admin:evolution_tool_changelist"), sent)
    tool.refresh_from_db()
    assert not tool.is_active
