"""Carries a change of one text onto the text that came in between, so that neither is lost."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from apps.evolution.domain.improvement import Patch
from apps.evolution.domain.patch_text import patch_text
from apps.evolution.domain.skill_md import parse

if TYPE_CHECKING:
    from apps.evolution.domain.skill_md import SkillDocument


def rebase_text(base: str, proposed: str, current: str, *, version: str) -> str:
    """Write what was proposed for one text as a change of another, section by section.

    Added lines follow the line that they followed. A section that was rewritten is taken as it was
    proposed: the difference shows it to who decides.
    """
    patch = _difference(parse(base), parse(proposed), parse(current))
    return patch_text(current, patch, version=version)


def _difference(base: SkillDocument, proposed: SkillDocument, current: SkillDocument) -> Patch:
    sections = {
        part.heading: merge_lines(base.section(part.heading), part.text, now)
        for part in proposed.sections
        if part.text != base.section(part.heading)
        for now in [current.section(part.heading)]
    }
    return Patch(
        sections,
        tools=proposed.tools if proposed.tools != base.tools else None,
        inputs=proposed.inputs if proposed.inputs != base.inputs else None,
    )


def merge_lines(base: str, proposed: str, current: str) -> str:
    """Add the lines that were added to one text to another; else give the proposed text."""
    old, new, now = base.split("\n"), proposed.split("\n"), current.split("\n")
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    if current == base or any(kind not in ("equal", "insert") for kind, *_ in changes):
        return proposed
    for kind, _, _, start, end in changes:
        if kind != "insert":
            continue
        anchor = new[start - 1] if start else ""
        at = now.index(anchor) + 1 if anchor in now else len(now)
        now[at:at] = [line for line in new[start:end] if line not in now]
    return "\n".join(now)
