"""Know the person an agent works for: what they said before, and what of their profile helps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from apps.experiences.models import PainPoint
from apps.language.tokens import language_of
from apps.learning.domain.context_text import Entry, memory_entries
from apps.llm.embedding import embedder
from apps.profiles.domain.profile_line import write_line
from apps.profiles.read_profile import find_profile, told_fields
from apps.profiles.recall_memories import recall_memories, standing_wishes
from apps.tenants.models import EndUser

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence
    from datetime import datetime

    from apps.profiles.models import Memory
    from apps.tenants.models import Tenant

MOST_MEMORIES = 3
MOST_PAINS = 5
MOST_PROFILE_TOKENS = 100


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
    people = EndUser.objects.for_tenant(tenant).filter(external_id=user_id)
    person = people.first() if user_id else None
    profile = find_profile(tenant, person) if person else None
    if person is None or profile is None or not profile.learning_enabled:
        return KnownPerson()
    pains = _pains(tenant, person)
    fields = told_fields(profile, message, now=now, pain_points=pains)
    line = write_line(
        list(fields), fields, language=language_of(message), max_tokens=MOST_PROFILE_TOKENS
    )
    wishes = standing_wishes(tenant, person, message, most=MOST_MEMORIES)
    recalled = recall_memories(
        tenant, person, message, vector, embedder_id=embedder().id, most=MOST_MEMORIES
    )
    memories = {one.pk: one for one in [*wishes, *(found.memory for found in recalled)]}
    return KnownPerson(line, fields, list(memories.values())[:MOST_MEMORIES])


def _pains(tenant: Tenant, person: EndUser) -> list[str]:
    """What has gone wrong for this person and is not solved."""
    rows = PainPoint.objects.for_tenant(tenant).filter(
        evidence__end_user=person, status__in=["open", "confirmed"]
    )
    return list(rows.distinct().order_by("-last_seen").values_list("title", flat=True)[:MOST_PAINS])
