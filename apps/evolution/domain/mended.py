"""Finds the errors of a run that something mended, leaving out those that passed by themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apps.evolution.domain.binding import is_secret_key
from apps.evolution.domain.step import read_steps
from apps.evolution.domain.template import Pitfall
from apps.evolution.domain.tool_kind import kind_of, only_asks
from apps.experiences.domain.extract import find_pitfalls, telling_line
from apps.experiences.domain.pain_words import is_transient
from apps.feedback.domain.error_kind import error_kind, is_passing
from apps.trajectories.domain.compression import recoveries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.domain.step import Step
    from apps.trajectories.domain.compression import Recovery
    from apps.trajectories.domain.tool_chain import ToolCall

_LOOKS = frozenset({"read", "search", "find", "fetch", "web_search", "bookkeeping", "skill"})


@dataclass(frozen=True, slots=True)
class Mended:
    """An error with its remedy, the call that failed and the one that then worked."""

    pitfall: Pitfall
    failed: ToolCall
    worked: ToolCall


def find_mended(calls: Sequence[ToolCall]) -> list[Mended]:
    """List the errors that the run mended, one a kind.

    A time-out, a limit or the network is no lesson, nor is what the same call got over by itself.
    """
    known = {one.error: one for one in find_pitfalls(calls)}
    found: dict[str, Mended] = {}
    for recovery in recoveries(calls):
        output = recovery.failed.error or recovery.failed.result
        pitfall = known.get(telling_line(output))
        if pitfall is None or _passes(output, pitfall.error) or not _was_mended(recovery):
            continue
        told = Pitfall(pitfall.error, pitfall.remedy)
        found.setdefault(pitfall.error, Mended(told, recovery.failed, recovery.worked))
    return list(found.values())


def replaced_value(failed: ToolCall, worked: ToolCall) -> tuple[str, str] | None:
    """Give the one value in which two calls of a tool differ; None if they differ in more."""
    olds, news = _read(failed), _read(worked)
    if len(olds) != len(news):
        return None
    pairs = [(old, new) for old, new in zip(olds, news, strict=True) if old.args != new.args]
    if len(pairs) != 1 or pairs[0][0].kind != pairs[0][1].kind:
        return None
    return _differing(*pairs[0])


def _read(call: ToolCall) -> list[Step]:
    return read_steps([replace(call, status="completed")])


def _differing(old: Step, new: Step) -> tuple[str, str] | None:
    keys = [key for key in {**old.args, **new.args} if old.args.get(key) != new.args.get(key)]
    if len(keys) != 1 or is_secret_key(keys[0]):
        return None
    before, after = old.args.get(keys[0], ()), new.args.get(keys[0], ())
    return (before[0], after[0]) if len(before) == len(after) == 1 else None


def _passes(output: str, line: str) -> bool:
    return is_passing(error_kind(line)) or is_passing(error_kind(output)) or is_transient(line)


def _was_mended(recovery: Recovery) -> bool:
    """Tell whether something was done about it: other arguments, or a change in between."""
    if recovery.worked.args != recovery.failed.args:
        return True
    return any(_changes(call) for call in recovery.between)


def _changes(call: ToolCall) -> bool:
    kind = kind_of(call.tool, call.args)
    return kind not in _LOOKS and not (kind == "call" and only_asks(call.tool))
