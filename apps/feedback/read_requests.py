"""Read a person's next message as feedback on what came before it: correction, satisfaction."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import OuterRef, Subquery

from apps.feedback.domain.auto_score import CORRECTION_CHANGE, apply_correction
from apps.feedback.domain.classify import classify_message
from apps.feedback.domain.message_vector import vectors_of
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.domain.wishes import wants_skill
from apps.feedback.models import Score, SkillWish
from apps.feedback.settle_scores import settle_scores
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Outcome, ScoreSource, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.feedback.domain.message_vector import VectorSource
    from apps.tenants.models import Tenant

BATCH = 200
MOST_CALLS = 20


@transaction.atomic
def read_requests(tenant: Tenant, *, now: datetime, vectors: VectorSource | None = None) -> int:
    """Judge the runs before up to a batch of unread requests; answers how many were read.

    With a source of vectors the linear model judges, all messages embedded in one call.
    """
    waiting = Trajectory.objects.for_tenant(tenant).with_unread_request().without_search()
    claimed = list(waiting.select_for_update(skip_locked=True, of=("self",))[:BATCH])
    before = _runs_before(tenant, claimed)
    ready = [one for one in claimed if one.pk not in before or before[one.pk].scored_at]
    judged = [(one, before[one.pk]) for one in ready if one.pk in before and one.author == "person"]
    if tenant.learning.feedback.correction_detection:
        _judge(tenant, judged, now, vectors)
    for one in ready:
        one.request_read_at = now
    Trajectory.objects.bulk_update(ready, ["request_read_at"])
    return len(ready)


def _runs_before(tenant: Tenant, trajectories: list[Trajectory]) -> dict[uuid.UUID, Trajectory]:
    """Find for each trajectory the one before it in its session."""
    rows = Trajectory.objects.for_tenant(tenant)
    earlier = rows.filter(session=OuterRef("session"), started_at__lt=OuterRef("started_at"))
    last = Subquery(earlier.order_by("-started_at").values("pk")[:1])
    pairs = rows.filter(pk__in=[one.pk for one in trajectories]).annotate(before=last)
    by_id = dict(pairs.exclude(before=None).values_list("pk", "before"))
    found = rows.without_search().in_bulk(set(by_id.values()))
    return {pk: found[before] for pk, before in by_id.items()}


def _judge(
    tenant: Tenant,
    pairs: list[tuple[Trajectory, Trajectory]],
    now: datetime,
    source: VectorSource | None,
) -> None:
    chains = load_chains([before for _, before in pairs], most=MOST_CALLS)
    messages = [strip_injected(said.intent) for said, _ in pairs]
    corrections: list[Score] = []
    wishes: list[SkillWish] = []
    touched: list[Trajectory] = []
    said_with = zip(pairs, messages, vectors_of(messages, source), strict=True)
    for (said, before), message, vector in said_with:
        turn = PreviousTurn(before.intent, chains.get(before.pk, []), before.final_response)
        verdict = classify_message(message, turn, vector=vector)
        before.satisfaction = before.satisfaction or verdict.satisfaction
        if verdict.correction:
            corrections.append(_correction(tenant, said, before, verdict.why, now))
            if before.outcome == Outcome.SUCCESS:
                before.outcome = Outcome.PARTIAL
        if verdict.save_as_skill and wants_skill(message, turn).found:
            wishes.append(SkillWish(tenant=tenant, message=said, created_at=now))
        touched.append(before)
    Score.objects.bulk_create(corrections, ignore_conflicts=True)
    SkillWish.objects.bulk_create(wishes, ignore_conflicts=True)
    Trajectory.objects.bulk_update(touched, ["satisfaction", "outcome"])
    settle_scores(tenant, touched)


def _correction(
    tenant: Tenant, said: Trajectory, before: Trajectory, why: Sequence[str], now: datetime
) -> Score:
    reason = "corrected by the next message" + (f" ({why[0]})" if why else "")
    return Score(
        tenant=tenant,
        trajectory=before,
        source=ScoreSource.CORRECTION,
        value=apply_correction(before.score or Decimal(0)).value,
        lines=[{"reason": reason[:200], "change": float(CORRECTION_CHANGE)}],
        by="rules",
        message=said,
        created_at=now,
    )
