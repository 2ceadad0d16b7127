"""Webhooks: the addresses a tenant wants told, and every message that is or was on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from apps.tenants.models import TenantOwned
from apps.tenants.querysets import TenantQuerySet
from apps.webhooks.querysets import DeliveryQuerySet

if TYPE_CHECKING:
    from datetime import datetime


class Webhook(TenantOwned):
    """An address that events are sent to; no `events`: all. Its signing secrets are sealed."""

    name = models.CharField(max_length=64)
    url = models.URLField(max_length=2000)
    events = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    secret = models.BinaryField()
    old_secret = models.BinaryField(default=b"")
    old_secret_until = models.DateTimeField(null=True, blank=True)
    may_be_private = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "name"], name="webhook_one_a_name"),
            models.CheckConstraint(
                condition=models.Q(old_secret=b"") | models.Q(old_secret_until__isnull=False),
                name="webhook_old_secret_has_an_end",
            ),
        )
        indexes = (models.Index(fields=["tenant", "-created_at", "-id"], name="webhook_by_age"),)

    def __str__(self) -> str:
        return self.name

    def has_old_secret(self, now: datetime) -> bool:
        """Tell whether the secret before the last rotation still signs."""
        return self.old_secret_until is not None and self.old_secret_until > now


class DeliveryState(models.TextChoices):
    """Where a delivery stands; the last two are final until a person sends it again."""

    WAITING = "waiting"
    SENDING = "sending"
    DELIVERED = "delivered"
    DEAD = "dead"


FINISHED = (DeliveryState.DELIVERED, DeliveryState.DEAD)


class WebhookDelivery(TenantOwned):
    """One event for one webhook; its id is the message's, the same on every try."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=64)
    key = models.CharField(max_length=200)
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=9, choices=DeliveryState, default=DeliveryState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(default=timezone.now)
    claim = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
    last_status = models.PositiveSmallIntegerField(null=True)
    detail = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "webhook deliveries"
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "webhook", "key"], name="webhookdelivery_once_a_key"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=DeliveryState.values),
                name="webhookdelivery_state_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=FINISHED, finished_at__isnull=False)
                | models.Q(finished_at__isnull=True) & ~models.Q(state__in=FINISHED),
                name="webhookdelivery_finished_has_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    state=DeliveryState.SENDING, claim__isnull=False, claimed_until__isnull=False
                )
                | models.Q(claim__isnull=True, claimed_until__isnull=True)
                & ~models.Q(state=DeliveryState.SENDING),
                name="webhookdelivery_claimed_while_sent",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "webhook", "-created_at", "-id"],
                name="webhookdelivery_of_webhook",
            ),
            models.Index(
                fields=["tenant", "webhook", "state", "-created_at", "-id"],
                name="webhookdelivery_of_state",
            ),
            models.Index(fields=["tenant", "-created_at", "-id"], name="webhookdelivery_by_age"),
            models.Index(
                fields=["tenant", "not_before"],
                name="webhookdelivery_waiting",
                condition=models.Q(state=DeliveryState.WAITING),
            ),
            models.Index(
                fields=["tenant", "claimed_until"],
                name="webhookdelivery_sending",
                condition=models.Q(state=DeliveryState.SENDING),
            ),
            models.Index(
                fields=["tenant", "finished_at"],
                name="webhookdelivery_finished",
                condition=models.Q(finished_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.event
