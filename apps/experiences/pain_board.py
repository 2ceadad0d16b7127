"""Gather what the pain board shows of a page of pain points, in four questions for any number."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, F, Window
from django.db.models.functions import RowNumber, TruncWeek

from apps.experiences.pain_models import PainEvidence, PainKind, Solution, SolutionFeedback

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import date, datetime

    from django.db.models import QuerySet

    from apps.experiences.pain_models import PainPoint

NEWEST_QUOTES = 3
WEEKS = 8


@dataclass(frozen=True, slots=True)
class Week:
    """How many sessions showed a trouble in the week that began on a day."""

    week: date
    sessions: int


@dataclass(slots=True)
class PainCard:
    """A pain point with what shows it and what is tried against it.

    `counts` are sessions by kind of sign, `trend` those of each of the last weeks, oldest first.
    """

    pain: PainPoint
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PainKind.values, 0))
    trend: list[Week] = field(default_factory=list)
    quotes: list[PainEvidence] = field(default_factory=list)
    solutions: list[Solution] = field(default_factory=list)


def show_pains(pains: Sequence[PainPoint], *, now: datetime) -> list[PainCard]:
    """Gather the cards of pain points of one tenant, in the given order."""
    if not pains:
        return []
    cards = {pain.pk: PainCard(pain) for pain in pains}
    evidence = PainEvidence.objects.for_tenant(pains[0].tenant).filter(pain__in=list(cards))
    kinds = evidence.values_list("pain_id", "kind").annotate(number=Count("pk"))
    for pk, kind, number in kinds:
        cards[pk].counts[kind] = number
    _add_trends(cards, evidence, now)
    for quote in _newest(evidence):
        cards[quote.pain_id].quotes.append(quote)
    solutions = Solution.objects.for_tenant(pains[0].tenant).filter(pain__in=list(cards))
    for solution in count_feedback(list(solutions.order_by("-created_at", "-pk"))):
        cards[solution.pain_id].solutions.append(solution)
    return list(cards.values())


def count_feedback(solutions: list[Solution]) -> list[Solution]:
    """Give each solution how often it was judged well and badly, in one question."""
    if not solutions:
        return solutions
    rows = SolutionFeedback.objects.for_tenant(solutions[0].tenant).filter(solution__in=solutions)
    counted = rows.values_list("solution_id", "verdict").annotate(number=Count("pk"))
    found: dict[uuid.UUID, dict[str, int]] = defaultdict(dict)
    for pk, verdict, number in counted:
        found[pk][verdict] = number
    for solution in solutions:
        solution.judged = {"positive": 0, "negative": 0} | found[solution.pk]
    return solutions


def _add_trends(
    cards: dict[uuid.UUID, PainCard], evidence: QuerySet[PainEvidence], now: datetime
) -> None:
    monday = (now - timedelta(days=now.weekday())).replace(
        hour=0, minute=0, second=0, microsecond=0
    )
    weeks = [monday - timedelta(weeks=back) for back in range(WEEKS - 1, -1, -1)]
    recent = evidence.filter(seen_at__gte=weeks[0]).annotate(week=TruncWeek("seen_at"))
    counted = recent.values_list("pain_id", "week").annotate(number=Count("pk"))
    found = {(pk, week.date()): number for pk, week, number in counted}
    for pk, card in cards.items():
        card.trend = [Week(week.date(), found.get((pk, week.date()), 0)) for week in weeks]


def _newest(evidence: QuerySet[PainEvidence]) -> QuerySet[PainEvidence]:
    place = Window(
        RowNumber(), partition_by=[F("pain_id")], order_by=[F("seen_at").desc(), F("pk").desc()]
    )
    return evidence.annotate(place=place).filter(place__lte=NEWEST_QUOTES).order_by("place")
