"""List what the readers of a channel may pull, with the digest of what each of it comes as."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core.cache import cache

from apps.evolution.domain.skill_archive import skill_zip
from apps.evolution.domain.skill_md import parse
from apps.evolution.models import Channel, Skill
from apps.evolution.skill_files import files_of, with_files

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping, Sequence

    from apps.evolution.models import SkillVersion
    from apps.tenants.models import Tenant

# A version's archive never changes, save where an erasure takes words out: then its digest does.
KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Listed:
    """A skill as a channel's readers pull it; `digest` is that of the archive if it has files."""

    name: str
    description: str
    version: str
    channel: str
    digest: str
    has_files: bool


def write_catalogue(tenant: Tenant, channel: str) -> list[Listed]:
    """List the team's served skills by name, as the readers of a channel get them."""
    rows = Skill.objects.for_tenant(tenant).of_team().in_channel(channel).without_vectors()
    heavy = ("words",) if channel == Channel.BETA else ("words", "current__content")
    skills = list(rows.defer(*heavy).order_by("name"))
    texts = [(skill, text) for skill in skills if (text := skill.on(channel))]
    archived = with_files(tenant, [text for _, text in texts])
    digests = _archive_digests([(skill, text) for skill, text in texts if text.pk in archived])
    return [_listed(skill, text, digests) for skill, text in texts]


def _listed(skill: Skill, text: SkillVersion, digests: Mapping[uuid.UUID, str]) -> Listed:
    on_trial = text.pk == skill.beta_id
    description = parse(text.content).description if on_trial else skill.description
    return Listed(
        name=skill.name,
        description=description,
        version=text.version,
        channel=Channel.BETA if on_trial else Channel.STABLE,
        digest=digests.get(text.pk, text.digest),
        has_files=text.pk in digests,
    )


def _archive_digests(texts: Sequence[tuple[Skill, SkillVersion]]) -> dict[uuid.UUID, str]:
    """Give the SHA-256 of each archive; what was computed once is remembered."""
    keys = {f"archive:{one.pk}:{one.digest[:32]}:{skill.name}": one for skill, one in texts}
    known = cache.get_many(keys)
    fresh = {
        key: hashlib.sha256(skill_zip(skill.name, one.content, files_of(one))).hexdigest()
        for (key, one), (skill, _) in zip(keys.items(), texts, strict=True)
        if key not in known
    }
    if fresh:
        cache.set_many(fresh, timeout=round(KEPT.total_seconds()))
    return {one.pk: (known | fresh)[key] for key, one in keys.items()}
