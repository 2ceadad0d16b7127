"""Questions about the ledger: what a tenant has spent, what was asked already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import F, Sum

from apps.tenants.querysets import Row_co, TenantQuerySet

if TYPE_CHECKING:
    import uuid
    from datetime import datetime


class ModelCallQuerySet(TenantQuerySet[Row_co]):
    """Calls of models."""

    def since(self, moment: datetime) -> Self:
        """Keep the calls begun at this moment or later."""
        return self.filter(created_at__gte=moment)

    def about(self, purpose: str, subject_id: uuid.UUID) -> Self:
        """Keep the call that was made about one thing for one purpose."""
        return self.filter(purpose=purpose, subject_id=subject_id)

    def tokens_spent(self) -> int:
        """Add up the tokens of these calls, read and written."""
        total = self.aggregate(
            tokens=Sum(
                F("input_tokens") + F("output_tokens"), output_field=models.BigIntegerField()
            )
        )
        return total["tokens"] or 0
