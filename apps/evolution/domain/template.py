"""Writes the document of a drafted skill by template, in the language of the people it serves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apps.evolution.domain.intent_phrase import without_gaps
from apps.evolution.domain.phrasing import (
    Told,
    check_sentence,
    quoted_list,
    step_sentence,
)
from apps.evolution.domain.quoting import code, one_line, plain
from apps.evolution.domain.sections import (
    INPUTS,
    PITFALLS,
    PROCEDURE,
    VERIFICATION,
    WHEN_TO_USE,
    Section,
)
from apps.evolution.domain.skill_md import SkillDocument
from apps.evolution.domain.skill_name import skill_name, skill_title
from apps.evolution.domain.verification import find_checks
from apps.trajectories.domain.tool_chain import tool_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from decimal import Decimal

    from apps.evolution.domain.alignment import AlignedStep
    from apps.evolution.domain.binding import Binding, Slot
    from apps.evolution.domain.verification import Echo, Outcome
    from apps.language.tokens import Language

MOST_PITFALLS = 10
# What a reply says of its own case, and what it says of nothing.
_OF_CASE = re.compile(
    r"\d|\bhere (?:is|are)\b|[:：]$|…$|(?:welcome|anything else|further (?:help|questions|assist)|"
    r"let me know|feel free)|(?:不客气|其他(?:需要|问题)|随时|如(?:有|需))",
    re.IGNORECASE,
)
QUOTE_LENGTH = 200

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "description": "{title}. Uses {tools}. {when}",
        "description_untold": "{title}. {when}",
        "when": "Use when the request is like {triggers}.",
        "when_untold": "Use when the same kind of request comes again.",
        "or": " or ",
        "lead": "Drawn from finished runs: {runs}. Their mean score: {score}.",
        "request": "{name}: named in the request.",
        "case": "{name}: differs from case to case; settle it from the task, ask if unclear.",
        "either": "{name}: named in the request, else in the result of {tool}.",
        "request_like": "{name}: named in the request, such as {example}.",
        "either_like": "{name}: named in the request, else in the result of {tool}, "
        "such as {example}.",
        "case_like": "{name}: settled in the course of the work, such as {example}.",
        "no_calls": "Answer the request in the way that was accepted: “{reply}”",
        "pitfall": "If you see {error}: {remedy}",
        "no_pitfalls": "No failure was seen in these runs.",
        "outcome": "Compare the result with what was reported then: “{reply}”",
        "shows": "The answer of {tool} must show the {keys} that it was called with.",
        "answered": "{tool} answers {value}.",
        "answered_key": "The answer of {tool} shows {key} = {value}.",
        "no_checks": "These runs checked nothing: ask the user whether the result is right.",
    },
    "zh": {
        "description": "{title}。用到 {tools}。{when}",
        "description_untold": "{title}。{when}",
        "when": "当请求类似{triggers}时使用。",
        "when_untold": "再次出现同类请求时使用。",
        "or": "或",
        "lead": "整理自 {runs} 次完成的任务，平均得分 {score}。",
        "request": "{name}：由请求给出。",
        "case": "{name}：因情况而异；根据任务确定，不清楚时询问用户。",
        "either": "{name}：由请求给出，否则取自 {tool} 的结果。",
        "request_like": "{name}：由请求给出，例如 {example}。",
        "either_like": "{name}：由请求给出，否则取自 {tool} 的结果，例如 {example}。",
        "case_like": "{name}：在工作中确定，例如 {example}。",
        "no_calls": "按当时被认可的方式回答：“{reply}”",
        "pitfall": "遇到 {error} 时：{remedy}",
        "no_pitfalls": "这些任务中没有出现过失败。",
        "outcome": "与当时报告的结果对照：“{reply}”",
        "shows": "{tool} 的结果中应有调用时给出的 {keys}。",
        "answered": "{tool} 返回 {value}。",
        "answered_key": "{tool} 的结果中 {key} = {value}。",
        "no_checks": "这些任务没有做过检查：请向用户确认结果是否正确。",
    },
}


@dataclass(frozen=True, slots=True)
class Pitfall:
    """An error that a run recovered from, and what helped.

    `is_worded` tells that the remedy is a sentence of ours, with its quotes as code.
    """

    error: str
    remedy: str
    is_worded: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """What runs of one kind have shown, ready to be written down.

    `title` is the request that speaks best for all, with what differs left open, `reply` that of
    the run that did best. `told` says more of each step, `examples` what filled a
    slot, `outcome` what the last change answered in every run, `echo` what of its arguments.
    """

    title: str
    reply: str
    runs: int
    score: Decimal
    steps: Sequence[tuple[AlignedStep, Binding]]
    inputs: Sequence[Slot]
    triggers: Sequence[str]
    pitfalls: Sequence[Pitfall]
    told: Sequence[Told] = ()
    examples: Mapping[str, str] = field(default_factory=dict)
    outcome: Outcome | None = None
    echo: Echo | None = None


def own_sentences() -> list[str]:
    """List the sentences that stand in skills whatever anybody said."""
    return [sentence for words in _WORDS.values() for sentence in words.values()]


def write_document(pattern: Pattern, language: Language, taken: Collection[str]) -> SkillDocument:
    """Write a pattern as a skill; users' and agents' words stand in it as quotes only."""
    words = _WORDS[language]
    return SkillDocument(
        name=skill_name(without_gaps(pattern.title), taken),
        title=skill_title(pattern.title),
        description=_description(pattern, words),
        lead=words["lead"].format(runs=pattern.runs, score=pattern.score),
        sections=tuple(_sections(pattern, language)),
        triggers=tuple(pattern.triggers),
        tools=tuple(_tools(pattern)),
        inputs=tuple(slot.name for slot in pattern.inputs),
    )


def _sections(pattern: Pattern, language: Language) -> Iterable[Section]:
    words = _WORDS[language]
    triggers = [plain(trigger, QUOTE_LENGTH) for trigger in pattern.triggers]
    if triggers:
        yield Section(heading=WHEN_TO_USE, text=_bullets(triggers))
    if pattern.inputs:
        named = [
            _input(slot, pattern.examples.get(slot.name, ""), words) for slot in pattern.inputs
        ]
        yield Section(heading=INPUTS, text=_bullets(named))
    yield Section(heading=PROCEDURE, text=_numbered(_procedure(pattern, language)))
    yield Section(heading=PITFALLS, text=_bullets(_pitfalls(pattern, language)))
    yield Section(heading=VERIFICATION, text=_bullets(_verification(pattern, language)))


def _description(pattern: Pattern, words: dict[str, str]) -> str:
    quoted = words["or"].join(f"“{trigger}”" for trigger in pattern.triggers[:3])
    when = words["when"].format(triggers=quoted) if quoted else words["when_untold"]
    tools = ", ".join(one_line(tool, 60) for tool in _tools(pattern)[:5])
    sentence = words["description" if tools else "description_untold"]
    return sentence.format(title=skill_title(pattern.title), tools=tools, when=when)


def _tools(pattern: Pattern) -> list[str]:
    return tool_names(member.tool for step, _ in pattern.steps for member in step.members.values())


def _input(slot: Slot, example: str, words: dict[str, str]) -> str:
    told = {"name": code(slot.name, 60), "tool": code(slot.tool, 60)}
    if not example:
        return words[slot.origin].format(**told)
    return words[f"{slot.origin}_like"].format(**told, example=code(example, 60))


def _procedure(pattern: Pattern, language: Language) -> list[str]:
    told = pattern.told or [Told()] * len(pattern.steps)
    steps = [
        step_sentence(step, binding, language, more)
        for (step, binding), more in zip(pattern.steps, told, strict=True)
    ]
    return steps or [_WORDS[language]["no_calls"].format(reply=_outcome(pattern.reply))]


def write_pitfall(pitfall: Pitfall, language: Language) -> str:
    """Tell an error and what helped in one line; both are quoted."""
    remedy = pitfall.remedy if pitfall.is_worded else plain(pitfall.remedy, QUOTE_LENGTH)
    return _WORDS[language]["pitfall"].format(
        error=code(pitfall.error, QUOTE_LENGTH), remedy=remedy
    )


def says_no_pitfall(line: str) -> bool:
    """Tell whether a line is our own sentence that nothing ever failed."""
    return line.strip().removeprefix("- ") in {words["no_pitfalls"] for words in _WORDS.values()}


def _pitfalls(pattern: Pattern, language: Language) -> list[str]:
    found = {
        write_pitfall(pitfall, language)
        for pitfall in pattern.pitfalls
        if pitfall.error.strip() and pitfall.remedy.strip()
    }
    return sorted(found)[:MOST_PITFALLS] or [_WORDS[language]["no_pitfalls"]]


def _verification(pattern: Pattern, language: Language) -> list[str]:
    words = _WORDS[language]
    bindings = {id(step): binding for step, binding in pattern.steps}
    checks = [
        check_sentence(check, step, bindings[id(step)], language)
        for check, step in find_checks([step for step, _ in pattern.steps])
    ]
    if checks:
        return checks
    if found := pattern.outcome:
        tool, value = code(found.tool, 60), code(found.value, 60)
        key = "answered_key" if found.key else "answered"
        return [words[key].format(tool=tool, key=code(found.key, 60), value=value)]
    if pattern.echo:
        keys = quoted_list(pattern.echo.keys, language)
        return [words["shows"].format(tool=code(pattern.echo.tool, 60), keys=keys)]
    reply = _outcome(pattern.reply)
    is_general = reply and not _OF_CASE.search(reply)
    return [words["outcome"].format(reply=reply) if is_general else words["no_checks"]]


def _outcome(reply: str) -> str:
    """Quote the first line of a reply that says something."""
    bare = reply[:4000].replace("**", "")
    lines = (one_line(line, QUOTE_LENGTH).strip("#*-> ") for line in bare.split("\n"))
    return plain(next((line for line in lines if line), ""), QUOTE_LENGTH)


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _numbered(items: Iterable[str]) -> str:
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, start=1))
