"""Count day by day which sessions a skill was served to, followed by, and withheld from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING

from django.db.models import Count, Q
from django.db.models.functions import TruncDate

from apps.evolution.models import Serving

if TYPE_CHECKING:
    from datetime import date, datetime

    from apps.evolution.models import Skill

LONGEST_DAYS = 365


@dataclass(frozen=True, slots=True)
class Use:
    """Sessions of one day, or of all; of those served, `undecided` is not known to have followed.

    `day` is in UTC; None for the sum.
    """

    served: int
    followed: int
    undecided: int
    withheld: int
    day: date | None = None

    @property
    def disregarded(self) -> int:
        """The sessions that were given it and did otherwise."""
        return self.served - self.followed - self.undecided


def count_use(skill: Skill, *, since: datetime) -> list[Use]:
    """Count the days on which a skill fitted any session, the oldest first; one query."""
    rows = Serving.objects.for_tenant(skill.tenant).filter(skill=skill, served_at__gte=since)
    given = Q(withheld=False)
    days = (
        rows.annotate(day=TruncDate("served_at", tzinfo=UTC))
        .values("day")
        .annotate(
            told=Count("pk", filter=given),
            heeded=Count("pk", filter=given & Q(followed=True)),
            unknown=Count("pk", filter=given & Q(followed=None)),
            without=Count("pk", filter=Q(withheld=True)),
        )
    )
    counts = ("told", "heeded", "unknown", "without", "day")
    return [Use(*day) for day in days.order_by("day").values_list(*counts)]


def sum_use(days: list[Use]) -> Use:
    """Add up days."""
    names = ("served", "followed", "undecided", "withheld")
    return Use(**{name: sum(getattr(day, name) for day in days) for name in names})
