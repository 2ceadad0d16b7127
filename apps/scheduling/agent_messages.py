"""Leave a firing for an agent, and hand it over once, in the agent's next call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from apps.scheduling.domain.fired_text import LONGEST
from apps.scheduling.message_models import AgentMessage

if TYPE_CHECKING:
    from datetime import datetime

    from apps.scheduling.models import ScheduleRun
    from apps.tenants.models import EndUser, Tenant

MOST_AT_ONCE = 5


def leave_message(
    run: ScheduleRun, text: str, *, agent: str = "", end_user: EndUser | None = None
) -> None:
    """Keep a firing for an agent's next call; the same firing again leaves nothing more."""
    row = AgentMessage(
        tenant=run.tenant, run=run, agent=agent, end_user=end_user, text=text[:LONGEST]
    )
    AgentMessage.objects.bulk_create([row], ignore_conflicts=True)


def hand_over(
    tenant: Tenant, *, agent: str, user_id: str, session_id: str, now: datetime
) -> list[AgentMessage]:
    """Give what waits for an agent that speaks to a person, and note it as delivered.

    The note is of the caller's transaction: what is answered before its commit may come again.
    """
    mine = Q(end_user__external_id=user_id) if user_id else Q(pk=None)
    for_it = Q(agent="") & mine
    if agent:
        for_it |= Q(agent=agent) & (Q(end_user=None) | mine)
    rows = AgentMessage.objects.for_tenant(tenant).filter(for_it, delivered_at=None)
    held = rows.select_for_update(of=("self",), skip_locked=True).select_related("run")
    found = list(held.order_by("created_at", "pk")[:MOST_AT_ONCE])
    if found:
        AgentMessage.objects.for_tenant(tenant).filter(pk__in=[one.pk for one in found]).update(
            delivered_at=now, session_id=session_id[:200]
        )
    return found
