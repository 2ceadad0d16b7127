"""The filters of the lists of preferences, capabilities and signals."""

from __future__ import annotations

import django_filters as filters

from apps.feedback.models import Capability, Preference, Signal


class PreferenceFilter(filters.FilterSet):  # type: ignore[misc]  # the library has no types
    """`?agent=&request_type=&kind=&tool=`."""

    agent = filters.CharFilter("agent__name")

    class Meta:
        model = Preference
        fields = ("request_type", "kind", "tool")


class CapabilityFilter(filters.FilterSet):  # type: ignore[misc]  # likewise
    """`?agent=&request_type=&tool=`."""

    agent = filters.CharFilter("agent__name")

    class Meta:
        model = Capability
        fields = ("request_type", "tool")


class SignalFilter(filters.FilterSet):  # type: ignore[misc]  # likewise
    """`?target=&target_kind=&kind=&polarity=&session_id=`; `target` is the id of the thing."""

    target = filters.UUIDFilter("target_id")

    class Meta:
        model = Signal
        fields = ("target_kind", "kind", "polarity", "session_id")
