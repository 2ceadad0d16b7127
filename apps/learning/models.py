"""Reflections: what a period looked like, stored as it was seen."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from apps.learning import rollup_models  # noqa: F401 - read with the app's other tables
from apps.tenants.models import TenantOwned
from apps.tenants.querysets import TenantQuerySet


class Reflection(TenantOwned):
    """One report over the trajectories of a period; `report` is what page and JSON render."""

    since = models.DateTimeField(null=True)
    until = models.DateTimeField()
    trigger = models.CharField(max_length=16, default="manual")
    report = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=["tenant", "-created_at", "-id"], name="reflection_by_age"),)

    def __str__(self) -> str:
        return f"Reflection of {self.until:%Y-%m-%d}"
