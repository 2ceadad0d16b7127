"""Signs in a whole conversation that the person did not get what they came for.

Each is a rule about agents' work of any trade, in Chinese and English. The changes were checked
by cross-validation over tasks on runs with known rewards: `benchmarks/score_outcomes.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from apps.feedback.domain.auto_score import ScoreLine
from apps.feedback.domain.stalled_talk import (
    asks_for_something,
    lacks_what_is_asked,
    leaves_for_later,
    seeks_consent,
)
from apps.feedback.domain.tool_kinds import kind_of
from apps.trajectories.domain.outcome import read_outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from apps.trajectories.domain.tool_chain import ToolCall

ASKED_IN_VAIN_CHANGE = Decimal("-0.25")
LEFT_WAITING_CHANGE = Decimal("-0.20")
OTHERWISE_CHANGE = Decimal("-0.25")
UNCHECKED_CHANGE = Decimal("-0.10")
UNCHECKED_MORE_CHANGE = Decimal("-0.05")
FAILED_CHANGE = Decimal("-0.15")
STOPPED_CHANGE = Decimal("-0.15")
LEAST_IN_VAIN = 2
MOST_UNCHECKED = 3
LAST_MESSAGES = 3
_FILE_KEYS = frozenset({"path", "file", "file_path", "filename", "notebook_path", "command", "cmd"})


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request of a conversation, the calls made for it and the reply."""

    request: str
    calls: Sequence[ToolCall] = field(default_factory=tuple)
    reply: str = ""
    interrupted: bool = False


def session_signs(exchanges: Sequence[Exchange]) -> list[ScoreLine]:
    """Find every sign in a conversation, oldest exchange first, each with its change."""
    return [line for sign in SIGNS if (line := sign(exchanges))]


def asked_in_vain(exchanges: Sequence[Exchange]) -> ScoreLine | None:
    """The agent keeps asking for what the person says they do not have, and does nothing."""
    times = sum(
        asks_for_something(one.reply) and lacks_what_is_asked(one.request)
        for one in exchanges
        if one.request and not _done(one.calls)
    )
    if times < LEAST_IN_VAIN:
        return None
    reason = f"asked {times} times for what the person does not have"
    return ScoreLine(reason, ASKED_IN_VAIN_CHANGE)


def left_waiting(exchanges: Sequence[Exchange]) -> ScoreLine | None:
    """The person goes away to fetch what was asked for, and nothing was changed for them."""
    calls = [call for one in exchanges for call in _done(one.calls)]
    if any(kind_of(call.tool) == "change" for call in calls):
        return None
    requests = [one.request for one in exchanges if one.request]
    lacking = any(lacks_what_is_asked(request) for request in requests)
    if lacking and any(leaves_for_later(request) for request in requests[-LAST_MESSAGES:]):
        return ScoreLine("the person left to come back with something", LEFT_WAITING_CHANGE)
    return None


def done_otherwise(exchanges: Sequence[Exchange]) -> ScoreLine | None:
    """What the person agreed to failed, and was tried in another way without asking again."""
    for before, one in pairwise(exchanges):
        tool = _tried_otherwise(one.calls)
        if tool and one.request and seeks_consent(before.reply):
            return ScoreLine(f"did {tool} otherwise than agreed", OTHERWISE_CHANGE)
    return None


def _tried_otherwise(calls: Sequence[ToolCall]) -> str:
    """Name the tool whose change failed and was tried with other arguments; files do not count."""
    for number, call in enumerate(calls):
        if call.status != "error" or kind_of(call.tool) != "change" or _is_of_a_file(call.args):
            continue
        if any(later.tool == call.tool and later.args != call.args for later in calls[number:]):
            return call.tool
    return ""


def left_unchecked(exchanges: Sequence[Exchange]) -> ScoreLine | None:
    """Count the changes after which nothing was looked at: each of them may be wrong."""
    times = 0
    for call in reversed([call for one in exchanges for call in _done(one.calls)]):
        if kind_of(call.tool) == "look":
            break
        times += kind_of(call.tool) == "change"
    if not times:
        return None
    change = UNCHECKED_CHANGE + UNCHECKED_MORE_CHANGE * (min(times, MOST_UNCHECKED) - 1)
    named = "1 change was" if times == 1 else f"{times} changes were"
    return ScoreLine(f"{named} not looked at afterwards", change)


def ended_badly(exchanges: Sequence[Exchange]) -> ScoreLine | None:
    """The person stopped the last request, or its calls failed and nobody told them."""
    if not exchanges:
        return None
    last = exchanges[-1]
    if last.interrupted:
        return ScoreLine("the last request was stopped", STOPPED_CHANGE)
    failed = read_outcome(last.calls, replied=True, interrupted=False) == "failed"
    if failed and not last.reply:
        return ScoreLine("the last calls failed, and no reply followed", FAILED_CHANGE)
    return None


def _done(calls: Sequence[ToolCall]) -> list[ToolCall]:
    return [call for call in calls if call.status != "error"]


def _is_of_a_file(args: dict[str, Any] | None) -> bool:
    return not _FILE_KEYS.isdisjoint(args or {})


SIGNS: tuple[Callable[[Sequence[Exchange]], ScoreLine | None], ...] = (
    asked_in_vain,
    left_waiting,
    done_otherwise,
    left_unchecked,
    ended_badly,
)
