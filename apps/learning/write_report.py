"""Write what a reflection says, from roll-ups and a few looks at what was learned."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db.models import Sum

from apps.evolution.models import Proposal, Skill
from apps.experiences.models import PainPoint
from apps.experiences.pain_models import PainStatus
from apps.learning.count_days import midnight
from apps.learning.domain.tool_statistics import ToolStatistic, error_prone
from apps.learning.domain.trend import NONE, Scores, compare, split
from apps.learning.report_lift import report_lift
from apps.learning.roll_up_sql import COMPLEXITIES, OUTCOMES
from apps.learning.rollup_models import DayRollUp, ToolRollUp
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.learning.domain.trend import Trend
    from apps.learning.models import Reflection

MOST_TOOLS, MOST_PAINS, MOST_SKILLS = 50, 10, 10
_PLACES = Decimal("0.001")


def write_report(reflection: Reflection) -> dict[str, Any]:
    """Tell what the runs of a reflection's period came to; they must be rolled up by then."""
    rows = DayRollUp.objects.for_tenant(reflection.tenant).filter(since=reflection.since)
    days = list(rows.order_by("day"))
    total, scored = sum(day.trajectories for day in days), sum(day.scored for day in days)
    score_sum = sum((day.score_sum for day in days), Decimal(0))
    tools = _tool_use(reflection)
    return {
        "trajectories": total,
        "scored": scored,
        "scored_percent": round(100 * scored / max(1, total), 1),
        "average_score": _number(score_sum / scored) if scored else None,
        "outcomes": _by_word(days, OUTCOMES, total),
        "complexity": _by_word(days, COMPLEXITIES, total),
        "trend": _read_trend(reflection, days),
        "tools": [
            {
                "tool": one.tool,
                "calls": one.calls,
                "errors": one.errors,
                "error_rate": _number(one.error_rate),
            }
            for one in tools[:MOST_TOOLS]
        ],
        "error_prone_tools": error_prone(tools),
        "pain_points": _pain_points(reflection),
        "skills": _skills(reflection),
        "lift": report_lift(reflection.tenant),
        "proposals": _proposals(reflection),
    }


def _by_word(days: Sequence[DayRollUp], words: Sequence[str], total: int) -> dict[str, int]:
    """Count by outcome or complexity; what is not judged yet is unknown."""
    counts = {word: sum(getattr(day, word) for day in days) for word in words}
    counts["unknown"] = total - sum(counts.values())
    return {word: count for word, count in counts.items() if count}


def _tool_use(reflection: Reflection) -> list[ToolStatistic]:
    """The calls and errors of each tool, the most used first."""
    rows = ToolRollUp.objects.for_tenant(reflection.tenant).filter(since=reflection.since)
    sums = rows.values_list("tool").annotate(called=Sum("calls"), failed=Sum("errors"))
    return [
        ToolStatistic(tool, calls, errors, Decimal(errors) / calls)
        for tool, calls, errors in sums.order_by("-called", "tool")
    ]


def _read_trend(reflection: Reflection, days: Sequence[DayRollUp]) -> Trend:
    """Compare the newer half of the scored runs with the older one, by day and by when they began.

    Of the one day that the halves meet in, the runs themselves are looked at.
    """
    scores = [Scores(day.scored, day.score_sum) for day in days]
    older, place, few = split(scores)
    if few:
        older += _first_of_day(reflection, days[place], few)
    return compare(older, sum(scores, NONE) - older)


def _first_of_day(reflection: Reflection, day: DayRollUp, few: int) -> Scores:
    """The scores of the first runs of a day; where some are gone, as many mean ones."""
    runs = Trajectory.objects.for_tenant(reflection.tenant)
    runs = runs.closed_between(reflection.since, reflection.until).filter(
        opened_at__gte=midnight(day.day), opened_at__lt=midnight(day.day, after=1)
    )
    listed = runs.filter(score__isnull=False).order_by("started_at", "pk")
    found = list(listed.values_list("score", flat=True))
    if len(found) < day.scored:
        return Scores(few, few * day.score_sum / day.scored)
    return Scores(few, sum((score for score in found[:few] if score), Decimal(0)))


def _pain_points(reflection: Reflection) -> list[dict[str, Any]]:
    """What troubles people most, of what is confirmed and not solved."""
    rows = PainPoint.objects.for_tenant(reflection.tenant).without_vectors()
    top = rows.filter(status=PainStatus.CONFIRMED).order_by("-confidence", "-last_seen", "pk")
    return [
        {
            "id": str(pain.pk),
            "title": pain.title,
            "confidence": _number(pain.confidence),
            "people": pain.people,
        }
        for pain in top[:MOST_PAINS]
    ]


def _skills(reflection: Reflection) -> list[dict[str, Any]]:
    """What is served, the most trusted first."""
    rows = Skill.objects.for_tenant(reflection.tenant).of_team().active().without_vectors()
    return [
        {"name": skill.name, "trust": _number(skill.trust), "uses": skill.uses}
        for skill in rows.order_by("-trust", "-uses", "name")[:MOST_SKILLS]
    ]


def _proposals(reflection: Reflection) -> list[dict[str, Any]]:
    """What was proposed in the period, in order."""
    rows = Proposal.objects.for_tenant(reflection.tenant).filter(created_at__lt=reflection.until)
    rows = rows.filter(created_at__gte=reflection.since) if reflection.since else rows
    return [
        {"id": str(one.pk), "name": one.name, "action": one.action, "status": one.status}
        for one in rows.order_by("created_at").only("name", "action", "status", "created_at")
    ]


def _number(value: Decimal) -> float:
    return float(value.quantize(_PLACES))
