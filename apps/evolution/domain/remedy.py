"""Tells what got a run over an error: what was done otherwise, never the values of that case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.evolution.domain.phrasing import quoted_list
from apps.evolution.domain.quoting import code
from apps.evolution.domain.shell_command import command_head, command_parts
from apps.evolution.domain.step import command_of
from apps.evolution.domain.template import Pitfall
from apps.evolution.domain.tool_kind import kind_of
from apps.experiences.domain.extract import telling_line
from apps.trajectories.domain.compression import recoveries
from apps.trajectories.domain.limits import summarize
from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.evolution.domain.run import Run
    from apps.language.tokens import Language
    from apps.trajectories.domain.compression import Recovery
    from apps.trajectories.domain.tool_chain import ToolCall

MOST_PITFALLS = 5
MOST_BETWEEN = 2
QUOTE_LENGTH = 120
LEFT_OUT = "…"

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "again": "call {tool} again.",
        "other": "call {tool} again with another {keys}.",
        "more": "call {tool} again, with {keys} as well.",
        "run": "run {tool} instead.",
        "first": "use {tools} first, then {rest}",
        "mend": "mend what it names, then {rest}",
        "rerun": "run {tool} again.",
    },
    "zh": {
        "again": "重新调用 {tool}。",
        "other": "换一个 {keys}，重新调用 {tool}。",
        "more": "补上 {keys}，重新调用 {tool}。",
        "run": "改为运行 {tool}。",
        "first": "先用 {tools}，再{rest}",
        "mend": "先改好它指出的问题，再{rest}",
        "rerun": "重新运行 {tool}。",
    },
}
# Numbers, ids, days and paths in an error are those of one case.
_OF_CASE = re.compile(
    r"(?:~|[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}[\\/]?|[\w-]*\d[\w:.-]*\w|\b\d+\b"
    r"|(?:/home|/Users)/\S+|[\w.+-]+@[\w-]+\.\w+"
)


def own_remedies() -> list[str]:
    """List what remedies are worded with whatever they are about."""
    return [sentence for words in _WORDS.values() for sentence in words.values()]


def draw_pitfalls(runs: Iterable[Run], language: Language) -> list[Pitfall]:
    """List the errors that the runs got over, each kind once, with what got them over it."""
    found: dict[str, Pitfall] = {}
    for run in runs:
        for recovery in recoveries(run.calls):
            error = general_error(telling_line(recovery.failed.error or recovery.failed.result))
            remedy = write_remedy(recovery, language)
            if error.strip(f"{LEFT_OUT} ") and remedy and not _is_planted(recovery):
                found.setdefault(error, Pitfall(error, remedy, is_worded=True))
    return list(found.values())[:MOST_PITFALLS]


def general_error(error: str) -> str:
    """Leave open what an error says of its own case: ids, numbers, days, paths."""
    return re.sub(rf"{LEFT_OUT}(?:[\s,.:-]*{LEFT_OUT})+", LEFT_OUT, _OF_CASE.sub(LEFT_OUT, error))


def write_remedy(recovery: Recovery, language: Language) -> str:
    """Say what was done otherwise; empty where what worked was something else altogether."""
    words, failed, worked = _WORDS[language], recovery.failed, recovery.worked
    kinds = [kind_of(call.tool, call.args) for call in recovery.between]
    if kind_of(failed.tool, failed.args) == "shell":
        rest = _run_again(failed, worked, language)
    else:
        rest = _call_again(failed, worked, language)
    if not rest:
        return ""
    if any(kind in ("edit", "write") for kind in kinds):
        return words["mend"].format(rest=rest)
    tools = _tools_between(recovery)
    if not tools:
        return rest
    return words["first"].format(tools=quoted_list(tools, language), rest=rest)


def _tools_between(recovery: Recovery) -> list[str]:
    """Name the last tools that were used in between, but for notes and the tool itself."""
    tools = [
        call.tool
        for call in recovery.between
        if call.tool != recovery.failed.tool and kind_of(call.tool, call.args) != "bookkeeping"
    ]
    return list(dict.fromkeys(tools))[-MOST_BETWEEN:]


def _run_again(failed: ToolCall, worked: ToolCall, language: Language) -> str:
    """Tell of a command: run again, or the other one of the same program."""
    before, after = _main_part(failed), _main_part(worked)
    if not before or command_head(before) != command_head(after):
        return ""
    key = "rerun" if before == after else "run"
    return _WORDS[language][key].format(tool=code(_without_case(after), QUOTE_LENGTH))


def _without_case(command: str) -> str:
    """Give a command, and only how it begins where the rest names one case."""
    has_case = _OF_CASE.search(command)
    return f"{command_head(command)} {LEFT_OUT}" if has_case else command


def _main_part(call: ToolCall) -> str:
    parts = command_parts(command_of(call.args or {}))
    return parts[-1] if parts else ""


def _call_again(failed: ToolCall, worked: ToolCall, language: Language) -> str:
    words, before, after = _WORDS[language], failed.args or {}, worked.args or {}
    tool = code(worked.tool, QUOTE_LENGTH)
    added = [key for key in after if key not in before]
    changed = [key for key in after if key in before and after[key] != before[key]]
    if len(changed) > 1 and len(changed) == len(after):
        return ""  # another call altogether
    key = "other" if changed else "more" if added else "again"
    return words[key].format(tool=tool, keys=quoted_list([*changed, *added], language))


def _is_planted(recovery: Recovery) -> bool:
    calls: Sequence[ToolCall] = (*recovery.between, recovery.worked)
    said = [recovery.failed.error or recovery.failed.result]
    return any(map(is_planted, [*said, *(summarize(call.args) for call in calls)]))
