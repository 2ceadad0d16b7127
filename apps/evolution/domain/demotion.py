"""What a demotion is judged by, and what stays of a skill that is demoted: an experience."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from apps.errors import DomainError
from apps.evolution.domain.lift import Lift
from apps.evolution.domain.quality_gate import Finding, Verdict
from apps.evolution.domain.quoting import unescape
from apps.evolution.domain.sections import PITFALLS, PROCEDURE
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.template import own_sentences

NEGATIVE_LIFT, UNUSED = "negative_lift", "unused"
MOST_STEPS, MOST_PITFALLS = 30, 8
LONGEST_STEP, LONGEST_ERROR, LONGEST_REMEDY = 500, 160, 300

_ITEM = re.compile(r"\s*(?:\d+[.)]|[-*+])\s+(.*)")
_QUOTED_ERROR = re.compile(r"(?P<before>.*?)(?P<fence>`+)(?P<error>.+?)(?P=fence)(?P<after>.*)")


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a skill knows, as an experience tells it."""

    pattern: str
    context: str
    steps: list[str] = field(default_factory=list)
    pitfalls: list[dict[str, str]] = field(default_factory=list)


def knowledge_of(content: str) -> Knowledge:
    """Take out of a SKILL.md what it is for, its steps and its pitfalls; raises for no skill."""
    document = parse(content)
    steps = _items(document.section(PROCEDURE))
    pitfalls = [
        _pitfall(line) for line in _items(document.section(PITFALLS)) if not _is_empty(line)
    ]
    return Knowledge(
        pattern=document.title,
        context=document.description,
        steps=[step[:LONGEST_STEP] for step in steps[:MOST_STEPS]],
        pitfalls=pitfalls[:MOST_PITFALLS],
    )


def judge_demotion(trigger: str, *, lift: Lift | None, offered: int, content: str) -> list[Finding]:
    """Say what speaks for and against a demotion, as things are now.

    `offered` counts the sessions of the last 30 days that the skill fitted.
    """
    measured = lift or Lift(0, 0)
    return [
        Finding("lift", _verdict_of_lift(trigger, measured), lift_sentence(measured)),
        Finding("use", "fail" if trigger == UNUSED and offered else "pass", _use(offered)),
        _kept(content),
    ]


def lift_sentence(lift: Lift) -> str:
    """Tell a lift with its interval and both arms, or that there is no evidence yet."""
    arms = f"(sessions with it: {lift.served}, without: {lift.withheld})"
    if lift.mean is None:
        return f"No evidence yet {arms}."
    figures = f"Lift {lift.mean:+.3f}, between {lift.low:+.3f} and {lift.high:+.3f}"
    return f"{figures} {arms}: {lift.verdict}."


def _verdict_of_lift(trigger: str, lift: Lift) -> Verdict:
    """A harm that is no longer seen objects to a demotion for it; so does a proven help to any."""
    if lift.verdict == "helpful":
        return "fail"
    return "warn" if trigger == NEGATIVE_LIFT and lift.verdict != "harmful" else "pass"


def _use(offered: int) -> str:
    if not offered:
        return "No session was offered it for 30 days."
    return f"Sessions of the last 30 days that it fitted: {offered}."


def _kept(content: str) -> Finding:
    try:
        steps = len(knowledge_of(content).steps)
    except DomainError:
        steps = 0
    if not steps:
        return Finding("knowledge", "warn", "It has no step that could be kept as an experience.")
    return Finding("knowledge", "pass", f"Steps that are kept as an experience: {steps}.")


def _items(text: str) -> list[str]:
    """Give the items of a list, each with the lines below it; of plain text its lines."""
    items: list[str] = []
    is_list = any(_ITEM.fullmatch(line) for line in text.split("\n"))
    for line in filter(None, map(str.strip, text.split("\n"))):
        found = _ITEM.fullmatch(line)
        if found or not is_list:
            items.append(found[1] if found else line)
        elif items:
            items[-1] += f" {line}"
    return [unescape(item) for item in items]


def _is_empty(line: str) -> bool:
    return line in own_sentences()


def _pitfall(line: str) -> dict[str, str]:
    """Take an error and its remedy apart: the quoted error, and what comes after it."""
    error, remedy = _parts(line)
    return {"error": error[:LONGEST_ERROR], "remedy": remedy[:LONGEST_REMEDY], "tool": ""}


def _parts(line: str) -> tuple[str, str]:
    found = _QUOTED_ERROR.fullmatch(line)
    remedy = found["after"].strip(" :：,，时") if found else ""
    if found and remedy:
        return found["error"].strip(), remedy
    first, _, rest = line.replace("：", ": ").partition(": ")
    return (first.strip(), rest.strip()) if rest.strip() else (line, line)
