"""Take in a skill that people wrote: its text as it is, its front matter by the rules, scanned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import Conflict
from apps.evolution.change_skill import add_version, lock_skill
from apps.evolution.domain.imported_skill import body_of
from apps.evolution.domain.version import FIRST_VERSION, is_later, next_minor, next_patch
from apps.evolution.models import Layer, Skill, SkillFile, SkillVersion
from apps.evolution.propose_skill import lock_proposing
from apps.evolution.screen_skill import (
    doubts_about,
    objections_to,
    read_package,
    require_harmless,
    sha256,
)
from apps.evolution.skill_files import digests_of
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.domain.imported_skill import Repair
    from apps.evolution.domain.skill_package import SkillPackage
    from apps.evolution.screen_skill import ScreenedSkill
    from apps.tenants.models import Tenant


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a skill handed in: its current version, what was repaired and is to note."""

    skill: Skill
    version: str
    outcome: str
    repairs: tuple[Repair, ...]
    notes: tuple[str, ...]
    files: int
    left_out: tuple[str, ...]


@transaction.atomic
def import_skill(tenant: Tenant, package: SkillPackage, *, by: str, override: str = "") -> Imported:
    """Make a package a skill of the layer `managed`, or a new version of the one of its name.

    What was imported last changes nothing. `override` is the reason to import what the scan objects
    to. Raises `gate_failed`, `name_taken`, and what reading a file raises.
    """
    reading = read_package(package)
    require_harmless(reading, override)
    lock_proposing(tenant)
    notes = doubts_about(tenant, reading)
    skill = Skill.objects.for_tenant(tenant).filter(name=reading.skill.name).first()
    if skill is None:
        outcome, version = "created", _create(tenant, reading, by)
    else:
        outcome, version = _update(lock_skill(skill, tenant), reading, by)
    if outcome != "unchanged":
        _audit(version, reading, by=by, override=override)
    return Imported(
        skill=version.skill,
        version=version.version,
        outcome=outcome,
        repairs=tuple(reading.skill.repairs),
        notes=tuple(notes),
        files=len(reading.files),
        left_out=package.left_out,
    )


def _create(tenant: Tenant, reading: ScreenedSkill, by: str) -> SkillVersion:
    skill = Skill(tenant=tenant, layer=Layer.MANAGED)
    number = reading.skill.declared_version or FIRST_VERSION
    return _append(skill, reading, number, by)


def _update(skill: Skill, reading: ScreenedSkill, by: str) -> tuple[str, SkillVersion]:
    """Make another version of a skill, unless it is what was imported last."""
    if skill.layer != Layer.MANAGED or skill.current is None:
        detail = f"The name '{skill.name}' belongs to a skill that is not written by people."
        raise Conflict("name_taken", detail)
    current = skill.current
    versions = SkillVersion.objects.for_tenant(skill.tenant).filter(skill=skill)
    imported = versions.exclude(source_digest="").order_by("-created_at", "-pk")
    if imported.values_list("source_digest", flat=True).first() == reading.source_digest:
        return "unchanged", current
    taken = set(versions.values_list("version", flat=True))
    return "updated", _append(skill, reading, _following(current, reading, taken), by)


def _following(current: SkillVersion, reading: ScreenedSkill, taken: set[str]) -> str:
    """Number a change: as its author did, else minor for what it does, patch for how it is told."""
    declared = reading.skill.declared_version
    if declared and declared not in taken and is_later(declared, current.version):
        return declared
    digests = {path: sha256(content) for path, content in reading.files.items()}
    same_body = body_of(current.content) == reading.skill.body
    if same_body and digests == digests_of(current):
        return next_patch(current.version, taken)
    return next_minor(current.version, taken)


def _append(skill: Skill, reading: ScreenedSkill, number: str, by: str) -> SkillVersion:
    imported = SkillVersion(
        version=number,
        content=reading.skill.written(number),
        source_digest=reading.source_digest,
        approved_by=by,
    )
    version = add_version(skill, imported)
    SkillFile.objects.bulk_create(
        SkillFile(
            tenant=skill.tenant,
            version=version,
            path=path,
            content=content,
            digest=sha256(content),
        )
        for path, content in sorted(reading.files.items())
    )
    return version


def _audit(version: SkillVersion, reading: ScreenedSkill, *, by: str, override: str) -> None:
    objections = objections_to(reading)
    record_audit(
        version.tenant,
        actor=by,
        action="import",
        target=version.skill,
        version=version.version,
        repairs=[repair.code for repair in reading.skill.repairs],
        files=len(reading.files),
        **({"override": override, "objections": objections} if objections else {}),
    )
