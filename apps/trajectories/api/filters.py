"""The filters of the lists: by who, when, how it went, with what, and by words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import django_filters as filters
from django_filters.fields import IsoDateTimeField

from apps.trajectories.models import Session, Trajectory
from apps.trajectories.schemas import clamp_moment

if TYPE_CHECKING:
    from datetime import datetime

    from apps.trajectories.querysets import TrajectoryQuerySet


class MomentField(IsoDateTimeField):  # type: ignore[misc]  # the library has no types
    """A time as events have it: within 2000–2100."""

    def clean(self, value: str) -> datetime | None:
        moment = super().clean(value)
        return clamp_moment(moment) if moment else None


class MomentFilter(filters.IsoDateTimeFilter):  # type: ignore[misc]  # likewise
    """Since or until a time."""

    field_class = MomentField


class TrajectoryFilter(filters.FilterSet):  # type: ignore[misc]  # likewise
    """`?agent=&user_id=&session_id=&since=&until=&min_score=&max_score=&outcome=&tool=&tag=&q=`."""

    agent = filters.CharFilter("agent__name")
    user_id = filters.CharFilter("end_user__external_id")
    session_id = filters.CharFilter("session__external_id")
    since = MomentFilter("started_at", lookup_expr="gte")
    until = MomentFilter("started_at", lookup_expr="lt")
    min_score = filters.NumberFilter("score", lookup_expr="gte")
    max_score = filters.NumberFilter("score", lookup_expr="lte")
    tool = filters.CharFilter(method="with_tool")
    tag = filters.CharFilter(method="with_tag")
    q = filters.CharFilter(method="with_words")

    class Meta:
        model = Trajectory
        fields = ("outcome", "complexity", "status", "score_source", "satisfaction", "source")

    def with_tool(
        self, rows: TrajectoryQuerySet[Trajectory], _: str, value: str
    ) -> TrajectoryQuerySet[Trajectory]:
        return rows.filter(tools__contains=[value])

    def with_tag(
        self, rows: TrajectoryQuerySet[Trajectory], _: str, value: str
    ) -> TrajectoryQuerySet[Trajectory]:
        return rows.filter(tags__contains=[value])

    def with_words(
        self, rows: TrajectoryQuerySet[Trajectory], _: str, value: str
    ) -> TrajectoryQuerySet[Trajectory]:
        return rows.with_words(value)


class SessionFilter(filters.FilterSet):  # type: ignore[misc]  # likewise
    """`?agent=&user_id=&status=&since=&until=`."""

    agent = filters.CharFilter("agent__name")
    user_id = filters.CharFilter("end_user__external_id")
    since = MomentFilter("started_at", lookup_expr="gte")
    until = MomentFilter("started_at", lookup_expr="lt")

    class Meta:
        model = Session
        fields = ("status", "source")
