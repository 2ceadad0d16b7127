"""Find what similar runs of a tenant came to, for all runs of a batch at once."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db.models.functions import Left

from apps.feedback.domain.similar_outcomes import (
    KnownRun,
    RunShape,
    direction,
    judge_by_similar,
)
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.request_type import request_type
from apps.trajectories.models import ScoreSource, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.feedback.domain.auto_score import ScoreLine
    from apps.tenants.models import Tenant

MOST_KNOWN = 200
HALF = Decimal("0.5")
READ_CHARACTERS = 2000
_KNOWN = (ScoreSource.USER, ScoreSource.REVIEWER, ScoreSource.CORRECTION)


def similar_outcomes(
    tenant: Tenant, trajectories: Sequence[Trajectory]
) -> dict[uuid.UUID, ScoreLine]:
    """Judge each of these runs by the latest runs that people judged or corrected.

    Only runs with tools are compared: one query for what is known, and one for the meanings of
    those that were settled before, as a run has none before it is learned from.
    """
    tools = {tool for one in trajectories for tool in one.tools}
    if not tools:
        return {}
    meanings = _meanings(tenant, [one for one in trajectories if one.score_source and one.tools])
    known = _known(tenant, tools, with_meaning=bool(meanings))
    if not known:
        return {}
    judged = {
        one.pk: judge_by_similar(
            _shape(one.session_id, one.intent, one.tools, meanings.get(one.pk)), known
        )
        for one in trajectories
        if one.tools
    }
    return {pk: line for pk, line in judged.items() if line}


def _known(tenant: Tenant, tools: set[str], *, with_meaning: bool) -> list[KnownRun]:
    """Load the latest runs of known outcome that used any of these tools."""
    rows = Trajectory.objects.for_tenant(tenant).filter(
        score_source__in=_KNOWN, tools__overlap=sorted(tools)
    )
    columns = ["session_id", "head", "tools", "score", "score_source"]
    found = rows.annotate(head=Left("intent", READ_CHARACTERS)).order_by("-started_at")
    if with_meaning:
        columns.append("intent_vector")
    return [
        KnownRun(
            _shape(session, head, used, meaning[0] if meaning else None), _went_well(score, source)
        )
        for session, head, used, score, source, *meaning in found.values_list(*columns)[:MOST_KNOWN]
    ]


def _went_well(score: Decimal, source: str) -> bool:
    """A corrected run failed its person, whatever the rules left it."""
    return source != ScoreSource.CORRECTION and score >= HALF


def _meanings(tenant: Tenant, trajectories: Sequence[Trajectory]) -> dict[uuid.UUID, list[float]]:
    if not trajectories:
        return {}
    rows = Trajectory.objects.for_tenant(tenant).filter(
        pk__in=[one.pk for one in trajectories], intent_vector__isnull=False
    )
    return dict(rows.values_list("pk", "intent_vector"))


def _shape(
    session: uuid.UUID, intent: str, tools: Sequence[str], meaning: Sequence[float] | None
) -> RunShape:
    kind = request_type(strip_injected(intent[:READ_CHARACTERS]), tools)
    return RunShape(str(session), kind, frozenset(tools), direction(meaning) if meaning else None)
