"""Turns the tool calls of one run into the steps a person would count."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.shell_command import TOKEN, command_head, command_parts
from apps.evolution.domain.tool_kind import Kind, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from apps.trajectories.domain.tool_chain import ToolCall

# Of a longer chain the first and the last calls are read; what lies between repeats.
READ_FROM_EACH_END = 25
MOST_VALUES = 20
LONGEST_VALUE = 300
WIDEST_LOOP = 3

_PATH_KEYS = ("file_path", "path", "absolute_path", "filename", "file", "notebook_path")
_KEYS: dict[Kind, dict[str, tuple[str, ...]]] = {
    "read": {"path": _PATH_KEYS},
    "edit": {"path": _PATH_KEYS},
    "write": {"path": _PATH_KEYS},
    "search": {"pattern": ("pattern", "query", "regex")},
    "find": {"pattern": ("pattern", "glob", "path", "dir_path", "directory")},
    "fetch": {"url": ("url", "urls", "uri")},
    "web_search": {"query": ("query", "q")},
    "delegate": {"description": ("description", "task", "prompt", "goal")},
    "ask": {"question": ("question", "questions", "text")},
    "skill": {"skill": ("skill", "name", "command")},
}
_COMMAND_KEYS = ("command", "cmd", "script", "code")
_HOME = re.compile(r"(?:/(?:home|Users)/[^/\s:'\"]+|/root(?=/)|[A-Za-z]:\\Users\\[^\\\s]+)")
_PATCHED_FILE = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+)$", re.MULTILINE)
_WRITES_FILE = re.compile(r"(?:cat|tee)\s*>*\s*(\S+)\s*<<")
_SHELL_READERS = ("cat", "head", "tail", "nl", "less", "bat", "more")
_SHELL_SEARCHERS = ("grep", "rg", "ag")
_SHELL_FINDERS = ("ls", "find", "fd", "tree")
_NOT_ONLY_FILES = ("|", ">", "<", "$", " -exec", " -delete")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it does, to what. `args` keeps several values where calls were folded.

    `head` names a shell command's program; `at` is the place of its first call in the run;
    `failed` marks a check that showed a fault which was then mended.
    """

    tool: str
    kind: Kind = "call"
    head: str = ""
    args: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    at: int = 0
    failed: bool = False

    @property
    def shape(self) -> str:
        """What must be equal for two steps to be the same one."""
        return f"{self.kind} {self.tool if self.kind == 'call' else self.head}"


def bounded[Item](chain: Sequence[Item]) -> list[Item]:
    """Give the first and the last 25 of a longer chain."""
    if len(chain) <= 2 * READ_FROM_EACH_END:
        return list(chain)
    return [*chain[:READ_FROM_EACH_END], *chain[-READ_FROM_EACH_END:]]


def read_steps(calls: Sequence[ToolCall]) -> list[Step]:
    """Read a run's steps: without bookkeeping and given-up attempts, repeats and loops folded."""
    numbered = [
        (at, call)
        for at, call in bounded(list(enumerate(calls)))
        if kind_of(call.tool, call.args) != "bookkeeping"
    ]
    told = [(at, call) for at, call in numbered if _is_told(at, calls)]
    steps = [step for at, call in told for step in _steps_of(call, at)]
    for width in range(1, WIDEST_LOOP + 1):
        steps = _folded(steps, width)
    return steps


def _is_told(at: int, calls: Sequence[ToolCall]) -> bool:
    """Keep a failed call only if it showed what to mend: something was changed, then it passed."""
    if calls[at].status != "error":
        return True
    has_changed = False
    for later in calls[at + 1 :]:
        if (later.tool, later.args) == (calls[at].tool, calls[at].args) and has_changed:
            return later.status != "error"
        has_changed = has_changed or kind_of(later.tool, later.args) in ("edit", "write")
    return False


def _steps_of(call: ToolCall, at: int) -> Iterator[Step]:
    args = call.args or {}
    kind = kind_of(call.tool, args)
    failed = call.status == "error"
    if kind == "shell":
        for step in _shell_steps(call.tool, command_of(args)):
            yield replace(step, at=at, failed=failed)
    elif kind == "call":
        values = {str(key): (text,) for key, value in args.items() if (text := _text(value))}
        yield Step(call.tool, kind, "", values, at, failed)
    else:
        yield Step(call.tool, kind, "", _known_args(kind, args), at, failed)


def _shell_steps(tool: str, command: str) -> Iterator[Step]:
    """Read a command line as steps; reading, searching and patching count as such."""
    if paths := _PATCHED_FILE.findall(command):
        yield Step(tool, "edit", args={"path": tuple(map(_homed, paths))})
    elif written := _WRITES_FILE.match(command):
        yield Step(tool, "write", args={"path": (_homed(written[1]),)})
    else:
        for part in command_parts(command):
            yield _file_step(tool, part) or Step(
                tool, "shell", command_head(part), {"command": (_homed(part),)}
            )


def _file_step(tool: str, part: str) -> Step | None:
    """Read `cat FILE`, `rg PATTERN` or `ls FOLDER` as what an agent's own tool would be."""
    words = TOKEN.findall(part)
    names = [_homed(word.strip("'\"")) for word in words[1:] if not word.startswith("-")]
    if not words or any(mark in part for mark in _NOT_ONLY_FILES):
        return None
    program = words[0]
    if program == "sed" and words[1:2] in (["-n"], ["-i"]) and len(names) > 1:
        return Step(tool, "read" if words[1] == "-n" else "edit", args={"path": (names[-1],)})
    if program in _SHELL_READERS and names:
        return Step(tool, "read", args={"path": tuple(names)})
    if program in _SHELL_SEARCHERS and names:
        return Step(tool, "search", args={"pattern": (names[0],)})
    return Step(tool, "find", args={"pattern": tuple(names)}) if program in _SHELL_FINDERS else None


def _known_args(kind: Kind, args: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Keep the one argument that says what the step is about, under one name for all agents."""
    patched = _PATCHED_FILE.findall(str(args.get("input") or args.get("patch") or ""))
    if patched:
        return {"path": tuple(map(_homed, patched))}
    return {
        name: (_homed(text),)
        for name, keys in _KEYS[kind].items()
        if (text := next((_text(args[key]) for key in keys if args.get(key)), ""))
    }


def command_of(args: Mapping[str, Any]) -> str:
    """Give the command line that a call of a shell runs, however its agent passes it."""
    value = next((args[key] for key in _COMMAND_KEYS if args.get(key)), "")
    if isinstance(value, list):
        words = [str(word) for word in value]
        return words[-1] if words[1:2] in (["-lc"], ["-c"]) else " ".join(words)
    return str(value)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return str(value).strip()[:LONGEST_VALUE]


def _homed(path: str) -> str:
    """Write a person's home directory as `~`: it differs from one to the next, and names them."""
    return _HOME.sub("~", path)


def _folded(steps: list[Step], width: int) -> list[Step]:
    """Fold each window that repeats the one before it into that one."""
    folded: list[Step] = []
    for step in steps:
        folded.append(step)
        before, last = folded[-2 * width : -width], folded[-width:]
        if [item.shape for item in before] == [item.shape for item in last]:
            folded[-2 * width :] = map(merged, before, last)
    return folded


def merged(first: Step, second: Step) -> Step:
    """Write two steps of a run as one that has the arguments of both."""
    args = {
        key: tuple(dict.fromkeys(first.args.get(key, ()) + second.args.get(key, ())))[:MOST_VALUES]
        for key in {**first.args, **second.args}
    }
    return replace(first, args=args, failed=first.failed and second.failed)
