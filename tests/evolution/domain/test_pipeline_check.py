"""What a pipeline refers to must be there in time, and tools must get what they need."""

from __future__ import annotations

import pytest

from apps.evolution.domain.pipeline_check import check_references, check_tools
from apps.evolution.domain.pipeline_yaml import PipelineDocument, parse_pipeline


def document(*steps: str, more: str = "") -> PipelineDocument:
    lines = "".join(f"\n  - {step}" for step in steps)
    inputs = "inputs: {topic: {}, 主题: {}}"
    return parse_pipeline(f"name: x\ndescription: d\n{inputs}\n{more}\nsteps:{lines}")


def tool(name: str, text: str = "", **more: str) -> str:
    extra = "".join(f", {key}: '{value}'" for key, value in more.items())
    return f"{{id: {name}, action: tool, tool: t, params: {{text: '{text}'}}{extra}}}"


PAIR = f"{{id: both, action: parallel, steps: [{tool('b')}, {tool('c', '${steps.b.output}')}]}}"


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ((tool("a", "${inputs.topic} ${inputs.主题}"), tool("b", "${steps.a.output.x[0].y}")), []),
        ((tool("a", "${inputs.subject}"),), ["steps.0.params: ${inputs.subject}: There is no inp"]),
        ((tool("a", "${steps.z.output}"),), ["There is no step 'z'."]),
        ((tool("a", "${steps.b.output}"), tool("b")), ["Step 'b' is not done before this one."]),
        ((tool("a", "${steps.a.output}"),), ["Step 'a' is not done before this one."]),
        ((PAIR,), ["steps.0.steps.1.params: ${steps.b.output}: Step 'b' is not done before"]),
        ((tool("a"), tool("a")), ["steps.1.id: Another step is called 'a' too."]),
        ((tool("a", "${a.b}"),), ["steps.0.params: ${a.b} is no reference."]),
        ((tool("a", when="${inputs.topic} == \"x\" and not ${inputs.主题}"),), []),
        ((tool("a", when="${inputs.topic} ="),), ["steps.0.when: "]),
        ((tool("a", when="${inputs.no}"),), ["steps.0.when: ${inputs.no}: There is no input"]),
        (("{id: a, action: llm_generate}",), ["steps.0.params: llm_generate needs 'prompt'."]),
        (("{id: a, action: notify}",), ["steps.0.params: notify needs 'message'."]),
    ],
)  # fmt: skip
def test_references_lead_to_what_is_done(steps: tuple[str, ...], told: list[str]):
    problems = [str(problem) for problem in check_references(document(*steps))]
    assert len(problems) == len(told)
    assert all(part in problem for part, problem in zip(told, problems, strict=True))


def test_steps_after_a_group_know_what_is_in_it():
    group = f"{{id: both, action: parallel, steps: [{tool('b')}, {tool('c')}]}}"
    after = tool("d", "${steps.b.output} ${steps.both.output.c}")
    assert check_references(document(group, after)) == []


def test_the_output_may_refer_to_every_step():
    assert check_references(document(tool("a"), more="output: ${steps.a.output.x}")) == []
    [problem] = check_references(document(tool("a"), more="output: ${steps.z.output}"))
    assert problem.path == "output"


@pytest.mark.parametrize(
    ("schemas", "told"),
    [
        ({"t": {}}, []),
        ({}, ["steps.0.tool: No tool 't' is registered."]),
        ({"t": {"required": ["text"]}}, []),
        ({"t": {"required": ["text", "to"]}}, ["steps.0.params: The tool 't' needs 'to'."]),
        (
            {"t": {"properties": {"to": {}}, "additionalProperties": False}},
            ["steps.0.params.text: The tool 't' does not take this."],
        ),
    ],
)
def test_tools_get_what_they_need(schemas: dict[str, dict[str, object]], told: list[str]):
    assert [str(one) for one in check_tools(document(tool("a")), schemas)] == told
