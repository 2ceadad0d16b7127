"""Remove one memory at a person's word; what is left only keeps it from being learned again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.profiles.learning_allowed import lock_profile
from apps.profiles.models import Memory, MemoryStatus
from apps.profiles.settle_memory import free_rivals
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from datetime import datetime


@transaction.atomic
def forget_memory(memory: Memory, *, by: str, now: datetime) -> None:
    """Erase a memory's words, quotes and vector; only what is said after this brings it back."""
    lock_profile(memory.tenant, memory.end_user)
    row = Memory.objects.for_tenant(memory.tenant).kept().filter(pk=memory.pk).first()
    if row is None:
        return
    free_rivals(row)
    row.evidence.all().delete()
    row.status, row.superseded_by, row.conflicts_with = MemoryStatus.ERASED, None, None
    row.text, row.subject, row.words, row.embedding = "", "", [], None
    row.last_confirmed_at = now
    row.save()
    record_audit(row.tenant, actor=by, action="forget_memory", target=row)
