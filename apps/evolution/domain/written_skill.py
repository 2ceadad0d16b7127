"""Puts the lines that a model wrote into a skill, part by part."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from apps.evolution.domain.quoting import one_line, without_tags
from apps.evolution.domain.sections import PITFALLS, PROCEDURE, VERIFICATION
from apps.evolution.domain.skill_md import SkillDocument

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_LINE = 400
_LIST_MARK = re.compile(r"\A\s*(?:[-*•]\s+|[0-9]{1,2}(?:[.)]\s+|、\s*))")


class WrittenParts(Protocol):
    """What a model wrote: the lines of each part; a part that is empty stays as it was."""

    @property
    def description(self) -> str: ...

    @property
    def procedure(self) -> Sequence[str]: ...

    @property
    def pitfalls(self) -> Sequence[str]: ...

    @property
    def verification(self) -> Sequence[str]: ...


def with_written(document: SkillDocument, written: WrittenParts) -> SkillDocument:
    """Copy a skill with what was written in its place; raises where a file cannot hold it."""
    numbered = (f"{number}. {tidy_line(line)}" for number, line in enumerate(written.procedure, 1))
    made = document.with_section(PROCEDURE, "\n".join(numbered))
    for heading, lines in ((PITFALLS, written.pitfalls), (VERIFICATION, written.verification)):
        if lines:
            made = made.with_section(heading, "\n".join(f"- {tidy_line(line)}" for line in lines))
    description = written.description.strip() or document.description
    # Through validation: what a model wrote has to be in the form that a file can hold.
    return SkillDocument(**(dict(made) | {"description": description}))


def tidy_line(line: str) -> str:
    """Give a line without the number or bullet that a model may put before it."""
    return without_tags(one_line(_LIST_MARK.sub("", line), LONGEST_LINE)) or "–"
