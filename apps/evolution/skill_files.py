"""The files beside a version's text: its own, or those of the version that it goes back to.

Files come with an import. An approved improvement changes the text alone and keeps the files of
the version before it; a roll back brings back those of the version it restores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.models import SkillFile, SkillVersion

if TYPE_CHECKING:
    import uuid

    from apps.tenants.querysets import TenantQuerySet


def files_of(version: SkillVersion) -> dict[str, bytes]:
    """Read the files of a version, by path."""
    rows = _rows(version).values_list("path", "content")
    return {path: bytes(content) for path, content in rows}


def digests_of(version: SkillVersion) -> dict[str, str]:
    """Give the SHA-256 of each file of a version, by path."""
    return dict(_rows(version).order_by("path").values_list("path", "digest"))


def _rows(version: SkillVersion) -> TenantQuerySet[SkillFile]:
    return SkillFile.objects.for_tenant(version.tenant).filter(version=_carrier(version))


def _carrier(version: SkillVersion) -> uuid.UUID | None:
    """Find the imported version whose files a version has."""
    rows = SkillVersion.objects.for_tenant(version.tenant).filter(skill=version.skill_id)
    carriers: dict[uuid.UUID, uuid.UUID | None] = {}
    before: uuid.UUID | None = None
    history = rows.order_by("created_at", "pk").values_list("pk", "restores_id", "source_digest")
    for pk, restores, source in history:
        if restores is not None:
            before = carriers.get(restores)
        elif source:
            before = pk
        carriers[pk] = before
    return carriers.get(version.pk)
