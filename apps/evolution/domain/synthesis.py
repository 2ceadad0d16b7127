"""Drafts a skill from finished runs by rule: the draft a model may improve on, or that stands."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.evolution.domain.alignment import AlignedStep, align, fold
from apps.evolution.domain.binding import Binder
from apps.evolution.domain.case_names import people_in
from apps.evolution.domain.intent_phrase import (
    MOST_TRIGGERS,
    case_free,
    general_phrase,
    telling_phrase,
    trigger_phrases,
    with_slots,
    without_case,
    words,
)
from apps.evolution.domain.optional_step import answers_of, find_reason
from apps.evolution.domain.phrasing import Told
from apps.evolution.domain.skill_name import is_skill_name, skill_name, skill_title
from apps.evolution.domain.step import Step, read_steps
from apps.evolution.domain.template import Pattern, Pitfall, write_document
from apps.evolution.domain.tool_kind import kind_of, only_asks
from apps.evolution.domain.verification import find_echo, find_outcome

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from apps.evolution.domain.binding import Binding
    from apps.evolution.domain.run import Run
    from apps.evolution.domain.skill_md import SkillDocument
    from apps.language.tokens import Language

MOST_RUNS = 20
MOST_STEPS = 25
QUOTE_LENGTH = 200

GOOD_SCORE = Decimal("0.70")
RUNS_WEIGHT = Decimal("0.4")
AGREEMENT_WEIGHT = Decimal("0.3")
SCORE_WEIGHT = Decimal("0.3")
LEAST_GOOD_RUNS = 2
FAIR_SCORE = Decimal("0.50")
AGREEMENT_OF_ONE = Decimal("0.5")

# A person who asks for the skill, and an experience that was used again, vouch like two more runs.
USER_ASKED = "user_asked"
VOUCHED_TRIGGERS = (USER_ASKED, "experience_reuse")
VOUCHED_RUNS = 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was really said: a verbatim piece of a run's intent."""

    trajectory_id: str
    quote: str


@dataclass(frozen=True, slots=True)
class SkillDraft:
    """A drafted skill with what speaks for it.

    `is_telling` is false where its steps say no more than that files are read and changed, and
    nobody vouches for it.
    """

    document: SkillDocument
    confidence: Decimal
    evidence: tuple[Evidence, ...]
    tools: tuple[str, ...]
    triggers: tuple[str, ...]
    is_telling: bool = True


def draft_skill(
    runs: Sequence[Run],
    *,
    pitfalls: Sequence[Pitfall] = (),
    language: Language,
    taken: Collection[str] = (),
    trigger: str,
) -> SkillDraft:
    """Draft a skill from at least one run of a pattern, in the language of its people.

    `trigger` is why it is made: `user_asked` and `experience_reuse` raise the confidence.
    """
    drawn = draw_runs(runs)
    steps, agreement = _shared_steps([read_steps(run.calls) for run in drawn])
    pattern = _pattern_of(drawn, steps, pitfalls)
    document = write_document(pattern, language, taken)
    return SkillDraft(
        document=document,
        confidence=draft_confidence(drawn, agreement, trigger),
        evidence=tuple(evidence for run in drawn for evidence in quote_run(run)),
        tools=document.tools,
        triggers=document.triggers,
        is_telling=(
            trigger in VOUCHED_TRIGGERS
            or not pattern.steps
            or any(_is_telling(step, binding) for step, binding in pattern.steps)
        ),
    )


def _pattern_of(
    drawn: Sequence[Run], steps: Sequence[AlignedStep], pitfalls: Sequence[Pitfall]
) -> Pattern:
    """Gather what the runs have shown of their shared steps, in the words that people used."""
    answers = [answers_of(step, drawn) for step in steps]
    binder = Binder(drawn)
    bound = [(step, binder.bind(step)) for step in steps]
    intents = [with_slots(run.intent, binder.given) for run in drawn]
    people = people_in(drawn)
    phrase = without_case(case_free(telling_phrase(intents), intents, people), intents)
    return Pattern(
        title=general_phrase(phrase, intents),
        reply=drawn[0].reply,
        runs=len(drawn),
        score=_mean_score(drawn),
        steps=bound,
        inputs=binder.inputs,
        triggers=trigger_phrases(intents, people),
        pitfalls=pitfalls,
        told=_told(bound, drawn),
        examples=binder.examples,
        outcome=find_outcome(steps, answers),
        echo=find_echo(steps, answers),
    )


def _told(bound: Sequence[tuple[AlignedStep, Binding]], runs: Sequence[Run]) -> list[Told]:
    """Say of each step what later steps take from its answer, and when only some runs took it."""
    steps = [step for step, _ in bound]
    taken: dict[str, dict[str, None]] = {}
    reversed_told: list[Told] = []
    for at in range(len(bound) - 1, -1, -1):
        step, binding = bound[at]
        gives = tuple(reversed(taken.pop(step.first.tool, {}))) if step.kind == "call" else ()
        reason = find_reason(at, steps, runs) if step.is_optional else None
        reversed_told.append(Told(gives, reason))
        for key, slot in binding.slots.items():
            if slot.origin == "result":
                taken.setdefault(slot.tool, {})[key] = None
    return reversed_told[::-1]


