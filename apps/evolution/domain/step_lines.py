"""The steps of a written procedure: which of them something is about, and a note below it."""

from __future__ import annotations

import re

from apps.evolution.domain.sections import with_fences

SHORTEST_NAMED = 2
# Arguments are called `to`, `in` or `id`: such words stand in any message.
SHORTEST_WORD = 4

_STEP = re.compile(r"( {0,3}(?:[0-9]{1,3}[.)]|[-*+])[ \t]+)\S")
_QUOTED = re.compile(r"(?<!`)(`+)(?!`) ?(.+?) ?(?<!`)\1(?!`)")
_BRACES = re.compile(r"\A\{(.*)\}\Z")


def step_lines(procedure: str) -> list[int]:
    """Number the lines that a step begins on; what stands in a fence is none."""
    lines = with_fences(procedure.split("\n"))
    return [place for place, (line, fence) in enumerate(lines) if not fence and _STEP.match(line)]


def find_step(procedure: str, message: str) -> int | None:
    """Find the line of the one step that a message names most of: its tool, arguments, values.

    None when it names none, or two steps alike.
    """
    lines = procedure.split("\n")
    said = message.casefold()
    named = {place: _count_named(lines[place], said) for place in step_lines(procedure)}
    most = max(named.values(), default=0)
    found = [place for place, count in named.items() if count == most]
    return found[0] if most and len(found) == 1 else None


def note_step(procedure: str, message: str, note: str) -> str:
    """Write a note below the step that a message is about; empty when it is about no single one."""
    place = find_step(procedure, message)
    if place is None:
        return ""
    lines = procedure.split("\n")
    mark = _STEP.match(lines[place])
    indent = " " * len(mark[1]) if mark else ""
    end = _end_of_step(lines, place, indent)
    return "\n".join([*lines[:end], f"{indent}- {note}", *lines[end:]])


def _end_of_step(lines: list[str], place: int, indent: str) -> int:
    """Find the line after a step: what is indented belongs to it, a fence of its own whole."""
    fences = [fence for _, fence in with_fences(lines)]
    end = place + 1
    while end < len(lines):
        in_own_fence = fences[end] and fences[end - 1] and end - 1 > place
        is_indented = lines[end].startswith(indent) and lines[end].strip()
        if not (in_own_fence or is_indented):
            break
        end += 1
    return end


def _count_named(line: str, said: str) -> int:
    """Count the letters of what a step quotes and a message names: the longer, the surer."""
    quoted = {_BRACES.sub(r"\1", found[2]).casefold() for found in _QUOTED.finditer(line)}
    return sum(len(text) for text in quoted if _names(said, text))


def _names(said: str, text: str) -> bool:
    forms = {text, text.replace("_", " "), text.replace("_", "-")}
    shortest = SHORTEST_WORD if text.isascii() and text.isalpha() else SHORTEST_NAMED
    return len(text) >= shortest and any(
        re.search(rf"(?<![a-z0-9_]){re.escape(form)}(?![a-z0-9_])", said) for form in forms
    )
