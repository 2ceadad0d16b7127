"""Questions about many schedules and firings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db.models import Exists, OuterRef, Q

from apps.tenants.querysets import Row_co, TenantQuerySet

if TYPE_CHECKING:
    from datetime import datetime


class ScheduleQuerySet(TenantQuerySet[Row_co]):
    """Schedules by state."""

    def active(self) -> Self:
        """Those that fire."""
        return self.filter(status="active")

    def due(self, now: datetime) -> Self:
        """Those whose time has come, the longest due first."""
        return self.active().filter(next_run_at__lte=now).order_by("next_run_at")


class ScheduleRunQuerySet(TenantQuerySet[Row_co]):
    """Firings by state."""

    def under_way(self) -> Self:
        """Those that are not over."""
        return self.filter(state__in=("due", "queued", "running"))

    def resting(self, now: datetime) -> Self:
        """Those that failed and wait to be tried again."""
        return self.filter(state="due", attempts__gt=0, not_before__gt=now)

    def ready(self, now: datetime) -> Self:
        """Those that may be carried out."""
        waited = Q(not_before=None) | Q(not_before__lte=now)
        return self.filter(waited, state="due")

    def unheard(self, now: datetime) -> Self:
        """Those that wait though they were announced, the longest first."""
        return self.filter(state="due", announce_at__lte=now).order_by("announce_at")

    def lost(self, now: datetime) -> Self:
        """Those whose claim ran out before anything came of them."""
        return self.filter(state="running", claimed_until__lt=now).order_by("claimed_until")

    def stranded(self) -> Self:
        """Those that wait for a firing before them, though none is under way."""
        ahead = self.model._default_manager.filter(
            tenant=OuterRef("tenant"), schedule=OuterRef("schedule"), state__in=("due", "running")
        )
        return self.filter(~Exists(ahead), state="queued")
