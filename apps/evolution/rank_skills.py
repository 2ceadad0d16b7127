"""Route a message to the skills that fit it, by meaning, words and triggers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.evolution.models import Skill
from apps.language.ranking import Match, Query

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.querysets import SkillQuerySet
    from apps.tenants.models import Tenant

CANDIDATES = 30
TRIGGERED = 0.95


@dataclass(frozen=True, slots=True)
class RankedSkill:
    """A skill with how it matched."""

    skill: Skill
    match: Match


def rank_skills(
    tenant: Tenant, message: str, vector: Sequence[float], *, embedder_id: str, most: int
) -> list[RankedSkill]:
    """Rank a tenant's served skills for a message whose vector is given, best first."""
    rows = Skill.objects.for_tenant(tenant).active()
    return rank_among(rows, message, vector, embedder_id=embedder_id, most=most)


def rank_among(
    rows: SkillQuerySet[Skill],
    message: str,
    vector: Sequence[float],
    *,
    embedder_id: str,
    most: int,
) -> list[RankedSkill]:
    """Rank some skills for a message, best first, as all are ranked that are served."""
    query = Query(message)
    near = rows.without_vectors().select_related("current").nearest(vector, embedder_id)
    ranked = [RankedSkill(skill, _match(query, message, skill)) for skill in near[:CANDIDATES]]
    ranked.sort(key=lambda one: (-one.match.similarity, -one.skill.trust))
    return [one for one in ranked if one.match.is_relevant][:most]


def _match(query: Query, message: str, skill: Skill) -> Match:
    match = query.match(1 - skill.distance, skill.words)
    said = message.casefold()
    if any(_is_said(trigger.casefold(), said) for trigger in skill.triggers):
        return Match(max(match.similarity, TRIGGERED), match.cosine, match.shared)
    return match


def _is_said(trigger: str, message: str) -> bool:
    """Tell whether a message holds a trigger as words of its own, not inside another word."""
    if len(trigger) <= 1 or trigger not in message:
        return False
    whole = rf"(?<![a-z0-9]){re.escape(trigger)}(?![a-z0-9])"
    return re.search(whole, message) is not None
