"""Draw an experience from a finished run by rule: what was asked, what worked, what to beware of.

Nothing is drawn without a verbatim quote of a person, from a run that did not end well, or from
text that a program put before the agent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.experiences.domain.pattern import pain_pattern
from apps.experiences.domain.standalone import is_standalone
from apps.language.tokens import language_of
from apps.trajectories.domain.compression import KeyStep, key_steps, recoveries
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.limits import summarize
from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.trajectories.domain.tool_chain import ToolCall

LEAST_CALLS = 2
MOST_STEPS = 12
MOST_PITFALLS = 5
MOST_QUOTE_CHARACTERS = 300
MOST_ERROR_CHARACTERS = 160

START = Decimal("0.50")
BY_SCORE = Decimal("0.20")
BY_PRAISE = Decimal("0.15")
BY_LENGTH = Decimal("0.10")
GOOD_SCORE = Decimal("0.80")

_SPACES = re.compile(r"\s+")
_SAYS_NOTHING = re.compile(r"\s*(?:exit code \d+|error:?|[^\w\u4e00-\u9fff]*)\s*$", re.IGNORECASE)
_SAYS_WHAT = re.compile(
    r"error|fail|not found|denied|invalid|cannot|unknown|missing|错误|失败|无法|不存在|缺少|无效",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """What is known of a run when it is learned from."""

    intent: str
    calls: Sequence[ToolCall]
    reply: str
    score: Decimal
    outcome: str
    satisfaction: str = ""
    by_person: bool = True
    corrected: bool = False
    opens_session: bool = True


@dataclass(frozen=True, slots=True)
class Pitfall:
    """An error that was met, and what got the run over it."""

    error: str
    remedy: str
    tool: str


@dataclass(frozen=True, slots=True)
class Quote:
    """Words taken letter for letter from a request or a tool's answer."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class ExperienceDraft:
    """An experience that is not stored yet."""

    pain_pattern: str
    context: str
    solution_steps: list[str]
    pitfalls: list[Pitfall]
    tools: list[str]
    confidence: Decimal
    language: str
    quotes: list[Quote] = field(default_factory=list)


def extract_experience(run: FinishedRun, *, least_score: Decimal) -> ExperienceDraft | None:
    """Draw what a run teaches; None for most runs, which teach nothing."""
    said = strip_injected(run.intent)
    pattern = pain_pattern(said)
    pitfalls = find_pitfalls(run.calls)
    if not _teaches(run, pitfalls, least_score) or is_planted(said):
        return None
    if not is_standalone(said, opens_session=run.opens_session):
        return None
    quotes = [Quote(_quote(said), "request")]
    quotes += [Quote(one.error[:MOST_QUOTE_CHARACTERS], "result") for one in pitfalls]
    steps = [step for step in key_steps(run.calls) if _helped(step)]
    return ExperienceDraft(
        pain_pattern=pattern,
        context=_context(said, pattern),
        solution_steps=[write_step(step) for step in steps[:MOST_STEPS]],
        pitfalls=pitfalls,
        tools=list(dict.fromkeys(step.call.tool for step in steps)),
        confidence=_confidence(run),
        language=language_of(said),
        quotes=quotes,
    )


def _teaches(run: FinishedRun, pitfalls: list[Pitfall], least_score: Decimal) -> bool:
    if not run.by_person or run.outcome != "success" or run.corrected:
        return False
    if run.satisfaction == "negative" or len(run.calls) < LEAST_CALLS:
        return False
    return run.score >= least_score or bool(pitfalls)


def find_pitfalls(calls: Sequence[ToolCall]) -> list[Pitfall]:
    """List the errors that the run got over, each with what got it over; one a kind of error."""
    found: dict[str, Pitfall] = {}
    for recovery in recoveries(calls):
        output = recovery.failed.error or recovery.failed.result
        error, remedy = telling_line(output), _remedy(recovery.between, recovery.worked)
        if error and not is_planted(output) and not is_planted(remedy):
            found.setdefault(error[:60], Pitfall(error, remedy, recovery.failed.tool))
    return list(found.values())[:MOST_PITFALLS]


def telling_line(error: str) -> str:
    """Pick the line of an error that says what is wrong, not that something is; verbatim."""
    lines = [line.strip() for line in error.splitlines() if not _SAYS_NOTHING.match(line)]
    telling = next((line for line in lines if _SAYS_WHAT.search(line)), lines[0] if lines else "")
    return telling[:MOST_ERROR_CHARACTERS]


def _remedy(between: tuple[ToolCall, ...], worked: ToolCall) -> str:
    steps = [*between[-1:], worked]
    return "; ".join(f"{call.tool}: {summarize(call.args)[:100]}" for call in steps)


def _helped(step: KeyStep) -> bool:
    """Tell whether a step is worth repeating: it did not fail, and runs nobody else's program."""
    return step.call.status != "error" and not is_planted(summarize(step.call.args))


def write_step(step: KeyStep) -> str:
    """Write one step as a line: the tool, what it was given, how often."""
    given = summarize(step.call.args)
    again = f" (×{step.times})" if step.times > 1 else ""
    return f"{step.call.tool}: {given}{again}" if given else f"{step.call.tool}{again}"


def _context(said: str, pattern: str) -> str:
    rest = _SPACES.sub(" ", said.replace(pattern, " ", 1)).strip()
    return rest[:500]


def _quote(said: str) -> str:
    return said[:MOST_QUOTE_CHARACTERS].rstrip()


def _confidence(run: FinishedRun) -> Decimal:
    value = START
    value += BY_SCORE if run.score >= GOOD_SCORE else Decimal(0)
    value += BY_PRAISE if run.satisfaction == "positive" else Decimal(0)
    value += BY_LENGTH if len(run.calls) > LEAST_CALLS else Decimal(0)
    return value
