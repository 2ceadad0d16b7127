"""Take erased words out of a pipeline, so that what is left still runs and sends nothing false."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apps.errors import DomainError
from apps.evolution.domain.pipeline_yaml import (
    InputType,
    PipelineDocument,
    PipelineInput,
    PipelineStepSpec,
    is_of_type,
    parse_pipeline,
    render_pipeline,
)
from apps.evolution.domain.references import find_references
from apps.learning.domain.shared_words import MARK

if TYPE_CHECKING:
    from apps.learning.domain.scrub_skill import Renaming
    from apps.learning.domain.shared_words import SharedWords

_TYPES: tuple[InputType, ...] = ("string", "boolean", "integer", "number", "array", "object")
_HUSK = PipelineStepSpec(id="erased", action="notify", params={"message": MARK})


def scrub_pipeline(content: str, shared: SharedWords, renaming: Renaming) -> str:
    """Write a pipeline without what holds erased words, under its new name and title.

    A param that holds any becomes an input: whoever runs it gives it anew. A step whose id, tool
    or condition holds any is left out. A text that no longer reads is taken line by line.
    """
    try:
        document = parse_pipeline(content)
    except DomainError:
        return str(shared.without(content))
    return render_pipeline(_Scrubbing(document, shared).scrub(renaming))


def is_pipeline_husk(content: str) -> bool:
    """Tell whether nothing is left of what a pipeline does."""
    try:
        return parse_pipeline(content).steps == (_HUSK,)
    except DomainError:
        return MARK in content


@dataclass(slots=True)
class _Scrubbing:
    """One pipeline being written without the words; what its params need grows on the way."""

    document: PipelineDocument
    shared: SharedWords
    inputs: dict[str, PipelineInput] = field(default_factory=dict)
    steps: set[str] = field(default_factory=set)

    def scrub(self, renaming: Renaming) -> PipelineDocument:
        document, shared = self.document, self.shared
        self.inputs = {
            name: self._input(one)
            for name, one in document.inputs.items()
            if not shared.occur_in(name)
        }
        kept = tuple(step for one in document.steps if (step := self._step(one)))
        is_told = shared.occur_in(document.description)
        return PipelineDocument(
            name=renaming.name,
            title=renaming.title,
            description=renaming.title if is_told else document.description,
            version=document.version,
            language=document.language,
            triggers=tuple(shared.kept_of(document.triggers)),
            inputs=self.inputs if kept else {},
            steps=kept or (_HUSK,),
            output=document.output if kept and self._may_stay(document.output) else None,
        )

    def _input(self, one: PipelineInput) -> PipelineInput:
        occur = self.shared.occur_in
        return PipelineInput(
            type=one.type,
            description="" if occur(one.description) else one.description,
            required=one.required or occur(one.default),
            default=None if occur(one.default) else one.default,
            example=None if occur(one.example) else one.example,
        )

    def _step(self, step: PipelineStepSpec) -> PipelineStepSpec | None:
        if any(map(self.shared.occur_in, (step.id, step.tool, step.skill))):
            return None
        if not self._may_stay(step.when):
            return None
        inner = tuple(kept for one in step.steps if (kept := self._step(one)))
        if step.steps and not inner:
            return None
        params = {
            key: value if self._may_stay(value) else self._asked(key, value)
            for key, value in step.params.items()
            if not self.shared.occur_in(key)
        }
        self.steps.add(step.id)
        return step.model_copy(update={"params": params, "steps": inner})

    def _may_stay(self, value: Any) -> bool:
        """Tell whether a value holds none of the words, and refers to nothing that is gone."""
        if self.shared.occur_in(value):
            return False
        try:
            references = find_references(value)
        except DomainError:
            return True
        return all(one.name in self.inputs or one.step in self.steps for one in references)

    def _asked(self, key: str, value: Any) -> str:
        """Refer to a new input in place of a value."""
        name = re.sub(r"[^\w-]+", "_", key)[:60] or "value"
        while name in self.inputs:
            name += "_"
        self.inputs[name] = PipelineInput(type=_type_of(value))
        return "${inputs." + name + "}"


def _type_of(value: Any) -> InputType:
    return next((name for name in _TYPES if is_of_type(value, name)), "string")
