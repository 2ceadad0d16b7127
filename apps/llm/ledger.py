"""Open and settle the row that every call of a model leaves, and keep a tenant in its budget.

Both run in transactions of their own, so that what was spent stays written when the caller's work
is rolled back, and counts for the other workers at once. A caller that holds a transaction is
refused: it would keep its locks for as long as a model takes to answer.
"""

from __future__ import annotations

from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from apps.llm.models import CallOutcome, ModelCall
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator

    from apps.llm.server import ModelServer, Price
    from apps.tenants.models import Tenant

MOST_ERROR_CHARACTERS = 200
_MILLION = Decimal(1_000_000)


def open_call(
    tenant: Tenant, *, server: ModelServer, purpose: str, subject_id: uuid.UUID | None
) -> ModelCall | None:
    """Write the row of a call that begins; None over budget, or when this was asked before.

    The budget is what the day's rows (UTC) add up to: calls that run at the same time may exceed
    it, each by itself.
    """
    now = timezone.now()
    with _own_transaction(tenant):
        mine = ModelCall.objects.for_tenant(tenant)
        today = mine.since(now.replace(hour=0, minute=0, second=0, microsecond=0))
        if subject_id and mine.about(purpose, subject_id).exists():
            return None
        call = ModelCall(
            tenant=tenant,
            purpose=purpose,
            subject_id=subject_id,
            model=server.model,
            created_at=now,
        )
        if today.tokens_spent() < server.daily_tokens:
            return _insert(call)
        noted = today.filter(purpose=purpose, outcome=CallOutcome.OVER_BUDGET)
        if not noted.exists():
            call.subject_id, call.outcome = None, CallOutcome.OVER_BUDGET
            call.save(force_insert=True)
        return None


def settle_call(call: ModelCall, tenant: Tenant, *, price: Price | None) -> None:
    """Write how a call ended and what it cost."""
    call.error = call.error[:MOST_ERROR_CHARACTERS]
    if price is not None:
        spent = call.input_tokens * price.input + call.output_tokens * price.output
        call.cost = (spent / _MILLION).quantize(Decimal("0.000001"))
    with _own_transaction(tenant):
        call.save(force_update=True)


def _insert(call: ModelCall) -> ModelCall | None:
    """Insert a row unless another worker has asked the same meanwhile."""
    ModelCall.objects.bulk_create([call], ignore_conflicts=True)
    mine = ModelCall.objects.for_tenant(call.tenant).filter(pk=call.pk)
    return call if mine.exists() else None


@contextmanager
def _own_transaction(tenant: Tenant) -> Iterator[None]:
    with transaction.atomic(durable=True), tenant_context(tenant.pk):
        yield
