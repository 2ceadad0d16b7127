"""Questions about many skills and proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db.models import Q
from pgvector.django import CosineDistance

from apps.evolution.domain.review_states import CLAIM_LASTS, OPEN_STATES
from apps.tenants.querysets import Row_co, TenantQuerySet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime


_OF_SERVING = ("tenant_id", "session_id", "skill_id", "experience_id", "withheld", "served_at")


class SkillQuerySet(TenantQuerySet[Row_co]):
    """Skills by state and meaning."""

    def active(self) -> Self:
        """Those that are served."""
        return self.filter(status="active", current__isnull=False)

    def in_channel(self, channel: str) -> Self:
        """Those that readers of a channel pull as files, with what they then get."""
        rows = self.filter(status="active")
        if channel == "beta":
            has_text = Q(current__isnull=False) | Q(beta__isnull=False)
            return rows.filter(has_text).select_related("current", "beta")
        return rows.filter(current__isnull=False).select_related("current")

    def living(self) -> Self:
        """Those that are served, and those that a match would bring back."""
        return self.filter(status__in=("active", "stale"), current__isnull=False)

    def of_team(self) -> Self:
        """Those that are for all: neither one person's nor one session's."""
        return self.filter(owner=None, session_id="")

    def for_reader(self, user_id: str, session_id: str) -> Self:
        """Those of the team, of the person with this id, and of this session."""
        allowed = Q(owner=None, session_id="")
        if user_id:
            allowed |= Q(owner__external_id=user_id)
        if session_id:
            allowed |= Q(owner=None, session_id=session_id)
        return self.filter(allowed)

    def left_to_time(self) -> Self:
        """Those that age: the team's learned ones that nobody has pinned."""
        return self.of_team().filter(layer="learned", pinned=False, current__isnull=False)

    def nearest(self, vector: Sequence[float], embedder_id: str) -> Self:
        """All, nearest in meaning first, with `distance` (0–2)."""
        rows = self.filter(embedder_id=embedder_id)
        return rows.annotate(distance=CosineDistance("embedding", vector)).order_by("distance")

    def without_vectors(self) -> Self:
        """Without the columns that only ranking in the database needs."""
        return self.defer("embedding")


class ProposalQuerySet(TenantQuerySet[Row_co]):
    """Proposals by state."""

    def pending(self) -> Self:
        """Those that wait for a decision, the oldest first."""
        return self.filter(status="pending").order_by("created_at")

    def open(self) -> Self:
        """Those that are not decided: waiting, sent back, or set aside."""
        return self.filter(status__in=OPEN_STATES)

    def revising(self) -> Self:
        """Those that were sent back and wait for the engine, the oldest first."""
        return self.filter(status="revising").order_by("decided_at")

    def claimed_by(self, email: str, now: datetime) -> Self:
        """Those that a reviewer has taken, or with `none` that nobody has, as of now."""
        fresh = Q(claimed_at__gt=now - CLAIM_LASTS, claimed_by__isnull=False)
        return (
            self.exclude(fresh)
            if email == "none"
            else self.filter(fresh, claimed_by__user__email__iexact=email)
        )

    def with_context(self) -> Self:
        """With all that a review shows, in a fixed number of queries."""
        return self.select_related(
            "tenant", "skill__current", "pipeline__current", "decided_by__user", "claimed_by__user"
        ).prefetch_related("evidence")


class QuestionQuerySet(TenantQuerySet[Row_co]):
    """Questions by whether they were answered."""

    def waiting(self) -> Self:
        """Those that nobody answered yet, the oldest first."""
        return self.filter(answer="").order_by("asked_at", "pk")


class ServingQuerySet(TenantQuerySet[Row_co]):
    """Servings by what was told and what was withheld."""

    def first_withheld(self) -> Self:
        """The first withheld serving of each item that was ever withheld."""
        rows = self.filter(withheld=True).order_by("skill_id", "experience_id", "served_at", "pk")
        return self.filter(pk__in=rows.distinct("skill_id", "experience_id").values("pk"))

    def with_names(self) -> Self:
        """With what their items are called, and no more of them."""
        rows = self.select_related("skill", "experience")
        return rows.only(*_OF_SERVING, "skill__name", "experience__pain_pattern")


class PipelineQuerySet(TenantQuerySet[Row_co]):
    """Pipelines by state."""

    def active(self) -> Self:
        """Those that can be run."""
        return self.filter(status="active", current__isnull=False)


class PipelineRunQuerySet(TenantQuerySet[Row_co]):
    """Runs by state."""

    def unfinished(self) -> Self:
        """Those with steps to do, the oldest first."""
        return self.filter(status="running").order_by("created_at")

    def idle(self) -> Self:
        """Those with steps to do that nobody carries out just now, the oldest first."""
        return self.unfinished().exclude(steps__status="running")
