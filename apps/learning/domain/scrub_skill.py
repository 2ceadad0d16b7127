"""Take erased words out of a skill, so that what is left is still a skill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.errors import DomainError
from apps.evolution.domain.sections import (
    INPUTS,
    PITFALLS,
    PROCEDURE,
    VERIFICATION,
    WHEN_TO_USE,
    Section,
)
from apps.evolution.domain.skill_md import SkillDocument, parse, render
from apps.learning.domain.shared_words import MARK

if TYPE_CHECKING:
    from apps.learning.domain.shared_words import SharedWords

_OURS = frozenset({PROCEDURE, PITFALLS, VERIFICATION, INPUTS, WHEN_TO_USE})


@dataclass(frozen=True, slots=True)
class Renaming:
    """What a skill is called from now on; as before where its name holds no erased words."""

    name: str
    title: str


def scrub_skill(content: str, shared: SharedWords, renaming: Renaming) -> str:
    """Write a SKILL.md without the lines that hold erased words, under its new name and title.

    A text that no longer reads as a skill is taken line by line.
    """
    try:
        document = parse(content)
    except DomainError:
        return str(shared.without(content))
    return render(_scrubbed(document, shared, renaming))


def is_husk(content: str) -> bool:
    """Tell whether nothing is left of what a skill says is to be done."""
    try:
        procedure = parse(content).section(PROCEDURE)
    except DomainError:
        return MARK in content
    lines = [line for line in procedure.split("\n") if line.strip()]
    return bool(lines) and all(MARK in line for line in lines)


def _scrubbed(document: SkillDocument, shared: SharedWords, renaming: Renaming) -> SkillDocument:
    values = {
        name: "" if shared.occur_in(text) else text
        for name in ("license", "compatibility", "allowed_tools")
        if (text := getattr(document, name))
    }
    return SkillDocument(
        name=renaming.name,
        title=renaming.title,
        description=_said_anew(document, shared, renaming),
        lead=shared.without(document.lead),
        sections=tuple(_section(part, shared) for part in document.sections),
        triggers=tuple(shared.kept_of(document.triggers)),
        tools=tuple(shared.kept_of(document.tools)),
        inputs=tuple(shared.kept_of(document.inputs)),
        version=document.version,
        metadata={
            key: text for key, text in document.metadata.items() if not shared.occur_in({key: text})
        },
        **values,
    )


def _said_anew(document: SkillDocument, shared: SharedWords, renaming: Renaming) -> str:
    """Keep a description without the words, else say what it is for by title and triggers."""
    if not shared.occur_in(document.description):
        return document.description
    asked = ", ".join(f"“{trigger}”" for trigger in shared.kept_of(document.triggers))
    return f"{renaming.title} ({asked})" if asked else renaming.title


def _section(part: Section, shared: SharedWords) -> Section:
    heading = part.heading
    if heading not in _OURS and shared.occur_in(heading):
        heading = MARK
    return Section(heading=heading, text=shared.without(part.text))
