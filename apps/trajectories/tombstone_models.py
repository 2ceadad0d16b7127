"""Tombstones: what is left of a person or a session that was erased, so that it stays so."""

from __future__ import annotations

from django.db import models

from apps.tenants.models import TenantOwned
from apps.tenants.querysets import TenantQuerySet


class TombstoneKind(models.TextChoices):
    """What was erased."""

    PERSON = "person"
    SESSION = "session"


class Tombstone(TenantOwned):
    """That somebody or something was erased, and when; nothing of it can be read from here.

    `key_digest` is a keyed digest of the id that agents used, `receipt` holds counts alone.
    """

    kind = models.CharField(max_length=7, choices=TombstoneKind)
    key_digest = models.UUIDField()
    erased_at = models.DateTimeField()
    receipt = models.JSONField(default=dict)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "key_digest"], name="tombstone_one_a_key"),
            models.CheckConstraint(
                condition=models.Q(kind__in=TombstoneKind.values), name="tombstone_kind_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} erased on {self.erased_at:%Y-%m-%d}"
