"""The body of a skill as its `##` sections in order, so that an improvement can touch one alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from apps.evolution.domain.front_matter import normal_text
from apps.evolution.domain.quoting import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PROCEDURE = "Procedure"
PITFALLS = "Pitfalls"
VERIFICATION = "Verification"
INPUTS = "Inputs"
WHEN_TO_USE = "When to use"

_HEADING = re.compile(r" {0,3}##[ \t]+(\S.*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_FIRST_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")
# What an editor may leave in a text but no reader of Markdown shows.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def section_text(text: str) -> str:
    """Give a text that stays inside its section: deeper headings only, every fence closed."""
    lines: list[str] = []
    fence = ""
    for line, fence in with_fences(_CONTROLS.sub("", normal_text(text)).split("\n")):
        lines.append(line if fence or not _HEADING.fullmatch(line) else f"#{line.lstrip()}")
    closed = "\n".join([*lines, fence] if fence else lines)
    return _FIRST_BLANK_LINES.sub("", closed).rstrip()


class Section(BaseModel):
    """One `##` section: its heading and the Markdown below it."""

    model_config = ConfigDict(frozen=True)

    heading: Annotated[
        str, AfterValidator(lambda text: one_line(text, 120).lstrip("# ")), Field(min_length=1)
    ]
    text: Annotated[str, AfterValidator(section_text)] = ""


def split_sections(body: str) -> tuple[str, tuple[Section, ...]]:
    """Split a Markdown body into what stands before its first section, and its sections."""
    lead: list[str] = []
    found: list[tuple[str, list[str]]] = []
    for line, fence in with_fences(body.split("\n")):
        heading = None if fence else _HEADING.fullmatch(line)
        if heading and heading[1].strip("# "):
            found.append((heading[1], []))
        else:
            (found[-1][1] if found else lead).append(line)
    sections = (Section(heading=heading, text="\n".join(text)) for heading, text in found)
    return section_text("\n".join(lead)), tuple(sections)


def join_sections(lead: str, sections: Sequence[Section]) -> str:
    """Write a body that `split_sections` reads back."""
    parts = [lead, *(f"## {part.heading}\n\n{part.text}".rstrip() for part in sections)]
    return "\n\n".join(part for part in parts if part)


def replace_section(body: str, heading: str, text: str) -> str:
    """Write another text below the first section of this heading; all else stays letter by letter.

    A section that is not there is added at the end.
    """
    lines = body.split("\n")
    marks = [
        place
        for place, (line, fence) in enumerate(with_fences([line.rstrip("\r") for line in lines]))
        if not fence and (found := _HEADING.fullmatch(line)) and found[1].strip("# ")
    ]
    named = [Section(heading=lines[place].strip().lstrip("#")).heading for place in marks]
    if heading not in named:
        return f"{body.rstrip()}\n\n## {heading}\n\n{text}\n"
    start = marks[named.index(heading)]
    following = [place for place in marks if place > start]
    rest = lines[following[0] :] if following else []
    return "\n".join([*lines[: start + 1], "", *text.split("\n"), "", *rest])


def with_fences(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Pair each line with the fence that is open after it; a closing line still counts as open."""
    fence = ""
    for line in lines:
        mark = _FENCE.fullmatch(line)
        if fence and mark and mark[1].startswith(fence) and not mark[2].strip():
            yield line, ""
            fence = ""
            continue
        if mark and not fence and ("`" not in mark[2] or mark[1][0] == "~"):
            fence = mark[1]
        yield line, fence
