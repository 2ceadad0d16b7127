"""Filters of the admin's lists that never look past the tenant's own rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.admin import SimpleListFilter
from django.utils.translation import gettext_lazy as _

from apps.tenants.models import Agent
from apps.tenants.tenant_admin import principal_of

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin
    from django.db.models import QuerySet
    from django.http import HttpRequest
    from django_stubs_ext import StrOrPromise

    from apps.tenants.admin_columns import Words

MOST_CHOICES = 200


class KnownFilter(SimpleListFilter):
    """Keeps the rows whose field has the chosen value; an unknown value keeps all."""

    field = ""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        known = {str(value) for value, _label in self.lookup_choices}
        return queryset.filter(**{self.field: chosen}) if chosen in known else queryset


def word_filter(title: StrOrPromise, field: str, words: Words) -> type[KnownFilter]:
    """Make a filter by a field with few values, each shown by its word."""
    made = {
        "title": title,
        "parameter_name": field,
        "field": field,
        "lookups": lambda *_: list(words.items()),
    }
    return type(f"{field.title()}Filter", (KnownFilter,), made)


class AgentFilter(KnownFilter):
    """Rows of one of the tenant's agents."""

    title = _("agent")
    parameter_name = "agent"
    field = "agent_id"

    def lookups(
        self, request: HttpRequest, model_admin: ModelAdmin[Any]
    ) -> list[tuple[str, StrOrPromise]]:
        rows = Agent.objects.for_tenant(principal_of(request).tenant).order_by("name")
        return [(str(row.pk), row.name) for row in rows[:MOST_CHOICES]]
