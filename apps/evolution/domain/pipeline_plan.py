"""What of a pipeline comes next: its steps in rows, and from their states the ones to carry out.

Steps follow one another; those of a `parallel` step have one position, and are carried out at the
same time. A step whose condition does not hold is skipped, and so is one that refers to a step
that was. The first failure ends a run once what is under way has ended.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from apps.errors import DomainError
from apps.evolution.domain.condition import is_met
from apps.evolution.domain.references import find_references

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from apps.evolution.domain.pipeline_yaml import PipelineStepSpec

PARALLEL = "parallel"


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step as a row: where it stands, and every condition and group that it is under."""

    spec: PipelineStepSpec
    position: int
    conditions: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.spec.id


@dataclass(frozen=True, slots=True)
class StepState:
    """How far a step is, in the words of its row, and what came of it."""

    status: str = "waiting"
    output: Any = None
    error: str = ""


@dataclass(slots=True)
class Next:
    """What is to be done to a run; `verdict` is empty as long as it goes on."""

    ready: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    cancelled: list[str] = field(default_factory=list)
    verdict: str = ""
    error: str = ""
    output: Any = None


def plan_steps(steps: Sequence[PipelineStepSpec]) -> tuple[PlannedStep, ...]:
    """Flatten the steps of a document, in their order."""
    return tuple(
        planned
        for position, spec in enumerate(steps, start=1)
        for planned in _flatten(spec, position, (), ())
    )


def _flatten(
    spec: PipelineStepSpec, position: int, conditions: tuple[str, ...], groups: tuple[str, ...]
) -> Iterator[PlannedStep]:
    conditions = (*conditions, spec.when) if spec.when else conditions
    if spec.action != PARALLEL:
        yield PlannedStep(spec, position, conditions, groups)
        return
    for inner in spec.steps:
        yield from _flatten(inner, position, conditions, (*groups, spec.id))


def outputs_of(plan: Iterable[PlannedStep], states: Mapping[str, StepState]) -> dict[str, Any]:
    """Give what came of the steps that are done; of a group, an object of its steps' outputs."""
    found: dict[str, Any] = {}
    for step in plan:
        state = states.get(step.id, StepState())
        if state.status != "succeeded":
            continue
        found[step.id] = state.output
        for group in step.groups:
            found.setdefault(group, {})[step.id] = state.output
    return found


def next_steps(
    plan: Sequence[PlannedStep], states: Mapping[str, StepState], *, inputs: Mapping[str, Any]
) -> Next:
    """Say which steps are to be carried out, which are skipped, and whether the run is over."""
    return _Decision(plan, states, inputs).decide()


class _Decision:
    """One look at the states of a run."""

    def __init__(
        self,
        plan: Sequence[PlannedStep],
        states: Mapping[str, StepState],
        inputs: Mapping[str, Any],
    ) -> None:
        self.plan, self.inputs = plan, inputs
        self.states = {step.id: states.get(step.id, StepState()) for step in plan}
        self.next = Next()

    def decide(self) -> Next:
        for _, together in groupby(self.plan, key=lambda step: step.position):
            steps = list(together)
            self._look_at(steps)
            if not all(self._status(step) in {"succeeded", "skipped"} for step in steps):
                break
        self._judge()
        return self.next

    def _status(self, step: PlannedStep) -> str:
        return self.states[step.id].status

    def _look_at(self, steps: list[PlannedStep]) -> None:
        outputs = outputs_of(self.plan, self.states)
        for step in steps:
            if self._status(step) == "waiting":
                self._sort(step, outputs)

    def _sort(self, step: PlannedStep, outputs: dict[str, Any]) -> None:
        """Say whether a step whose turn it is is carried out, skipped, or cannot be."""
        try:
            met = not self._leans_on_skipped(step) and all(
                is_met(when, inputs=self.inputs, outputs=outputs) for when in step.conditions
            )
        except DomainError as error:
            self.next.failed[step.id] = error.detail
            self.states[step.id] = StepState("failed", error=error.detail)
            return
        if met:
            self.next.ready.append(step.id)
        else:
            self.next.skipped.append(step.id)
            self.states[step.id] = StepState("skipped")

    def _leans_on_skipped(self, step: PlannedStep) -> bool:
        skipped = {one.id for one in self.plan if self._status(one) == "skipped"}
        whole = {group for one in self.plan for group in one.groups}
        whole -= {group for one in self.plan if one.id not in skipped for group in one.groups}
        named = find_references([step.spec.params, *step.conditions])
        return any(reference.step in skipped | whole for reference in named)

    def _judge(self) -> None:
        statuses = {self._status(step) for step in self.plan}
        under_way = "running" in statuses
        if "failed" in statuses:
            self.next.ready.clear()
            self._end("" if under_way else "failed")
        elif "uncertain" in statuses and not under_way and not self.next.ready:
            self.next.verdict = "stuck"
        elif statuses <= {"succeeded", "skipped"}:
            self._end("succeeded")

    def _end(self, verdict: str) -> None:
        self.next.verdict = verdict
        if verdict == "failed":
            broken = next(step for step in self.plan if self._status(step) == "failed")
            self.next.error = f"{broken.id}: {self.states[broken.id].error}"
            self.next.cancelled = [one.id for one in self.plan if self._status(one) == "waiting"]
        elif verdict == "succeeded":
            self.next.output = self._last_output()

    def _last_output(self) -> Any:
        """Give the output of the last step that was carried out; of a group, those of its steps."""
        done = [step for step in self.plan if self._status(step) == "succeeded"]
        if not done:
            return None
        together = [step for step in done if step.position == done[-1].position]
        if not done[-1].groups:
            return self.states[done[-1].id].output
        return {step.id: self.states[step.id].output for step in together}
