"""Writes the document of a drafted skill by template, in the language of the people it serves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.evolution.domain.phrasing import Language, check_sentence, step_sentence
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
    from collections.abc import Collection, Iterable, Sequence
    from decimal import Decimal

    from apps.evolution.domain.alignment import AlignedStep
    from apps.evolution.domain.binding import Binding, Slot

MOST_PITFALLS = 10
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
        "no_calls": "Answer the request in the way that was accepted: “{reply}”",
        "pitfall": "If you see {error}: {remedy}",
        "no_pitfalls": "No failure was seen in these runs.",
        "outcome": "Compare the result with what was reported then: “{reply}”",
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
        "no_calls": "按当时被认可的方式回答：“{reply}”",
        "pitfall": "遇到 {error} 时：{remedy}",
        "no_pitfalls": "这些任务中没有出现过失败。",
        "outcome": "与当时报告的结果对照：“{reply}”",
        "no_checks": "这些任务没有做过检查：请向用户确认结果是否正确。",
    },
}


@dataclass(frozen=True, slots=True)
class Pitfall:
    """An error that a run recovered from, and what helped."""

    error: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """What runs of one kind have shown, ready to be written down.

    `intent` and `reply` are those of the run that did best.
    """

    intent: str
    reply: str
    runs: int
    score: Decimal
    steps: Sequence[tuple[AlignedStep, Binding]]
    inputs: Sequence[Slot]
    triggers: Sequence[str]
    pitfalls: Sequence[Pitfall]


def own_sentences() -> list[str]:
    """List the sentences that stand in skills whatever anybody said."""
    return [sentence for words in _WORDS.values() for sentence in words.values()]


def write_document(pattern: Pattern, language: Language, taken: Collection[str]) -> SkillDocument:
    """Write a pattern as a skill; users' and agents' words stand in it as quotes only."""
    words = _WORDS[language]
    return SkillDocument(
        name=skill_name(pattern.intent, taken),
        title=skill_title(pattern.intent),
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
        named = [words[slot.origin].format(name=code(slot.name, 60)) for slot in pattern.inputs]
        yield Section(heading=INPUTS, text=_bullets(named))
    yield Section(heading=PROCEDURE, text=_numbered(_procedure(pattern, language)))
    yield Section(heading=PITFALLS, text=_bullets(_pitfalls(pattern, language)))
    yield Section(heading=VERIFICATION, text=_bullets(_verification(pattern, language)))


def _description(pattern: Pattern, words: dict[str, str]) -> str:
    quoted = words["or"].join(f"“{trigger}”" for trigger in pattern.triggers[:3])
    when = words["when"].format(triggers=quoted) if quoted else words["when_untold"]
    tools = ", ".join(one_line(tool, 60) for tool in _tools(pattern)[:5])
    sentence = words["description" if tools else "description_untold"]
    return sentence.format(title=skill_title(pattern.intent), tools=tools, when=when)


def _tools(pattern: Pattern) -> list[str]:
    return tool_names(member.tool for step, _ in pattern.steps for member in step.members.values())


def _procedure(pattern: Pattern, language: Language) -> list[str]:
    steps = [step_sentence(step, binding, language) for step, binding in pattern.steps]
    return steps or [_WORDS[language]["no_calls"].format(reply=_outcome(pattern.reply))]


def write_pitfall(pitfall: Pitfall, language: Language) -> str:
    """Tell an error and what helped in one line; both are quoted."""
    return _WORDS[language]["pitfall"].format(
        error=code(pitfall.error, QUOTE_LENGTH), remedy=plain(pitfall.remedy, QUOTE_LENGTH)
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
    reply = _outcome(pattern.reply)
    return [words["outcome"].format(reply=reply) if reply else words["no_checks"]]


def _outcome(reply: str) -> str:
    """Quote the first line of a reply that says something."""
    bare = reply[:4000].replace("**", "")
    lines = (one_line(line, QUOTE_LENGTH).strip("#*-> ") for line in bare.split("\n"))
    return plain(next((line for line in lines if line), ""), QUOTE_LENGTH)


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _numbered(items: Iterable[str]) -> str:
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, start=1))
