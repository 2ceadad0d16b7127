"""Filters of the list of schedules."""

from __future__ import annotations

from typing import Any

import django_filters as filters

from apps.scheduling.models import Schedule


class ScheduleFilter(filters.FilterSet):  # type: ignore[misc]  # the library has no types
    """`?status=&target=&owner=&user_id=&tag=`."""

    owner = filters.CharFilter(field_name="owner__user__email", lookup_expr="iexact")
    user_id = filters.CharFilter(field_name="end_user__external_id")
    tag = filters.CharFilter(method="tagged")

    class Meta:
        model = Schedule
        fields = ("status", "target")

    def tagged(self, rows: Any, _: str, value: str) -> Any:
        return rows.filter(tags__contains=[value])
