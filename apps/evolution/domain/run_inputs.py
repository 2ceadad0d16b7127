"""What a run is given, held to what its pipeline declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.errors import DomainError
from apps.evolution.domain.pipeline_yaml import is_of_type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.evolution.domain.pipeline_yaml import PipelineInput


def read_inputs(declared: Mapping[str, PipelineInput], given: Mapping[str, Any]) -> dict[str, Any]:
    """Give every declared input its value; raises `invalid_inputs`, which names the field."""
    for name in given:
        if name not in declared:
            raise _invalid(str(name)[:100], "The pipeline has no such input.")
    return {name: _value(name, one, given.get(name)) for name, one in declared.items()}


def _value(name: str, declared: PipelineInput, given: Any) -> Any:
    if given is None:
        if declared.required and declared.default is None:
            raise _invalid(name, "This input is required.")
        return declared.default
    if not is_of_type(given, declared.type):
        raise _invalid(name, f"It must be of type {declared.type}.")
    return given


def _invalid(name: str, why: str) -> DomainError:
    return DomainError("invalid_inputs", f"inputs.{name}: {why}")
