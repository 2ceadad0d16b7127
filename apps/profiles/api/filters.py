"""The filters of the list of memories: by whose they are, by kind and by state."""

import django_filters as filters

from apps.profiles.models import Memory


class MemoryFilter(filters.FilterSet):  # type: ignore[misc]  # the library has no types
    """`?user_id=&agent=&kind=&status=&language=`."""

    user_id = filters.CharFilter("end_user__external_id")
    agent = filters.CharFilter("agent__name")

    class Meta:
        model = Memory
        fields = ("kind", "status", "language")
