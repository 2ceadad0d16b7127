"""Checks a pipeline as a whole: what it refers to is there in time, what it calls takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apps.errors import DomainError
from apps.evolution.domain.condition import check_condition
from apps.evolution.domain.references import find_references

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from apps.evolution.domain.pipeline_yaml import PipelineDocument, PipelineStepSpec
    from apps.evolution.domain.references import Reference

REQUIRED_PARAMS = {"llm_generate": ("prompt",), "notify": ("message",)}


@dataclass(frozen=True, slots=True)
class PipelineProblem:
    """What is wrong at one place of a pipeline."""

    path: str
    detail: str

    def __str__(self) -> str:
        return f"{self.path}: {self.detail}"


def check_references(document: PipelineDocument) -> list[PipelineProblem]:
    """List references to what is not there or not yet done, bad conditions and ids used twice."""
    return [*_repeated_ids(document), *_step_problems(document), *_output_problems(document)]


def check_tools(
    document: PipelineDocument, schemas: Mapping[str, Mapping[str, Any]]
) -> list[PipelineProblem]:
    """List tools that are not registered, and params that a tool requires or does not take.

    `schemas` are the JSON schemas of what the registered tools take, by name.
    """
    problems: list[PipelineProblem] = []
    for path, step, _ in _placed_steps(document):
        if step.tool and step.tool not in schemas:
            detail = f"No tool '{step.tool}' is registered."
            problems.append(PipelineProblem(f"{path}.tool", detail))
        elif step.tool:
            problems += _schema_problems(path, step, schemas[step.tool])
    return problems


def _repeated_ids(document: PipelineDocument) -> Iterator[PipelineProblem]:
    seen: set[str] = set()
    for path, step, _ in _placed_steps(document):
        if step.id in seen:
            yield PipelineProblem(f"{path}.id", f"Another step is called '{step.id}' too.")
        seen.add(step.id)


def _placed_steps(
    document: PipelineDocument,
) -> Iterator[tuple[str, PipelineStepSpec, frozenset[str]]]:
    """Give each step with its path and the ids of the steps that are done before it."""
    done: frozenset[str] = frozenset()
    for number, step in enumerate(document.steps):
        yield f"steps.{number}", step, done
        for place, inner in enumerate(step.steps):
            yield f"steps.{number}.steps.{place}", inner, done
        done |= {step.id, *(inner.id for inner in step.steps)}


def _step_problems(document: PipelineDocument) -> Iterator[PipelineProblem]:
    for path, step, done in _placed_steps(document):
        for key, value in (("params", step.params), ("when", step.when)):
            yield from _value_problems(f"{path}.{key}", value, document, done)
        for key in REQUIRED_PARAMS.get(step.action, ()):
            if not step.params.get(key):
                yield PipelineProblem(f"{path}.params", f"{step.action} needs '{key}'.")
        if step.when:
            yield from _condition_problems(f"{path}.when", step.when)


def _output_problems(document: PipelineDocument) -> Iterator[PipelineProblem]:
    done = {step.id for step in document.every_step}
    yield from _value_problems("output", document.output, document, done)


def _condition_problems(path: str, when: str) -> Iterator[PipelineProblem]:
    try:
        check_condition(when)
    except DomainError as error:
        if error.code != "invalid_reference":  # that one is reported as a value's already
            yield PipelineProblem(path, error.detail)


def _value_problems(
    path: str, value: Any, document: PipelineDocument, done: Collection[str]
) -> Iterator[PipelineProblem]:
    try:
        references = find_references(value)
    except DomainError as error:
        yield PipelineProblem(path, error.detail)
        return
    for reference in dict.fromkeys(references):
        if detail := _why_not(reference, document, done):
            yield PipelineProblem(path, detail)


def _why_not(reference: Reference, document: PipelineDocument, done: Collection[str]) -> str:
    """Say why a reference cannot be filled in; empty if it can."""
    if reference.name:
        is_known = reference.name in document.inputs
        return "" if is_known else f"{reference}: There is no input '{reference.name}'."
    if reference.step in done:
        return ""
    if any(step.id == reference.step for step in document.every_step):
        return f"{reference}: Step '{reference.step}' is not done before this one."
    return f"{reference}: There is no step '{reference.step}'."


def _schema_problems(
    path: str, step: PipelineStepSpec, schema: Mapping[str, Any]
) -> Iterator[PipelineProblem]:
    required = schema.get("required")
    for key in required if isinstance(required, list) else ():
        if key not in step.params:
            yield PipelineProblem(f"{path}.params", f"The tool '{step.tool}' needs '{key}'.")
    known = schema.get("properties")
    if schema.get("additionalProperties") is False and isinstance(known, dict):
        for key in step.params:
            if key not in known:
                detail = f"The tool '{step.tool}' does not take this."
                yield PipelineProblem(f"{path}.params.{key}", detail)
