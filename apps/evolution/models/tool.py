"""Tools: the actions a tenant registered for pipelines, as HTTP endpoints with a JSON schema."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from apps.tenants.models import TenantOwned
from apps.tenants.querysets import TenantQuerySet


class Method(models.TextChoices):
    """How a tool is called."""

    GET = "GET"
    POST = "POST"
    PUT = "PUT"
    PATCH = "PATCH"
    DELETE = "DELETE"


class Repeat(models.TextChoices):
    """What a second call with the same arguments does, after the first one's answer was lost.

    `key`: nothing, since the tool knows the idempotency key; `safe`: no harm; `never`: what a
    person must decide.
    """

    KEY = "key"
    SAFE = "safe"
    NEVER = "never"


class Tool(TenantOwned):
    """An HTTP endpoint with the schema of what it takes; `secrets` are its headers, sealed."""

    name = models.CharField(max_length=64)
    description = models.CharField(max_length=1024, blank=True)
    url = models.URLField(max_length=2000)
    method = models.CharField(max_length=6, choices=Method, default=Method.POST)
    input_schema = models.JSONField(default=dict)
    output_schema = models.JSONField(null=True, blank=True)
    headers = models.JSONField(default=dict, blank=True)
    secrets = models.BinaryField(default=b"")
    timeout_s = models.PositiveSmallIntegerField(default=30)
    repeat = models.CharField(max_length=5, choices=Repeat, default=Repeat.KEY)
    may_be_private = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "name"], name="tool_one_a_name"),
            models.CheckConstraint(
                condition=models.Q(timeout_s__gte=1, timeout_s__lte=300),
                name="tool_timeout_up_to_five_minutes",
            ),
            models.CheckConstraint(
                condition=models.Q(method__in=Method.values), name="tool_method_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(repeat__in=Repeat.values), name="tool_repeat_is_known"
            ),
        )
        indexes = (models.Index(fields=["tenant", "-created_at", "-id"], name="tool_by_age"),)

    def __str__(self) -> str:
        return self.name
