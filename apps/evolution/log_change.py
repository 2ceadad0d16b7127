"""Keep a skill's improvement log: which line became which version, and what a person changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.improvement_sentences import EDITED, IMPORTED, ROLLED_BACK
from apps.evolution.models import ChangeTrigger, Improvement

if TYPE_CHECKING:
    from apps.evolution.models import SkillVersion


def log_change(version: SkillVersion, *, is_first: bool) -> None:
    """Note a new version on the lines it came from, and a line of its own for a person's work.

    The first version of a skill changes nothing that was there.
    """
    lines = Improvement.objects.for_tenant(version.tenant)
    if version.proposal_id:
        lines.filter(proposal_id=version.proposal_id).update(version=version)
    detail = "" if is_first else _done_by_hand(version)
    if detail:
        Improvement.objects.create(
            tenant=version.tenant,
            skill=version.skill,
            trigger=ChangeTrigger.MANUAL,
            detail=detail,
            proposal_id=version.proposal_id,
            version=version,
        )


def _done_by_hand(version: SkillVersion) -> str:
    if version.restores:
        return ROLLED_BACK % {"version": version.restores.version}
    if version.source_digest:
        return IMPORTED
    return EDITED if version.proposal and version.proposal.edited else ""
