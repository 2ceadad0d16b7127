"""Joins several skills of one craft into the text of one, so that approving it loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.domain.sections import PITFALLS, PROCEDURE, VERIFICATION, WHEN_TO_USE
from apps.evolution.domain.template import says_no_pitfall
from apps.language.tokens import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.evolution.domain.skill_md import SkillDocument
    from apps.language.tokens import Language

_OTHER_WAY: dict[Language, str] = {"en": "Another way: {title}", "zh": "另一种做法：{title}"}
_LISTS = (WHEN_TO_USE, PITFALLS, VERIFICATION)


def merge_documents(
    draft: SkillDocument, others: Sequence[SkillDocument], language: Language
) -> SkillDocument:
    """Give a draft all that the skills it stands for say: triggers, tools, pitfalls and checks.

    A procedure that uses tools which the draft does not stays as another way.
    """
    merged = draft
    for heading in _LISTS:
        lines = _union(document.section(heading) for document in (draft, *others))
        if lines:
            merged = merged.with_section(heading, lines)
    for other in others:
        procedure = other.section(PROCEDURE)
        if set(other.tools) - set(draft.tools) and procedure:
            heading = _OTHER_WAY[language].format(title=other.title)
            merged = merged.with_section(heading, procedure)
    # Through validation: what is joined has to be in the form that a file can hold.
    joined = {
        name: tuple(item for document in (draft, *others) for item in getattr(document, name))
        for name in ("triggers", "tools", "inputs")
    }
    return type(draft)(**{**dict(merged), **joined})


def _union(texts: Iterable[str]) -> str:
    """Give the lines of several lists, each once; that nothing failed is said only of them all."""
    lines = [line for text in texts for line in text.split("\n") if line.strip()]
    telling = [line for line in lines if not says_no_pitfall(line)]
    once: dict[str, str] = {}
    for line in telling or lines:
        once.setdefault(fold(line), line)
    return "\n".join(once.values())
