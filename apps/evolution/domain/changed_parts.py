"""Name the parts in which two texts of a skill differ, for a reviewer who read the first."""

from __future__ import annotations

from itertools import chain

from apps.errors import DomainError
from apps.evolution.domain.skill_md import SkillDocument, parse

WHOLE_TEXT = "text"


def changed_parts(before: str, after: str) -> list[str]:
    """List the fields and sections that differ; `text` where one of the two cannot be read."""
    if before == after:
        return []
    try:
        old, new = parse(before), parse(after)
    except DomainError:
        return [WHOLE_TEXT]
    names = [name for name in ("title", "description", "lead") if _field(old, new, name)]
    headings = dict.fromkeys(part.heading for part in chain(old.sections, new.sections))
    parts = [heading for heading in headings if old.section(heading) != new.section(heading)]
    lists = [name for name in ("triggers", "tools", "inputs") if _field(old, new, name)]
    return [*names, *parts, *lists] or [WHOLE_TEXT]


def _field(old: SkillDocument, new: SkillDocument, name: str) -> bool:
    return bool(getattr(old, name) != getattr(new, name))
