"""What the page of a run shows of its steps, and the forms that people decide with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from apps.evolution.decide_run import DONE, RETRY, UNFINISHED, cancel_run, resolve_step
from apps.evolution.models import PipelineStep, RunStatus, StepStatus
from apps.tenants.admin_columns import duration, shown
from apps.tenants.translate_sentence import translate_sentence

if TYPE_CHECKING:
    from apps.evolution.models import PipelineRun
    from apps.tenants.admin_columns import Words

RUN_STATUSES: Words = {
    RunStatus.RUNNING: gettext_lazy("running"),
    RunStatus.STUCK: gettext_lazy("waits for a person"),
    RunStatus.SUCCEEDED: gettext_lazy("succeeded"),
    RunStatus.FAILED: gettext_lazy("failed"),
    RunStatus.CANCELLED: gettext_lazy("cancelled"),
}
STEP_STATUSES: Words = {
    StepStatus.WAITING: gettext_lazy("not begun"),
    StepStatus.RUNNING: gettext_lazy("running"),
    StepStatus.UNCERTAIN: gettext_lazy("not known"),
    StepStatus.SUCCEEDED: gettext_lazy("done"),
    StepStatus.FAILED: gettext_lazy("failed"),
    StepStatus.SKIPPED: gettext_lazy("skipped"),
    StepStatus.CANCELLED: gettext_lazy("cancelled"),
}
STEP_ACTIONS: Words = {
    "tool": gettext_lazy("calls a tool"),
    "llm_generate": gettext_lazy("a model writes"),
    "notify": gettext_lazy("tells members"),
    "skill": gettext_lazy("hands out a skill"),
}
SIGNS = {"succeeded": "✓", "failed": "✕", "running": "…", "uncertain": "?", "waiting": "○"}
LOOKS = {"succeeded": "completed", "failed": "error", "uncertain": "error"}
LONGEST_SHOWN = 2000
# What operations say, as templates for the translators.
RUN_SENTENCES = (
    gettext_noop("Its worker was gone before it had an answer."),
    gettext_noop("The run is over: %(status)s."),
    gettext_noop("The step is %(status)s."),
    gettext_noop("There is no such step."),
    gettext_noop(
        "No language model is set up: set MODEL_PROVIDER and MODEL_NAME for the workers, and leave "
        "model.dailyTokens above 0."
    ),
    gettext_noop("The model gave no answer; the list of model calls says why."),
)


class RunForm(forms.Form):
    """What the page sends: what to do, about which step, and why."""

    decision = forms.ChoiceField(choices=[(word, word) for word in ("cancel", RETRY, DONE)])
    step = forms.CharField(required=False, max_length=64)
    reason = forms.CharField(required=False, max_length=2000)


def decide_on_run(run: PipelineRun, asked: dict[str, str], *, by: str) -> str:
    """Do what a person asked for and say it in a sentence; raises what the operations raise."""
    if asked["decision"] == "cancel":
        cancel_run(run, by=by, reason=asked["reason"])
        return _("The run is cancelled.")
    step = asked["step"]
    resolve_step(run, step, by=by, how=asked["decision"], reason=asked["reason"])
    said = _("“%(step)s” is carried out again.")
    return (said if asked["decision"] == RETRY else _("“%(step)s” counts as done.")) % {
        "step": step
    }


def run_context(run: PipelineRun) -> dict[str, Any]:
    """Gather all that one page shows of a run."""
    steps = PipelineStep.objects.for_tenant(run.tenant).filter(run=run).order_by("position", "pk")
    return {
        "title": f"{run.pipeline.title} {run.version.version}",
        "is_running": run.status == RunStatus.RUNNING,
        "is_unfinished": run.status in UNFINISHED,
        "steps": [step_context(step) for step in steps],
        "inputs": _json(run.inputs),
        "output": _json(run.output),
    }


def step_context(step: PipelineStep) -> dict[str, Any]:
    """Gather what is shown of one step."""
    return {
        "row": step,
        "state": STEP_STATUSES.get(step.status, step.status),
        "sign": SIGNS.get(step.status, "–"),
        "look": LOOKS.get(step.status, "other"),
        "action": STEP_ACTIONS.get(step.action, step.action),
        "is_uncertain": step.status == StepStatus.UNCERTAIN,
        "took": duration(step.duration_ms) if step.duration_ms is not None else "",
        "params": _json(step.params),
        "output": _json(step.output),
        "error": translate_sentence(step.error, RUN_SENTENCES) if step.error else "",
    }


def _json(value: Any) -> str:
    text = "" if value in (None, {}) else shown(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
