"""Questions about many sessions, trajectories and steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.contrib.postgres.search import SearchQuery
from django.db.models import Exists, OuterRef

from apps.language.tokens import search_tokens
from apps.tenants.querysets import Row_co, TenantQuerySet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from decimal import Decimal

    from apps.trajectories.models import Trajectory


class ExactWords(SearchQuery):
    """A query whose words are taken as they are, as `search` stores them: no parser in between."""

    template = "(%(expressions)s)::tsquery"

    def __init__(self, words: list[str]) -> None:
        super().__init__(" & ".join(f"'{word}'" for word in words))


class SessionQuerySet(TenantQuerySet[Row_co]):
    """Sessions by where they are in the loop."""

    def idle_since(self, moment: datetime) -> Self:
        """Open sessions that nothing arrived for since then."""
        return self.filter(status="open", received_at__lt=moment)

    def to_learn(self) -> Self:
        """Ended sessions with all runs scored and all requests read, the longest waiting first."""
        ready = self.filter(status="ended").exclude(trajectories__scored_at=None)
        return ready.exclude(trajectories__request_read_at=None).order_by("ended_at")


class TrajectoryQuerySet(TenantQuerySet[Row_co]):
    """Trajectories by what is still to be known about them."""

    def closed_between(self, since: datetime | None, until: datetime) -> Self:
        """Those that ended in a period, by our clock."""
        ended = self.filter(closed_at__lt=until)
        return ended.filter(closed_at__gte=since) if since else ended

    def to_score(self) -> Self:
        """Closed ones without any score yet."""
        return self.filter(scored_at=None, completed_at__isnull=False).order_by("completed_at")

    def with_unread_request(self) -> Self:
        """Those whose opening message can be read as feedback: what came before is scored."""
        unscored = self.model._default_manager.filter(
            session=OuterRef("session"), started_at__lt=OuterRef("started_at"), scored_at=None
        )
        return self.filter(~Exists(unscored), request_read_at=None).order_by("started_at")

    def with_words(self, text: str) -> Self:
        """Those whose request or reply holds every word of a text; no word finds nothing."""
        words = sorted(set(search_tokens(text)))
        if not words:
            return self.none()
        return self.filter(search=ExactWords(words))

    def teachable(self, *, least_score: Decimal) -> Self:
        """Good runs of people in which something was done and no skill was drawn from yet."""
        return self.by_people().filter(
            synthesized_skill="", tool_count__gte=1, score__gte=least_score, outcome="success"
        )

    def without_search(self) -> Self:
        """Without the columns that only searching in the database needs."""
        return self.defer("search", "intent_vector")

    def by_people(self) -> Self:
        """Those that a person asked for, not an agent or a program."""
        return self.filter(author="person")


class StepQuerySet(TenantQuerySet[Row_co]):
    """Steps, always found through their trajectory's opening, which names the partition."""

    def of_trajectory(self, trajectory: Trajectory) -> Self:
        """All steps of one trajectory in the order they happened."""
        return self.of_trajectories([trajectory])

    def of_trajectories(self, trajectories: Sequence[Trajectory]) -> Self:
        """All steps of some trajectories of one tenant, each in the order they happened."""
        return self.filter(
            tenant_id=trajectories[0].tenant_id,
            trajectory_opened_at__in={one.opened_at for one in trajectories},
            trajectory_id__in=[one.pk for one in trajectories],
        ).order_by("trajectory_id", "timestamp", "sequence")

    def tool_calls(self) -> Self:
        """The executions of tools."""
        return self.filter(type="tool_execution")


class ReceiptQuerySet(TenantQuerySet[Row_co]):
    """Receipts of events."""
