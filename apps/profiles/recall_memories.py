"""Find a person's memories that help with a message; none when none is relevant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.language.ranking import Match, Query
from apps.profiles.domain.relevance import asks_for_an_answer
from apps.profiles.models import Memory, MemoryKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.profiles.models import Profile
    from apps.tenants.models import EndUser, Tenant

CANDIDATES = 40
# Wishes about every answer, whatever it is about; a wish for one kind of work names it.
ANSWER_SUBJECTS = ("units", "temperature", "clock", "length", "tone", "language")
SHAPES_OF_ANSWERS = frozenset(
    ("tables", "bullet points", "emoji", "markdown", "jargon", "abbreviations", "small talk")
)


@dataclass(frozen=True, slots=True)
class RecalledMemory:
    """A memory with how it matched."""

    memory: Memory
    match: Match


def recall_memories(
    profile: Profile, message: str, vector: Sequence[float], *, embedder_id: str, most: int
) -> list[RecalledMemory]:
    """Rank what is known of one person for a message whose vector is given, best first.

    Empty where the person switched learning off.
    """
    if not profile.learning_enabled:
        return []
    return rank_memories(
        profile.tenant, profile.end_user, message, vector, embedder_id=embedder_id, most=most
    )


def rank_memories(
    tenant: Tenant,
    end_user: EndUser,
    message: str,
    vector: Sequence[float],
    *,
    embedder_id: str,
    most: int,
) -> list[RecalledMemory]:
    """Rank a person's memories as `recall_memories` does, for whoever looks them over."""
    query = Query(message)
    mine = Memory.objects.for_tenant(tenant).of_person(end_user).in_force().without_vectors()
    rows = mine.select_related("conflicts_with", "agent", "end_user")
    ranked = [
        RecalledMemory(row, query.match(1 - float(row.distance), row.words))
        for row in rows.nearest(vector, embedder_id)[:CANDIDATES]
    ]
    ranked.sort(key=lambda one: (-one.match.similarity, -one.memory.confidence))
    return [one for one in ranked if one.match.is_relevant][:most]


def standing_wishes(profile: Profile, message: str, *, most: int) -> list[Memory]:
    """List how a person wants every answer to be, where a message asks for one to be written.

    Empty where the person switched learning off.
    """
    if not profile.learning_enabled or not asks_for_an_answer(message):
        return []
    mine = Memory.objects.for_tenant(profile.tenant).of_person(profile.end_user)
    wishes = mine.filter(status="active", kind=MemoryKind.PREFERENCE).without_vectors()
    rows = wishes.exclude(subject="").order_by("-confidence", "-last_confirmed_at")
    return [row for row in rows[:CANDIDATES] if _is_of_every_answer(row.subject)][:most]


def _is_of_every_answer(subject: str) -> bool:
    about = subject.removeprefix("preference:")
    return about in ANSWER_SUBJECTS or about.removeprefix("like ") in SHAPES_OF_ANSWERS
