"""The files beside a version's text: its own, or those of the version that it goes back to.

Files come with an import. An approved improvement changes the text alone and keeps the files of
the version before it; a roll back brings back those of the version it restores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.models import SkillFile, SkillVersion

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.tenants.models import Tenant
    from apps.tenants.querysets import TenantQuerySet


def files_of(version: SkillVersion) -> dict[str, bytes]:
    """Read the files of a version, by path."""
    rows = _rows(version).values_list("path", "content")
    return {path: bytes(content) for path, content in rows}


def with_files(tenant: Tenant, versions: Sequence[SkillVersion]) -> set[uuid.UUID]:
    """Tell which of these versions have files, in two queries."""
    named = SkillFile.objects.for_tenant(tenant).values_list("version_id", "version__skill_id")
    carriers = dict(named.distinct())
    if not carriers:
        return set()
    rows = SkillVersion.objects.for_tenant(tenant).filter(skill__in=set(carriers.values()))
    carried = _carriers(rows)
    return {one.pk for one in versions if carried.get(one.pk) in carriers}


def digests_of(version: SkillVersion) -> dict[str, str]:
    """Give the SHA-256 of each file of a version, by path."""
    return dict(_rows(version).order_by("path").values_list("path", "digest"))


def _rows(version: SkillVersion) -> TenantQuerySet[SkillFile]:
    return SkillFile.objects.for_tenant(version.tenant).filter(version=_carrier(version))


def _carrier(version: SkillVersion) -> uuid.UUID | None:
    """Find the imported version whose files a version has."""
    rows = SkillVersion.objects.for_tenant(version.tenant).filter(skill=version.skill_id)
    return _carriers(rows).get(version.pk)


def _carriers(rows: TenantQuerySet[SkillVersion]) -> dict[uuid.UUID, uuid.UUID | None]:
    """Find the same of all versions of some skills."""
    carriers: dict[uuid.UUID, uuid.UUID | None] = {}
    last: dict[uuid.UUID, uuid.UUID | None] = {}
    history = rows.order_by("created_at", "pk")
    for pk, skill, restores, source in history.values_list(
        "pk", "skill_id", "restores_id", "source_digest"
    ):
        if restores is not None:
            last[skill] = carriers.get(restores)
        elif source:
            last[skill] = pk
        carriers[pk] = last.get(skill)
    return carriers
