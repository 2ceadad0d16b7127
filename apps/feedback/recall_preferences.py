"""Find what an agent has learned of its tools that bears on a request: for the context."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.feedback.domain.preference_text import KnownPreference
from apps.feedback.models import Capability, Preference, PreferenceKind
from apps.trajectories.domain.request_type import OTHER

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from apps.tenants.models import Agent, Tenant

LEAST_SESSIONS = 2
LEAST_SUCCESS_RATE = Decimal("0.70")
LEAST_SHARE_OF_FAILURES = Decimal("0.20")
FRESH = timedelta(days=90)
MOST_READ = 200


def relevant_preferences(
    tenant: Tenant,
    agent: Agent,
    request_type: str,
    tools: Collection[str] | None,
    *,
    most: int,
    now: datetime,
) -> list[KnownPreference]:
    """List tools to prefer and patterns to avoid for a kind of request, the surest first of each.

    Each rests on two sessions or more of the last 90 days; a request of no known kind has none.
    `tools` narrows to those at hand. A tool is preferred while its calls succeed, and a pattern
    told while it is no rare exception to the tool's good runs.
    """
    if request_type == OTHER:
        return []
    rows = _supported(tenant, agent, request_type, now)
    if tools is not None:
        rows = [row for row in rows if row.tool in tools]
    fares = _capabilities(tenant, agent, request_type, [row.tool for row in rows])
    known = [_known(row, fares.get(row.tool)) for row in rows]
    good = [one for one in known if one.kind == PreferenceKind.TOOL_PREFERENCE]
    went_well = {one.tool: one.runs for one in good}
    told = [one for one in good if one.success_rate >= LEAST_SUCCESS_RATE]
    avoided = [
        one
        for one in known
        if one.kind == PreferenceKind.AVOID
        and one.runs >= LEAST_SHARE_OF_FAILURES * (one.runs + went_well.get(one.tool, 0))
    ]
    return [*sorted(told, key=_surest_first)[:most], *avoided[:most]]


def _supported(tenant: Tenant, agent: Agent, request_type: str, now: datetime) -> list[Preference]:
    rows = Preference.objects.for_tenant(tenant).filter(
        agent=agent,
        request_type=request_type,
        sessions__gte=LEAST_SESSIONS,
        last_seen__gte=now - FRESH,
    )
    return list(rows.order_by("-weight", "tool", "pattern")[:MOST_READ])


def _capabilities(
    tenant: Tenant, agent: Agent, request_type: str, tools: Sequence[str]
) -> dict[str, Capability]:
    rows = Capability.objects.for_tenant(tenant).filter(
        agent=agent, request_type=request_type, tool__in=tools
    )
    return {row.tool: row for row in rows}


def _known(row: Preference, fares: Capability | None) -> KnownPreference:
    return KnownPreference(
        kind=row.kind,
        tool=row.tool,
        pattern=row.pattern,
        runs=row.runs,
        sessions=row.sessions,
        confidence=row.confidence,
        uses=fares.uses if fares else 0,
        success_rate=(fares.success_rate if fares else None) or Decimal(0),
    )


def _surest_first(one: KnownPreference) -> tuple[Decimal, str]:
    return (-one.confidence * one.success_rate, one.tool)
