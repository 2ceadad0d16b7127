"""Questions about deliveries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db.models import Q

from apps.tenants.querysets import Row_co, TenantQuerySet

if TYPE_CHECKING:
    from datetime import datetime


class DeliveryQuerySet(TenantQuerySet[Row_co]):
    """Deliveries of one tenant, once `for_tenant` was called."""

    def due(self, now: datetime) -> Self:
        """Keep what is to be sent now: its time has come, or whoever sent it is gone."""
        comes = Q(state="waiting", not_before__lte=now)
        return self.filter(comes | Q(state="sending", claimed_until__lt=now))

    def under_way(self, now: datetime) -> Self:
        """Keep what somebody is sending right now."""
        return self.filter(state="sending", claimed_until__gte=now)
