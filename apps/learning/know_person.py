"""Know the person an agent works for: what they said before, and what of their profile helps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from apps.experiences.models import PainPoint
from apps.learning.domain.context_text import Entry, memory_entries
from apps.llm.embedding import embedder
from apps.profiles.read_profile import find_profile, tell_profile
from apps.profiles.recall_memories import recall_memories, standing_wishes
from apps.tenants.models import EndUser

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence
    from datetime import datetime

    from apps.profiles.models import Memory, Profile
    from apps.tenants.models import Tenant

MOST_MEMORIES = 3
MOST_PAINS = 5


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """What is told of a person: mostly nothing."""

    profile: str = ""
    fields: dict[str, Sequence[str]] = field(default_factory=dict)
    memories: list[Memory] = field(default_factory=list)

    def entries(self, language: str) -> list[Entry]:
        """The profile's one line, and the memories."""
        profile = [Entry("profile", (self.profile,))] if self.profile else []
        return [*profile, *memory_entries([one.text for one in self.memories], language)]

    def cut_to(self, told: Counter[str]) -> KnownPerson:
        """What of it was told in the end."""
        return replace(
            self,
            profile=self.profile if told["profile"] else "",
            fields=self.fields if told["profile"] else {},
            memories=self.memories[: told["memory"]],
        )


def know_person(
    tenant: Tenant, user_id: str, message: str, vector: Sequence[float], *, now: datetime
) -> KnownPerson:
    """Find what of one person helps with their message; nothing of anybody else is looked at.

    Nothing is told of a person who switched learning off.
    """
    profile = _find(tenant, user_id) if user_id else None
    if profile is None or not profile.learning_enabled:
        return KnownPerson()
    told = tell_profile(
        profile, message, now=now, pain_points=open_problems(tenant, profile.end_user)
    )
    wishes = standing_wishes(profile, message, most=MOST_MEMORIES)
    recalled = recall_memories(
        profile, message, vector, embedder_id=embedder().id, most=MOST_MEMORIES
    )
    memories = {one.pk: one for one in [*wishes, *(found.memory for found in recalled)]}
    return KnownPerson(told.text, told.fields, list(memories.values())[:MOST_MEMORIES])


def open_problems(tenant: Tenant, person: EndUser) -> list[str]:
    """What has gone wrong for a person and is not solved, by its titles."""
    rows = PainPoint.objects.for_tenant(tenant).troubling(person)
    return list(rows.values_list("title", flat=True)[:MOST_PAINS])


def _find(tenant: Tenant, user_id: str) -> Profile | None:
    person = EndUser.objects.for_tenant(tenant).filter(external_id=user_id).first()
    return find_profile(tenant, person, with_quotes=False) if person else None
