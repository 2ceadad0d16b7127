"""Bring back an earlier text of a skill as a new version; what stands in between stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import Conflict, NotFound
from apps.evolution.change_skill import add_version, claim_skill
from apps.evolution.domain.version import next_minor
from apps.evolution.models import Layer, SkillVersion
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from apps.tenants.models import Membership


@transaction.atomic
def rollback_skill(skill: Skill, version: str, *, by: Membership, reason: str) -> SkillVersion:
    """Append a version with the text and the files of an earlier one, letter by letter.

    The front matter keeps the number that the text was written under. Raises `reason_needed`,
    `not_found`, `already_current`, `read_only`.
    """
    locked = claim_skill(skill, by=by, reason=reason)
    if locked.layer == Layer.BUILTIN:
        raise Conflict("read_only", "A skill that is shipped is not changed here.")
    versions = SkillVersion.objects.for_tenant(by.tenant).filter(skill=locked)
    former = versions.filter(version=version).first()
    if former is None:
        raise NotFound("version")
    current = locked.current
    if current and former.pk in {current.pk, current.restores_id}:
        raise Conflict("already_current", f"The text of {version} is the current one.")
    taken = set(versions.values_list("version", flat=True))
    number = next_minor(current.version if current else None, taken)
    restored = SkillVersion(
        version=number,
        content=former.content,
        restores=former.restores or former,
        approved_by=by.user.email,
    )
    added = add_version(locked, restored)
    record_audit(
        by.tenant,
        actor=by.user.email,
        action="roll_back",
        target=locked,
        version=number,
        restores=version,
        reason=reason,
    )
    return added
