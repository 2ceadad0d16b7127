from __future__ import annotations

from typing import Any

import pytest

from apps.evolution.domain.pipeline_plan import Next, StepState, next_steps, plan_steps
from apps.evolution.domain.pipeline_yaml import PipelineStepSpec

DONE, FAILED = StepState("succeeded", {"n": 1}), StepState("failed", error="Broken.")


def tool(name: str, **more: Any) -> PipelineStepSpec:
    return PipelineStepSpec.model_validate({"id": name, "action": "tool", "tool": "t", **more})


def both(*inner: PipelineStepSpec, **more: Any) -> PipelineStepSpec:
    return PipelineStepSpec(id="both", action="parallel", steps=inner, **more)


def come_next(*steps: PipelineStepSpec, inputs: Any = None, **states: StepState) -> Next:
    return next_steps(plan_steps(steps), states, inputs=inputs or {})


def test_steps_follow_one_another():
    steps = tool("a"), tool("b")
    assert come_next(*steps).ready == ["a"]
    assert come_next(*steps, a=StepState("running")).ready == []
    assert come_next(*steps, a=DONE).ready == ["b"]
    over = come_next(*steps, a=DONE, b=StepState("succeeded", "last"))
    assert (over.verdict, over.output) == ("succeeded", "last")


def test_steps_of_a_group_are_ready_at_the_same_time_and_the_next_waits_for_all():
    steps = both(tool("a"), tool("b")), tool("c")
    assert come_next(*steps).ready == ["a", "b"]
    assert come_next(*steps, a=DONE).ready == ["b"]
    assert come_next(*steps, a=DONE, b=StepState("running")).ready == []
    assert come_next(*steps, a=DONE, b=DONE).ready == ["c"]
    over = come_next(steps[0], a=DONE, b=DONE)
    assert over.output == {"a": {"n": 1}, "b": {"n": 1}}


def test_a_step_whose_condition_does_not_hold_is_skipped_with_what_leans_on_it():
    steps = (
        tool("a", when="${inputs.deep}"),
        tool("b", params={"x": "${steps.a.output.n}"}),
        tool("c", when="${steps.b.output.n} == 1"),
        tool("d"),
    )
    first = come_next(*steps, inputs={"deep": False})
    assert (first.skipped, first.ready) == (["a", "b", "c"], ["d"])
    assert come_next(*steps, inputs={"deep": True}).ready == ["a"]


def test_a_run_of_nothing_but_skipped_steps_has_succeeded():
    assert come_next(tool("a", when="false")).verdict == "succeeded"


def test_the_condition_of_a_group_is_that_of_each_of_its_steps():
    steps = both(tool("a", when="true"), tool("b"), when="false"), tool("c")
    assert come_next(*steps).skipped == ["a", "b"]
    leaning = tool("d", params={"x": "${steps.both.output.a}"})
    assert come_next(steps[0], leaning).skipped == ["a", "b", "d"]


def test_a_failure_lets_what_is_under_way_end_and_cancels_the_rest():
    steps = both(tool("a"), tool("b")), tool("c")
    waiting = come_next(*steps, a=FAILED, b=StepState("running"))
    assert (waiting.verdict, waiting.ready) == ("", [])
    over = come_next(*steps, a=FAILED, b=DONE)
    assert (over.verdict, over.error, over.cancelled) == ("failed", "a: Broken.", ["c"])
    untried = come_next(*steps, a=FAILED)
    assert untried.cancelled == ["b", "c"]


def test_a_condition_that_cannot_be_judged_fails_its_step():
    steps = tool("a"), tool("b", when="${steps.a.output.n} > 'x'")
    over = come_next(*steps, a=DONE)
    assert (over.verdict, list(over.failed)) == ("failed", ["b"])


@pytest.mark.parametrize(("other", "verdict"), [("succeeded", "stuck"), ("running", "")])
def test_an_uncertain_step_stops_the_run_once_the_others_have_ended(other: str, verdict: str):
    steps = both(tool("a"), tool("b")), tool("c")
    found = come_next(*steps, a=StepState("uncertain"), b=StepState(other))
    assert (found.verdict, found.ready) == (verdict, [])
