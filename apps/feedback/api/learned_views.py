"""What scores and servings come to, over HTTP: preferences, capabilities, signals."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rest_framework import generics

from apps.feedback.api.filters import CapabilityFilter, PreferenceFilter, SignalFilter
from apps.feedback.api.learned_serializers import (
    CapabilitySerializer,
    PreferenceSerializer,
    SignalSerializer,
)
from apps.feedback.models import Capability, Preference, Signal
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from config.api import KeysetPagination

if TYPE_CHECKING:
    from apps.tenants.querysets import TenantQuerySet


class ByLastSeen(KeysetPagination):
    """The last confirmed first."""

    ordering = ("-last_seen", "-id")


class ByChange(KeysetPagination):
    """The last changed first."""

    ordering = ("-updated_at", "-id")


class PreferenceListView(generics.ListAPIView[Preference]):
    """List the tools that agents do well with and the patterns to avoid."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Preference.objects.none()
    serializer_class = PreferenceSerializer
    pagination_class = ByLastSeen
    filterset_class = PreferenceFilter

    def get_queryset(self) -> TenantQuerySet[Preference]:
        rows = Preference.objects.for_tenant(principal_of(self.request).tenant)
        return rows.select_related("agent")


class CapabilityListView(generics.ListAPIView[Capability]):
    """List how each tool fares, by agent and kind of request."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Capability.objects.none()
    serializer_class = CapabilitySerializer
    pagination_class = ByChange
    filterset_class = CapabilityFilter

    def get_queryset(self) -> TenantQuerySet[Capability]:
        rows = Capability.objects.for_tenant(principal_of(self.request).tenant)
        return rows.select_related("agent")


class SignalListView(generics.ListAPIView[Signal]):
    """List the feedback on skills, pipelines and experiences, newest first; `?target=` of one."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Signal.objects.none()
    serializer_class = SignalSerializer
    filterset_class = SignalFilter

    def get_queryset(self) -> TenantQuerySet[Signal]:
        return Signal.objects.for_tenant(principal_of(self.request).tenant)
