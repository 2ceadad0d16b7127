"""Builders of measured items: finished sessions that had one, and some that went without."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from itertools import count
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.evolution.models import Serving, Skill
from apps.tenants.ids import new_id
from apps.tenants.models import Agent
from apps.trajectories.models import Session, Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.experiences.models import Experience
    from tests.cast import Team

_numbers = count(1)


def offer(
    team: Team,
    item: Skill | Experience,
    *scores: str | None,
    withheld: bool = False,
    **session: Any,
) -> Session:
    """A session that was given an item, or went without it, and then had runs of these scores."""
    now, number = timezone.now(), next(_numbers)
    agent, _ = Agent.objects.get_or_create(tenant=team.tenant, name="ward-agent")
    ended = {"status": "learned", "ended_at": now, "learned_at": now, **session}
    held = Session.objects.create(
        tenant=team.tenant,
        external_id=f"offered-{number}",
        agent=agent,
        started_at=now,
        last_event_at=now,
        **ended,
    )
    Serving.objects.create(
        tenant=team.tenant,
        request_id=new_id(),
        session_id=held.external_id,
        similarity=Decimal("0.9"),
        withheld=withheld,
        served_at=now,
        **{"skill" if isinstance(item, Skill) else "experience": item},
    )
    for score in scores:
        add_run(held, score)
    return held


def add_run(session: Session, score: str | None, **fields: Any) -> None:
    """A run of a session; without a score it was looked at and nothing can be said of it."""
    now = timezone.now()
    Trajectory.objects.create(
        **{
            "tenant_id": session.tenant_id,
            "session": session,
            "agent_id": session.agent_id,
            "status": "completed",
            "score": score,
            "score_source": "auto" if score else "",
            "started_at": now,
            "opened_at": now,
            "last_event_at": now,
            "completed_at": now,
            "closed_at": now,
            "scored_at": now,
            **fields,
        }
    )


def offer_many(
    team: Team, item: Skill | Experience, served: Sequence[str], withheld: Sequence[str]
) -> None:
    """A session of one run for each score, of both arms."""
    for score in served:
        offer(team, item, score)
    for score in withheld:
        offer(team, item, score, withheld=True)


def long_ago(days: int = 1) -> Any:
    """A time before now."""
    return timezone.now() - timedelta(days=days)
