"""Runs are started once for each key, with inputs that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import DomainError
from apps.evolution.models import PipelineRun, PipelineStep
from apps.evolution.start_run import start_run
from tests.evolution.runs import make_pipeline, make_tool, tool_step
from tests.loopback import dead_address

if TYPE_CHECKING:
    from apps.evolution.models import Pipeline
    from tests.cast import Team

INPUTS = {
    "topic": {"type": "string"},
    "most": {"type": "integer", "default": 5},
    "tags": {"type": "array", "required": False},
}


@pytest.fixture
def pipeline(clinic: Team) -> Pipeline:
    make_tool(clinic.members["owner"], "t", dead_address())
    return make_pipeline(clinic.tenant, [tool_step("a", "t")], inputs=INPUTS)


def start(pipeline: Pipeline, key: str = "", **inputs: Any) -> PipelineRun:
    return start_run(pipeline, inputs=inputs, by="tester", idempotency_key=key)


def refusal(pipeline: Pipeline, key: str = "", **inputs: Any) -> tuple[str, str]:
    with pytest.raises(DomainError) as caught:
        start(pipeline, key, **inputs)
    return caught.value.code, caught.value.detail


def test_what_is_left_out_has_its_default(pipeline: Pipeline):
    assert start(pipeline, topic="x").inputs == {"topic": "x", "most": 5, "tags": None}


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({}, "inputs.topic: This input is required."),
        ({"topic": 5}, "inputs.topic: It must be of type string."),
        ({"topic": "x", "most": "5"}, "inputs.most: It must be of type integer."),
        ({"topic": "x", "most": True}, "inputs.most: It must be of type integer."),
        ({"topic": "x", "other": 1}, "inputs.other: The pipeline has no such input."),
    ],
)
def test_an_input_that_does_not_fit_is_named(pipeline: Pipeline, inputs: Any, says: str):
    assert refusal(pipeline, **inputs) == ("invalid_inputs", says)


def test_the_same_key_is_the_same_run(pipeline: Pipeline, clinic: Team):
    first, again = start(pipeline, "k", topic="x"), start(pipeline, "k", topic="x", most=5)
    assert first.pk == again.pk
    assert PipelineStep.objects.for_tenant(clinic.tenant).count() == 1
    assert start(pipeline, topic="x").pk != start(pipeline, topic="x").pk


def test_the_same_key_with_other_inputs_is_a_conflict(pipeline: Pipeline):
    start(pipeline, "k", topic="x")
    assert refusal(pipeline, "k", topic="y")[0] == "key_used"


def test_secrets_in_inputs_are_not_stored(pipeline: Pipeline):
    assert start(pipeline, topic="ghp_" + "a1" * 20).inputs["topic"] == "[redacted:github-token]"


def test_inputs_have_a_limit(pipeline: Pipeline):
    assert refusal(pipeline, topic="x" * 70_000)[0] == "inputs_too_large"


def test_an_archived_pipeline_and_an_unknown_tool_are_refused(pipeline: Pipeline, clinic: Team):
    other = make_pipeline(clinic.tenant, [tool_step("a", "absent")], name="other")
    assert refusal(other) == (
        "tool_not_registered",
        "There is no active tool 'absent': register it at POST /api/v1/tools.",
    )
    pipeline.status = "archived"
    assert refusal(pipeline, topic="x")[0] == "pipeline_archived"
