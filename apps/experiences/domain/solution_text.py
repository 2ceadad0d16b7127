"""Write a solution for a confirmed pain point: from what solved the like before, or by template."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_STEPS = 12
MOST_PITFALLS = 3
MOST_QUOTES = 3
MOST_TEXT_CHARACTERS = 4000
TEMPLATE_CONFIDENCE = Decimal("0.30")
MODEL_CONFIDENCE = Decimal("0.50")
_PLACES = Decimal("0.001")

_WORDS: dict[str, dict[str, str]] = {
    "zh": {
        "experience": "团队以前解决过类似的问题：{pattern}。这次照同样的做法来。",
        "template": "这个问题已经出现多次：{title}。",
        "pitfall": "遇到“{error}”时：{remedy}",
        "heed": "动手之前先看大家纠正过的话：“{quote}”。",
        "correction": "交付之前，逐条对照上面的纠正检查结果。",
        "complaint": "先问清楚哪里不满意、期望的结果是什么，再动手。",
        "repeated_question": "先确认上一次的回答哪里没有解决问题，换一种办法回答，并请对方确认。",
        "failure": "执行之前先检查会不会再出现：“{quote}”。",
        "stop": "如果仍然失败，如实说明失败在哪一步，不要当作已经完成。",
    },
    "en": {
        "experience": "The team solved the like before: {pattern}. Do it the same way.",
        "template": "This has come up several times: {title}.",
        "pitfall": "On “{error}”: {remedy}",
        "heed": "Before starting, heed what people corrected: “{quote}”.",
        "correction": "Before handing it over, check the result against each of these.",
        "complaint": "First ask what is unsatisfactory and what is expected; then start.",
        "repeated_question": "Find out what the last answer left open, answer in another way, and "
        "ask whether that settles it.",
        "failure": "Before running it, check that this cannot happen again: “{quote}”.",
        "stop": "If it fails again, say at which step, and do not report it as done.",
    },
}


@dataclass(frozen=True, slots=True)
class SolutionDraft:
    """A solution that is not stored yet."""

    text: str
    steps: list[str]
    source: str
    confidence: Decimal


def from_experience(
    known: Mapping[str, object], similarity: float, *, language: str
) -> SolutionDraft:
    """Propose what solved the like: its steps in order, then the pitfalls with their remedies."""
    words = _WORDS[language]
    pitfalls: Sequence[Mapping[str, str]] = known["pitfalls"]  # type: ignore[assignment]  # a JSON column
    steps: Sequence[str] = known["solution_steps"]  # type: ignore[assignment]  # likewise
    beware = [
        words["pitfall"].format(error=one["error"][:160], remedy=one["remedy"][:240])
        for one in pitfalls[:MOST_PITFALLS]
        if one.get("error") and one.get("remedy")
    ]
    text = words["experience"].format(pattern=str(known["pain_pattern"]).rstrip("。.!！?？"))
    sure = Decimal(str(known["confidence"])) * Decimal(str(round(similarity, 3)))
    return SolutionDraft(text, [*steps[:MOST_STEPS], *beware], "experience", sure.quantize(_PLACES))


def from_template(title: str, kind: str, quotes: Sequence[str], *, language: str) -> SolutionDraft:
    """Propose what can be said without a known way: heed the quotes, check, and be honest."""
    words = _WORDS[language]
    told = words["failure" if kind == "failure" else "heed"]
    heed = [told.format(quote=quote[:200]) for quote in quotes[:MOST_QUOTES]]
    last = words["stop"] if kind == "failure" else words[kind]
    text = words["template"].format(title=title.rstrip("。.!！?？"))
    return SolutionDraft(text, [*heed, last], "template", TEMPLATE_CONFIDENCE)


def from_model(written: str) -> SolutionDraft | None:
    """Take what a model wrote, a line a step; None for nothing, or for text that gives orders."""
    lines = [line.strip(" -*•\t") for line in written.strip().splitlines()]
    kept = [line for line in lines if line]
    if not kept or is_planted(written):
        return None
    text = "\n".join(kept)[:MOST_TEXT_CHARACTERS]
    return SolutionDraft(text, kept[:MOST_STEPS], "model", MODEL_CONFIDENCE)
