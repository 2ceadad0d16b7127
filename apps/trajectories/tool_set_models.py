"""The sets of tools that a tenant's runs used, each once: what similar runs are found by."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.tenants.models import TenantOwned
from apps.tenants.querysets import TenantQuerySet


class ToolSet(TenantOwned):
    """A set of tools; `key` is what trajectories name it by."""

    key = models.UUIDField()
    tools = ArrayField(models.CharField(max_length=200))

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "key"], name="tool_set_once_a_key"),
        )

    def __str__(self) -> str:
        return ", ".join(self.tools)


class ToolOfSet(TenantOwned):
    """One tool of a set, looked up by the tool and the size of the set.

    A B-tree in place of an array index, which row-level security would keep from being used.
    """

    tool = models.CharField(max_length=200)
    size = models.PositiveSmallIntegerField()
    key = models.UUIDField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "tool", "size", "key"], name="tool_of_set_once"
            ),
        )
        indexes = (models.Index(fields=["tenant", "key"], name="tool_of_set_by_key"),)

    def __str__(self) -> str:
        return self.tool
