"""Learn from one run what it says of its person: memories and profile, in one step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import transaction

from apps.profiles.remember import remember
from apps.profiles.update_profile import update_profile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from apps.profiles.domain.reading import PersonReading
    from apps.profiles.models import Memory, ProfileField
    from apps.trajectories.models import Trajectory


@dataclass(frozen=True, slots=True)
class LearnedOfPerson:
    """What one run taught of its person."""

    memories: list[Memory] = field(default_factory=list)
    fields: list[ProfileField] = field(default_factory=list)


def learn_person(
    run: Trajectory,
    reading: PersonReading,
    *,
    vectors: Sequence[Sequence[float]],
    embedder_id: str,
    now: datetime,
) -> LearnedOfPerson:
    """Store what a run's message says of its author; `vectors` are those of `reading.texts`.

    Whoever drew the reading, rules or a model, only what the run proves is stored.
    """
    if not (reading.memories or reading.signals):
        return LearnedOfPerson()
    with transaction.atomic():
        memories = remember(
            run, reading.memories, vectors=vectors, embedder_id=embedder_id, now=now
        )
        return LearnedOfPerson(memories, update_profile(run, reading.signals, now=now))
