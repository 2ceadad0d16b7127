"""Filters of the list of proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import django_filters as filters
from django.db.models import Q
from django.utils import timezone

from apps.evolution.models import Proposal

if TYPE_CHECKING:
    from apps.evolution.querysets import ProposalQuerySet

MOST_WORDS = 8


class ProposalFilter(filters.FilterSet):  # type: ignore[misc]  # the library has no types
    """`?kind=&status=&action=&trigger=&language=&claimed_by=&q=`."""

    claimed_by = filters.CharFilter(method="taken_by", help_text="An e-mail address, or `none`.")
    q = filters.CharFilter(method="with_words", help_text="Every word of it, in title or name.")

    class Meta:
        model = Proposal
        fields = ("kind", "status", "action", "trigger", "language")

    def taken_by(
        self, rows: ProposalQuerySet[Proposal], _: str, value: str
    ) -> ProposalQuerySet[Proposal]:
        return rows.claimed_by(value, timezone.now())

    def with_words(
        self, rows: ProposalQuerySet[Proposal], _: str, value: str
    ) -> ProposalQuerySet[Proposal]:
        for word in value.split()[:MOST_WORDS]:
            rows = rows.filter(Q(title__icontains=word) | Q(name__icontains=word))
        return rows
