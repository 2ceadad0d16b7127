"""Route a message to the skills that fit it, by meaning, words and triggers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apps.evolution.find_recommended import find_recommended
from apps.evolution.models import Skill
from apps.language.ranking import Match, Query

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from apps.evolution.querysets import SkillQuerySet
    from apps.tenants.models import Tenant

CANDIDATES = 30
TRIGGERED = 0.95
EQUAL_PLACES = 2


@dataclass(frozen=True, slots=True)
class RankedSkill:
    """A skill with how it matched, and whether it is put before others that match as well."""

    skill: Skill
    match: Match
    recommended: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """Who is served: the person and the session, by the client's names; empty where unknown."""

    user_id: str = ""
    session_id: str = ""


NOBODY = Reader()


def rank_skills(
    tenant: Tenant,
    message: str,
    vector: Sequence[float],
    *,
    embedder_id: str,
    most: int,
    reader: Reader = NOBODY,
) -> list[RankedSkill]:
    """Rank a tenant's served skills for a message whose vector is given, best first.

    What is one person's or one session's is ranked for them alone.
    """
    served = Skill.objects.for_tenant(tenant).active()
    rows = served.for_reader(reader.user_id, reader.session_id)
    return rank_among(tenant, rows, message, vector, embedder_id=embedder_id, most=most)


def rank_among(
    tenant: Tenant,
    rows: SkillQuerySet[Skill],
    message: str,
    vector: Sequence[float],
    *,
    embedder_id: str,
    most: int,
) -> list[RankedSkill]:
    """Rank some skills for a message, best first, as all are ranked that are served.

    Of those that match equally, to two places, recommended ones come first.
    """
    query = Query(message)
    near = rows.without_vectors().select_related("current").nearest(vector, embedder_id)
    ranked = [RankedSkill(skill, _match(query, message, skill)) for skill in near[:CANDIDATES]]
    relevant = _recommended(tenant, [one for one in ranked if one.match.is_relevant])
    relevant.sort(key=_order)
    return relevant[:most]


def _order(one: RankedSkill) -> tuple[float, bool, float, Decimal]:
    similarity = one.match.similarity
    return (-round(similarity, EQUAL_PLACES), not one.recommended, -similarity, -one.skill.trust)


def _recommended(tenant: Tenant, ranked: list[RankedSkill]) -> list[RankedSkill]:
    chosen = find_recommended(tenant, [one.skill for one in ranked])
    if not chosen:
        return ranked
    return [replace(one, recommended=one.skill.pk in chosen) for one in ranked]


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
