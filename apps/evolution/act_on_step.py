"""What a step does: call a tool, ask the model, tell members, or hand out a skill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from apps.errors import DomainError
from apps.evolution.call_tool import call_tool
from apps.evolution.domain.generation_prompt import INSTRUCTIONS, write_prompt
from apps.evolution.domain.references import resolve
from apps.evolution.domain.step_outcome import Failure
from apps.evolution.models import Repeat, Skill, Tool
from apps.llm.answer import answer
from apps.llm.models import Purpose
from apps.llm.server import configured_server
from apps.tenants.checked_way import CallFailed
from apps.tenants.isolation import tenant_context
from apps.tenants.notify_members import notify_members

if TYPE_CHECKING:
    from apps.evolution.domain.pipeline_yaml import PipelineStepSpec
    from apps.tenants.models import Tenant

QUICK_S = 30  # what only our own database is asked for


class GeneratedText(BaseModel):
    """What a model writes for a step."""

    text: str = Field(description="The text that was asked for, and nothing else")


class StepFailed(DomainError):
    """A step brought no result; `failure` says what that means."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.code, failure.detail)
        self.failure = failure


@dataclass(frozen=True, slots=True)
class StepWork:
    """All that carrying a step out takes, read before: nothing of it holds a transaction open."""

    tenant: Tenant
    spec: PipelineStepSpec
    inputs: dict[str, Any]
    outputs: dict[str, Any]
    key: str
    tool: Tool | None = None

    @property
    def params(self) -> dict[str, Any]:
        """The parameters with their references filled in; raises `missing_reference`."""
        filled: dict[str, Any] = resolve(self.spec.params, inputs=self.inputs, outputs=self.outputs)
        return filled

    @property
    def is_repeatable(self) -> bool:
        """Whether a second time does no harm; only a tool's can."""
        return self.tool is None or self.tool.repeat != Repeat.NEVER

    @property
    def longest_s(self) -> float:
        """The seconds that it takes at most."""
        if self.tool:
            return min(self.spec.timeout_s or self.tool.timeout_s, self.tool.timeout_s)
        server = configured_server(self.tenant) if self.spec.action == "llm_generate" else None
        return server.timeout_seconds if server else QUICK_S


def act_on_step(work: StepWork) -> Any:
    """Do what a step says and give its output; raises `StepFailed`. Outside any transaction."""
    try:
        return _ACTIONS[work.spec.action](work)
    except StepFailed:
        raise
    except CallFailed as error:
        failure = Failure(error.code, error.detail, may_repeat=True, may_have_acted=error.was_sent)
        raise StepFailed(failure) from error
    except DomainError as error:
        raise StepFailed(Failure(error.code, error.detail)) from error


def _call(work: StepWork) -> Any:
    if work.tool is None:
        said = f"There is no tool {work.spec.tool!r}."
        raise StepFailed(Failure("tool_not_registered", said))
    return call_tool(work.tool, work.params, key=work.key, timeout_s=work.longest_s)


def _generate(work: StepWork) -> Any:
    server = configured_server(work.tenant)
    if server is None:
        said = (
            "No language model is set up: set MODEL_PROVIDER and MODEL_NAME for the workers, "
            "and leave model.dailyTokens above 0."
        )
        raise StepFailed(Failure("no_model", said))
    prompt = write_prompt(
        work.spec.params,
        inputs=work.inputs,
        outputs=work.outputs,
        most_tokens=server.input_tokens,
    )
    written = answer(
        GeneratedText,
        prompt,
        tenant=work.tenant,
        purpose=Purpose.GENERATE,
        instructions=INSTRUCTIONS,
    )
    if written is None:
        said = "The model gave no answer; the list of model calls says why."
        raise StepFailed(Failure("no_answer", said, may_repeat=True))
    return {"text": written.text}


def _notify(work: StepWork) -> Any:
    params = work.params
    text = str(params.get("message") or params.get("text") or "")
    to, title = params.get("to") or "owner", params.get("title") or text or work.spec.id
    names = [str(name) for name in to] if isinstance(to, list) else [str(to)]
    with tenant_context(work.tenant.pk):
        told = notify_members(
            work.tenant, to=names, title=str(title), text=text, source=("run", work.key)
        )
    return {"told": told}


def _hand_out(work: StepWork) -> Any:
    with tenant_context(work.tenant.pk):
        served = Skill.objects.for_tenant(work.tenant).of_team().active()
        rows = served.select_related("current")
        skill = rows.filter(name=work.spec.skill).first()
    if skill is None or skill.current is None:
        raise StepFailed(Failure("no_skill", f"There is no active skill {work.spec.skill!r}."))
    version = skill.current
    return {
        "name": skill.name,
        "version": version.version,
        "content": version.content,
        "params": work.params,
    }


_ACTIONS = {
    "tool": _call,
    "llm_generate": _generate,
    "notify": _notify,
    "skill": _hand_out,
}