def _is_telling(step: AlignedStep, binding: Binding) -> bool:
    """Tell whether a step says more than that files are read and changed."""
    return step.kind in ("call", "shell", "skill") or bool(binding.fixed)


def call_draft(draft: SkillDraft, title: str, taken: Collection[str]) -> SkillDraft:
    """Give a draft the name that a person chose for it; it answers to that name as well."""
    fits = is_skill_name(title) and title not in taken
    called, document = skill_title(title), draft.document
    own = [title] if len(words(title)) > 1 else []  # a single word would answer to too much
    changes = {
        "name": title if fits else skill_name(title, taken),
        "title": called,
        "triggers": tuple(dict.fromkeys([*own, *draft.triggers]))[:MOST_TRIGGERS],
        "description": f"{called}: {document.description}",
    }
    renamed = document.model_validate({**document.model_dump(), **changes})
    return replace(draft, document=renamed, triggers=renamed.triggers)


def draw_runs(runs: Sequence[Run]) -> list[Run]:
    """Choose the runs to draw from, the best first; fair ones to have two, poor ones at need."""
    distinct: dict[str, Run] = {}
    for run in runs:
        distinct.setdefault(run.trajectory_id, run)
    reaching = _reaching_goal(list(distinct.values()))
    ranked = sorted(reaching, key=lambda run: -run.score)
    good = [run for run in ranked if run.score >= GOOD_SCORE]
    if len(good) < LEAST_GOOD_RUNS:
        good = [run for run in ranked if run.score >= FAIR_SCORE]
    return (good or ranked)[:MOST_RUNS]


def _reaching_goal(runs: list[Run]) -> list[Run]:
    """Leave out the runs that changed nothing of what most of them changed: they stopped short."""
    changed = [
        {
            call.tool
            for call in run.calls
            if call.status != "error"
            and kind_of(call.tool, call.args) == "call"
            and not only_asks(call.tool)
        }
        for run in runs
    ]
    used = Counter(tool for tools in changed for tool in tools)
    goals = {tool for tool, count in used.items() if 2 * count > len(runs)}
    reached = [run for run, tools in zip(runs, changed, strict=True) if tools & goals]
    return reached if len(reached) >= LEAST_GOOD_RUNS else runs


def draft_confidence(runs: Sequence[Run], agreement: Decimal, trigger: str) -> Decimal:
    """Weigh what speaks for a draft, 0–1.

    0.4 · (1 − 0.5ⁿ) + 0.3 · agreement + 0.3 · mean score, where n is the number of runs and of
    those that the trigger vouches for, and agreement the share of the steps that all runs have in
    common (0.5 for a single run). Below a mean score of 0.70 the sum shrinks with the score.
    """
    vouched = len(runs) + (VOUCHED_RUNS if trigger in VOUCHED_TRIGGERS else 0)
    score = _mean_score(runs)
    weighed = (
        RUNS_WEIGHT * (1 - Decimal("0.5") ** vouched)
        + AGREEMENT_WEIGHT * agreement
        + SCORE_WEIGHT * score
    )
    return (weighed * min(Decimal(1), score / GOOD_SCORE)).quantize(Decimal("0.01"))


def _shared_steps(chains: Sequence[Sequence[Step]]) -> tuple[list[AlignedStep], Decimal]:
    """Give the steps to write down, and the share of them that all chains have in common.

    What a single one of several runs did is that run's own; if nothing else is left, the best
    run's steps stand for the pattern, and nothing is agreed on.
    """
    if len(chains) == 1:
        return _shortened(fold(align(chains))), AGREEMENT_OF_ONE
    shared = [step for step in align(chains) if step.support > 1]
    if not shared:
        return _shortened(fold(align(chains[:1]))), Decimal(0)
    taken_by_all = sum(not step.is_optional for step in shared)
    longest = max(Decimal(len(chain)) for chain in chains)
    mean = sum((Decimal(len(chain)) for chain in chains), Decimal(0)) / len(chains)
    return _shortened(fold(shared)), min(Decimal(1), taken_by_all / min(mean, longest))


def _shortened(steps: list[AlignedStep]) -> list[AlignedStep]:
    """Leave out optional steps of a long procedure first, then the middle."""
    if len(steps) > MOST_STEPS:
        steps = [step for step in steps if not step.is_optional] or steps
    if len(steps) > MOST_STEPS:
        steps = steps[: MOST_STEPS // 2] + steps[-(MOST_STEPS - MOST_STEPS // 2) :]
    return steps


def quote_run(run: Run) -> list[Evidence]:
    """Quote the first line of what was asked, letter by letter."""
    lines = (line.strip()[:QUOTE_LENGTH] for line in (run.quoted or run.intent).split("\n"))
    return [Evidence(run.trajectory_id, line) for line in lines if line][:1]


def _mean_score(runs: Sequence[Run]) -> Decimal:
    total = sum((run.score for run in runs), Decimal(0))
    return (total / len(runs)).quantize(Decimal("0.01"))
