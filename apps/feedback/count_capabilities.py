"""Add up how each tool fares: what a run counted for before is taken off first."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction

from apps.feedback.models import Capability

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from apps.feedback.domain.propagation import ChainFacts
    from apps.tenants.models import Tenant

_Key = tuple["uuid.UUID", str, str]


@dataclass(frozen=True, slots=True)
class Counted:
    """A run as it counts towards the capabilities of its tools."""

    agent_id: uuid.UUID
    request_type: str
    score: Decimal
    facts: ChainFacts


@dataclass(slots=True)
class _Change:
    uses: int = 0
    successes: int = 0
    errors: int = 0
    runs: int = 0
    score_sum: Decimal = Decimal(0)


@transaction.atomic
def count_capabilities(
    tenant: Tenant, before: Sequence[Counted], after: Sequence[Counted], *, now: datetime
) -> None:
    """Change capabilities by what runs count for now, less what they counted for before."""
    changes: dict[_Key, _Change] = defaultdict(_Change)
    _collect(changes, before, -1)
    _collect(changes, after, 1)
    rows = _lock_capabilities(tenant, changes, now)
    for key, change in changes.items():
        row = rows[key]
        row.uses += change.uses
        row.successes += change.successes
        row.errors += change.errors
        row.runs += change.runs
        row.score_sum += change.score_sum
        row.updated_at = now
    left = [row for row in rows.values() if row.runs > 0]
    fields = ["uses", "successes", "errors", "runs", "score_sum", "updated_at"]
    Capability.objects.bulk_update(left, fields)
    gone = [row.pk for row in rows.values() if row.runs <= 0]
    Capability.objects.for_tenant(tenant).filter(pk__in=gone).delete()


def _collect(changes: dict[_Key, _Change], runs: Iterable[Counted], sign: int) -> None:
    for run in runs:
        for one in run.facts.tools:
            change = changes[(run.agent_id, run.request_type, one.tool)]
            change.uses += sign * one.uses
            change.successes += sign * one.successes
            change.errors += sign * one.errors
            change.runs += sign
            change.score_sum += sign * run.score


def _lock_capabilities(
    tenant: Tenant, keys: Iterable[_Key], now: datetime
) -> dict[_Key, Capability]:
    """Find or make the capabilities and lock them, in the order of their keys."""
    ordered = sorted(keys)
    if not ordered:
        return {}
    made = [
        Capability(tenant=tenant, agent_id=agent, request_type=kind, tool=tool, updated_at=now)
        for agent, kind, tool in ordered
    ]
    Capability.objects.bulk_create(
        made,
        update_conflicts=True,
        unique_fields=["tenant", "agent", "request_type", "tool"],
        update_fields=["updated_at"],
    )
    agents, kinds, tools = map(set, zip(*ordered, strict=True))
    near = Capability.objects.for_tenant(tenant).filter(
        agent__in=agents, request_type__in=kinds, tool__in=tools
    )
    found = {(row.agent_id, row.request_type, row.tool): row for row in near}
    return {key: found[key] for key in ordered}
