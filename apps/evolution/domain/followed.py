"""Tells whether runs did what a skill or an experience says, from what they called, in order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.errors import DomainError
from apps.evolution.domain.phrasing import kind_openings
from apps.evolution.domain.sections import PROCEDURE
from apps.evolution.domain.shell_command import command_head, command_parts
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.step import read_steps
from apps.evolution.domain.tool_kind import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.trajectories.domain.tool_chain import ToolCall

FOLLOWED_SHARE = Decimal("0.50")
LEAST_STEPS = 2  # a single step in common says nothing of whose advice it was

Shapes = frozenset[str]

_ITEM = re.compile(r"\s*(?:\d+[.)]|[-*+])\s+(.*)")
_CODE = re.compile(r"(`+)(.+?)\1")
_TOLD = re.compile(r"(?P<tool>[^\s:：]+)(?:[:：]\s*(?P<given>.*?))?(?:\s*\(×\d+\))?")
# `Run ` alone begins what people write too; what it runs is in the code behind it.
_OPENINGS = tuple((opening, kind) for opening, kind in kind_openings() if kind != "shell")


@dataclass(frozen=True, slots=True)
class Advice:
    """What an item says to do: for each step the shapes it may have in a run, and its tools."""

    steps: tuple[Shapes, ...]
    tools: tuple[str, ...] = ()
    name: str = ""


def advice_of_skill(content: str, *, name: str, tools: Sequence[str]) -> Advice:
    """Read what a SKILL.md says to do; of an unreadable one only its tools are known."""
    try:
        procedure = parse(content).section(PROCEDURE)
    except DomainError:
        procedure = ""
    lines = (_ITEM.fullmatch(line) for line in procedure.split("\n"))
    steps = (_shapes_of_line(line[1], tools) for line in lines if line)
    return Advice(tuple(step for step in steps if step), tuple(tools), name)


def advice_of_experience(steps: Iterable[str], *, tools: Sequence[str]) -> Advice:
    """Read what an experience says to do: its steps begin with a tool, or are a person's words."""
    read = (_shapes_of_told(step, tools) or _shapes_of_line(step, tools) for step in steps)
    return Advice(tuple(step for step in read if step), tuple(tools))


def is_followed(
    advice: Advice, runs: Iterable[Sequence[ToolCall]], chosen: Iterable[str] = ()
) -> bool | None:
    """Tell whether any of these runs took at least half of the steps in their order.

    `chosen` are the skills that the runs called by name. None where the advice names too little
    that could be seen in a run. Where its steps do not, its tools in their order are looked for.
    """
    if advice.name and advice.name in set(chosen):
        return True
    if len(advice.steps) >= LEAST_STEPS:
        return any(share_taken(advice.steps, _shapes_of(run)) >= FOLLOWED_SHARE for run in runs)
    if len(advice.tools) < LEAST_STEPS:
        return None
    tools = [frozenset({tool}) for tool in advice.tools]
    called = ([call.tool for call in run] for run in runs)
    return any(share_taken(tools, names) >= FOLLOWED_SHARE for names in called)


def share_taken(steps: Sequence[Shapes], taken: Sequence[str]) -> Decimal:
    """Give the share of the steps, 0–1, that were taken in the same order."""
    row = [0] * (len(taken) + 1)
    for shapes in steps:
        diagonal = 0
        for place, shape in enumerate(taken, 1):
            above = row[place]
            row[place] = diagonal + 1 if shape in shapes else max(above, row[place - 1])
            diagonal = above
    return Decimal(row[-1]) / len(steps)


def _shapes_of(run: Sequence[ToolCall]) -> list[str]:
    return [step.shape for step in read_steps(run)]


def _shapes_of_line(line: str, tools: Sequence[str]) -> Shapes:
    """Read an instruction: by how it begins, by the code in it, by the tools that it names."""
    quoted = [found[2].strip() for found in _CODE.finditer(line)]
    shapes = {f"{kind} " for opening, kind in _OPENINGS if line.startswith(opening)}
    if not shapes:
        shapes = {shape for text in quoted for shape in _shapes_of_code(text)}
    bare = _CODE.sub(" ", line)
    return frozenset(shapes | {_shape_of_tool(tool) for tool in tools if _is_named(tool, bare)})


def _is_named(tool: str, text: str) -> bool:
    """Find a tool's name in plain words; `Read` or `Task` would be found in anybody's."""
    if kind_of(tool) != "call" or tool not in text:
        return False
    whole = rf"(?<![A-Za-z0-9_]){re.escape(tool)}(?![A-Za-z0-9_])"
    return re.search(whole, text) is not None


def _shapes_of_code(text: str) -> Iterable[str]:
    """A quoted tool is a call, or what such a tool does; anything else may be a command."""
    yield _shape_of_tool(text)
    for part in command_parts(text):
        yield f"shell {command_head(part)}"


def _shapes_of_told(step: str, tools: Sequence[str]) -> Shapes:
    """Read `tool: what it was given`, as the loop writes it."""
    found = _TOLD.fullmatch(step)
    if found is None or found["tool"] not in tools:
        return frozenset()
    if kind_of(found["tool"]) == "shell":
        parts = command_parts(found["given"] or "")
        return frozenset(f"shell {command_head(part)}" for part in parts)
    return frozenset({_shape_of_tool(found["tool"])})


def _shape_of_tool(tool: str) -> str:
    kind = kind_of(tool)
    return f"{kind} {tool if kind == 'call' else ''}"
