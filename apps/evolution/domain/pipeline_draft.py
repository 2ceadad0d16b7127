"""Drafts a pipeline from a repeated chain by rule: steps, inputs, conditions, what is unsure."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.errors import DomainError
from apps.evolution.domain.chain_mining import LEAST_STEPS
from apps.evolution.domain.data_flow import DataFlow
from apps.evolution.domain.intent_phrase import key_phrase, trigger_phrases, without_case
from apps.evolution.domain.intent_phrase import words as words_of
from apps.evolution.domain.pipeline_words import PIPELINE_WORDS
from apps.evolution.domain.pipeline_yaml import (
    MOST_INPUTS,
    PipelineDocument,
    PipelineInput,
    PipelineStepSpec,
    parse_pipeline,
)
from apps.evolution.domain.quoting import ELLIPSIS, one_line
from apps.evolution.domain.skill_name import skill_name, skill_title
from apps.evolution.domain.step_condition import find_condition
from apps.evolution.domain.synthesis import draft_confidence, draw_runs, quote_run

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from apps.evolution.domain.chain_mining import Chain, ChainStep
    from apps.evolution.domain.run import Run
    from apps.evolution.domain.synthesis import Evidence
    from apps.language.tokens import Language

# A step that so many runs took belongs to the chain; the others did something else.
USUAL = Decimal("0.75")
LONGEST_ID = 40
LONGEST_DESCRIPTION = 1024

_NOT_AN_ID = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class PipelineDraft:
    """A drafted pipeline with what speaks for it."""

    document: PipelineDocument
    confidence: Decimal
    evidence: tuple[Evidence, ...]
    runs: tuple[Run, ...]

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that it calls, in order."""
        return called_tools(self.document)


