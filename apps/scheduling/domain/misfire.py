"""What becomes of the times of a schedule that have come, and of those that were missed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple

from apps.scheduling.domain.recurrence import next_run

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date, datetime

    from apps.scheduling.domain.spec import Spec

Policy = Literal["once", "skip", "all"]

MOST_LISTED = 1000  # of a longer stretch the earliest times are left out
MOST_CAUGHT_UP = 100
LEAST_GRACE, MOST_GRACE = timedelta(minutes=2), timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class Terms:
    """How a schedule copes with what was missed; `left` is how many times it may fire yet."""

    policy: Policy = "once"
    grace: timedelta | None = None
    left: int | None = None


class Firings(NamedTuple):
    """Which times fire now, which were missed, and when the next one comes.

    `is_cut` says that more were missed before those.
    """

    fire: list[datetime]
    missed: list[datetime]
    next_run_at: datetime | None
    is_cut: bool = False


def plan_firings(
    spec: Spec,
    due: datetime,
    now: datetime,
    *,
    terms: Terms,
    holidays: Collection[date] = frozenset(),
) -> Firings:
    """Sort the times from `due` until `now`, both included.

    `once` fires the last of them alone, `skip` that one unless it is late, `all` every one, the
    last hundred at most. Where a grace is given, nothing later than it fires whatever the policy;
    where none is, `skip` calls late what is past half of the time to the next firing, two minutes
    at least and two hours at most.
    """
    times, following, is_cut = _times_until(spec, due, now, holidays)
    fire = _chosen(times, following, now, terms)
    if terms.left is not None and len(fire) >= terms.left:
        fire = fire[: terms.left]
        last = fire[-1] if fire else due - timedelta(seconds=1)
        times = [time for time in times if time <= last]
        following = None
    chosen = set(fire)
    return Firings(fire, [time for time in times if time not in chosen], following, is_cut)


def default_grace(last: datetime, following: datetime | None) -> timedelta:
    """Half of the time to the next firing, within bounds."""
    if following is None:
        return MOST_GRACE
    return min(max((following - last) / 2, LEAST_GRACE), MOST_GRACE)


def _times_until(
    spec: Spec, due: datetime, now: datetime, holidays: Collection[date]
) -> tuple[list[datetime], datetime | None, bool]:
    """List the times, the last of them for certain; tell also what follows, and what is left out.

    A stretch too long to list is left by a leap to shortly before its end, again where its end is
    denser than its beginning, and back to the beginning where nothing comes in what is leapt to.
    """
    times, following = _list(spec, due, now, holidays)
    is_cut = False
    while following is not None and following <= now:
        is_cut = True
        stretch = times[-1] - times[0]
        start = max(following, now - stretch)
        at = following if start == following else next_run(spec, start, holidays)
        if at is None or at > now:
            at = following
        times, following = _list(spec, at, now, holidays)
    return times, following, is_cut


def _list(
    spec: Spec, first: datetime, now: datetime, holidays: Collection[date]
) -> tuple[list[datetime], datetime | None]:
    times = [first]
    following = next_run(spec, first, holidays)
    while following is not None and following <= now and len(times) < MOST_LISTED:
        times.append(following)
        following = next_run(spec, following, holidays)
    return times, following


def _chosen(
    times: list[datetime], following: datetime | None, now: datetime, terms: Terms
) -> list[datetime]:
    last, grace = times[-1], terms.grace
    if terms.policy == "skip" and grace is None:
        grace = default_grace(last, following)
    kept = times[-MOST_CAUGHT_UP:] if terms.policy == "all" else [last]
    return kept if grace is None else [time for time in kept if now - time <= grace]
