"""Show what changed between two versions of a skill, in its text and in the files beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.errors import NotFound
from apps.evolution.domain.text_diff import unified_diff
from apps.evolution.models import SkillVersion
from apps.evolution.skill_files import digests_of

if TYPE_CHECKING:
    from apps.evolution.models import Skill


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions, the unified diff of their texts, and the paths of files that differ."""

    before: str
    after: str
    diff: str
    files: tuple[str, ...]


def compare_versions(skill: Skill, *, before: str = "", after: str = "") -> Comparison:
    """Compare two versions by number: unless named, the current one with the one before it.

    Raises `not_found` for a number that the skill never had.
    """
    rows = SkillVersion.objects.for_tenant(skill.tenant).filter(skill=skill)
    history = list(rows.order_by("created_at", "pk").defer("content"))
    by_number = {one.version: place for place, one in enumerate(history)}
    latest = len(history) - 1
    new = by_number.get(after) if after else latest
    if new is None or new < 0:
        raise NotFound("version")
    old = by_number.get(before) if before else max(new - 1, 0)
    if old is None:
        raise NotFound("version")
    return _compare(history[old], history[new])


def _compare(old: SkillVersion, new: SkillVersion) -> Comparison:
    diff = unified_diff(old.content, new.content, old=old.version, new=new.version)
    files, others = digests_of(old), digests_of(new)
    differ = {path for path in files | others if files.get(path) != others.get(path)}
    return Comparison(old.version, new.version, diff, tuple(sorted(differ)))