@dataclass(slots=True)
class _Sketch:
    """What is known of a pipeline while it is drawn: its steps by their place in the chain."""

    chain: Chain
    steps: dict[int, ChainStep]
    ids: dict[int, str]
    when: dict[int, str] = field(default_factory=dict)
    needs: dict[int, set[int]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def chain_key(tools: Sequence[str]) -> str:
    """Name a pattern of work by the tools that it calls, in their order."""
    text = "\n".join(["pipeline", *tools])
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def called_tools(document: PipelineDocument) -> tuple[str, ...]:
    """Give the tools that a pipeline calls, in order; at the same time, in that of their names."""
    found: list[str] = []
    for step in document.steps:
        found += sorted(one.tool for one in (step, *step.steps) if one.tool)
    return tuple(found)


def read_called_tools(text: str) -> tuple[str, ...]:
    """Give the tools that a pipeline's text calls, in order; none of a text that is no pipeline."""
    try:
        return called_tools(parse_pipeline(text))
    except DomainError:
        return ()


def draft_pipeline(
    chain: Chain, *, language: Language, taken: Collection[str] = (), trigger: str
) -> PipelineDraft | None:
    """Draft a pipeline from a chain; None where fewer than two steps are left of it."""
    sketch = _sketch(chain, language)
    if len(sketch.steps) < LEAST_STEPS:
        return None
    flow = DataFlow(chain.runs, sketch.steps, sketch.ids)
    specs = {number: _spec(number, sketch, flow) for number in sketch.steps}
    if len(flow.inputs) > MOST_INPUTS:
        return None
    for number, needed in flow.needs.items():
        sketch.needs.setdefault(number, set()).update(needed)
    runs = draw_runs([run.run for run in chain.runs])
    document = _document(sketch, flow, specs, runs, language, taken)
    return PipelineDraft(
        document=document,
        confidence=draft_confidence(runs, _agreement(chain), trigger),
        evidence=tuple(piece for run in runs for piece in quote_run(run)),
        runs=tuple(runs),
    )


def _sketch(chain: Chain, language: Language) -> _Sketch:
    """Decide which steps stay: those of nearly all runs, and those whose condition shows."""
    words = PIPELINE_WORDS[language]
    steps = dict(enumerate(chain.steps))
    sketch = _Sketch(chain, steps, _step_ids(chain))
    every_run = range(len(chain.runs))
    for number, step in enumerate(chain.steps):
        told = {"tool": one_line(step.tool, 60), "count": len(step.calls), "runs": len(chain.runs)}
        if any(call.times > 1 for call in step.calls.values()):
            sketch.notes.append(words["repeated"].format(**told))
        if len(step.calls) == len(chain.runs):
            continue
        found = find_condition(number, steps, sketch.ids, every_run)
        if found:
            sketch.when[number], looked_at = found
            sketch.needs[number] = {looked_at}
        elif len(step.calls) < USUAL * len(chain.runs):
            del steps[number]
            sketch.notes.append(words["left_out"].format(**told))
        else:
            sketch.notes.append(words["usual"].format(**told))
    return sketch


def _step_ids(chain: Chain) -> dict[int, str]:
    """Call each step after the last part of its tool's name."""
    ids: dict[int, str] = {}
    for number, step in enumerate(chain.steps):
        own = re.split(r"__|[./:]", step.tool)[-1]
        name = _NOT_AN_ID.sub("_", one_line(own, LONGEST_ID)).strip("_") or "step"
        used = set(ids.values())
        numbered = (f"{name}_{count}" for count in range(2, len(chain.steps) + 2))
        ids[number] = name if name not in used else next(n for n in numbered if n not in used)
    return ids


def _spec(number: int, sketch: _Sketch, flow: DataFlow) -> PipelineStepSpec:
    return PipelineStepSpec(
        id=sketch.ids[number],
        action="tool",
        tool=sketch.steps[number].tool,
        params=flow.params(number),
        when=sketch.when.get(number),
    )


def _document(
    sketch: _Sketch,
    flow: DataFlow,
    specs: Mapping[int, PipelineStepSpec],
    runs: Sequence[Run],
    language: Language,
    taken: Collection[str],
) -> PipelineDocument:
    intent = _named_work(sketch.chain, flow, runs)
    title = skill_title(intent)
    return PipelineDocument(
        name=skill_name(intent, taken),
        title=title,
        description=_description(title, specs, sketch, language),
        language=language,
        triggers=trigger_phrases([run.intent for run in runs]),
        inputs={
            one.name: PipelineInput(
                type=one.type,
                description=PIPELINE_WORDS[language][one.origin],
                example=one.example,
            )
            for one in flow.inputs.values()
        },
        steps=tuple(_grouped(specs, sketch)),
    )


def _named_work(chain: Chain, flow: DataFlow, runs: Sequence[Run]) -> str:
    """Say what the best run was to do, without what its inputs were."""
    intent = without_case(key_phrase(runs[0].intent), [run.intent for run in runs[1:]])
    at = next(
        n for n, run in enumerate(chain.runs) if run.run.trajectory_id == runs[0].trajectory_id
    )
    general = intent
    for value in flow.asked_values(at):
        general = re.sub(re.escape(value), ELLIPSIS, general, flags=re.IGNORECASE)
    return general if len(words_of(general)) > 1 else intent


def _grouped(specs: Mapping[int, PipelineStepSpec], sketch: _Sketch) -> Iterator[PipelineStepSpec]:
    """Put neighbours that need no order into steps that run at the same time."""
    group: list[int] = []
    made = 0
    for number in [*sorted(specs), None]:
        if number is not None and _may_join(number, group, sketch):
            group.append(number)
            continue
        if len(group) > 1:
            made += 1
            name = _free_id(f"together_{made}", sketch)
            inner = tuple(specs[one] for one in group)
            yield PipelineStepSpec(id=name, action="parallel", steps=inner)
        elif group:
            yield specs[group[0]]
        group = [] if number is None else [number]


def _may_join(number: int, group: Sequence[int], sketch: _Sketch) -> bool:
    tools = [sketch.steps[one].tool for one in (*group, number)]
    *others, last = tools
    is_free = all(tuple(sorted((tool, last))) in sketch.chain.unordered for tool in others)
    return bool(group) and is_free and not sketch.needs.get(number, set()) & set(group)


def _free_id(name: str, sketch: _Sketch) -> str:
    while name in sketch.ids.values():
        name += "_"
    return name


def _agreement(chain: Chain) -> Decimal:
    """The share of the steps that all runs have in common."""
    by_all = sum(len(step.calls) == len(chain.runs) for step in chain.steps)
    return Decimal(by_all) / len(chain.steps)


def _description(
    title: str, specs: Mapping[int, PipelineStepSpec], sketch: _Sketch, language: Language
) -> str:
    words = PIPELINE_WORDS[language]
    tools = [one_line(spec.tool or "", 60) for _, spec in sorted(specs.items())]
    told = words["description"].format(
        title=title, tools=words["then"].join(tools), runs=len(sketch.chain.runs)
    )
    return one_line(words["space"].join([told, *sketch.notes]), LONGEST_DESCRIPTION)
