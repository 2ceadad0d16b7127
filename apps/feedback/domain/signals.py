"""Read from what happened after a serving how good the served thing was: signals on it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING

from apps.feedback.domain.served import FollowingRun, ServedItem, runs_of
from apps.trajectories.domain.injected import strip_injected

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from apps.feedback.domain.served import TargetKind
    from apps.feedback.domain.signal_weights import Polarity, SignalKind

NOTABLE = Decimal("0.05")
LEAST_UNSERVED = 3
MOST_QUOTE_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class SignalDraft:
    """A signal that is not stored yet; `source_key` is what said it, once a target and kind."""

    target_kind: TargetKind
    target_id: uuid.UUID
    kind: SignalKind
    polarity: Polarity
    session_id: str
    source_key: str
    created_at: datetime
    trajectory_id: uuid.UUID | None = None
    end_user_id: uuid.UUID | None = None
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Unserved:
    """How runs like a served one went without the item: their mean score, and how many."""

    mean: Decimal
    runs: int


def read_signals(
    items: Sequence[ServedItem],
    runs: Sequence[FollowingRun],
    unserved: Mapping[uuid.UUID, Unserved],
) -> list[SignalDraft]:
    """Draw the signals of served items from the runs of their sessions, each session's in order.

    `unserved` gives by a run's id what runs like it came to without the item, where known.
    """
    sessions = {
        session: list(its) for session, its in groupby(runs, key=lambda run: run.session_id)
    }
    return [
        signal
        for item in items
        for signal in _of_item(item, sessions.get(item.session_id, []), unserved)
    ]


def _of_item(
    item: ServedItem, runs: list[FollowingRun], unserved: Mapping[uuid.UUID, Unserved]
) -> Iterator[SignalDraft]:
    next_of = dict(zip((run.id for run in runs), runs[1:], strict=False))
    used_before = item.followed is False  # what was called by chance alike is no use of it
    for run, used in runs_of(item, runs):
        following = next_of.get(run.id)
        if used and not used_before:
            used_before = True
            yield _draft(item, run, "usage", "positive", source=item.session_id)
        yield from _explicit(item, run, following)
        yield from _implicit(item, run, following)
        yield from _completion(item, run)
        yield from _comparison(item, run, unserved.get(run.id))


def _explicit(
    item: ServedItem, run: FollowingRun, following: FollowingRun | None
) -> Iterator[SignalDraft]:
    """What the person said of the result, in the next message or as a judgement of the run."""
    negative = run.corrected or run.satisfaction == "negative"
    if not negative and run.satisfaction != "positive":
        return
    polarity: Polarity = "negative" if negative else "positive"
    if run.judged_directly or following is None:
        yield _draft(item, run, "explicit", polarity, source=str(run.id))
    elif following.by_person:
        quote = strip_injected(following.request)[:MOST_QUOTE_CHARACTERS]
        yield _draft(item, run, "explicit", polarity, source=str(following.id), quote=quote)


def _implicit(
    item: ServedItem, run: FollowingRun, following: FollowingRun | None
) -> Iterator[SignalDraft]:
    """Who asks the same again, and did not say that it was good, was not served well."""
    again = following is not None and following.by_person and following.asks_again
    if following and again and run.satisfaction != "positive":
        yield _draft(item, run, "implicit", "negative", source=str(following.id))


def _completion(item: ServedItem, run: FollowingRun) -> Iterator[SignalDraft]:
    """Say how the run ended; said again, in other words, when that is judged anew."""
    if not run.outcome:
        return
    displeased = run.corrected or run.satisfaction == "negative"
    polarity: Polarity = "neutral"
    if run.outcome == "failed" or displeased:
        polarity = "negative"
    elif run.outcome == "success":
        polarity = "positive"
    yield _draft(item, run, "completion", polarity, source=str(run.id))


def _comparison(
    item: ServedItem, run: FollowingRun, without: Unserved | None
) -> Iterator[SignalDraft]:
    """Set a served run's score beside the mean of runs like it that went without."""
    if run.score is None or without is None or without.runs < LEAST_UNSERVED:
        return
    gain = run.score - without.mean
    polarity: Polarity = "neutral"
    if abs(gain) > NOTABLE:
        polarity = "positive" if gain > 0 else "negative"
    yield _draft(item, run, "comparison", polarity, source=str(run.id))


def _draft(
    item: ServedItem,
    run: FollowingRun,
    kind: SignalKind,
    polarity: Polarity,
    *,
    source: str,
    quote: str = "",
) -> SignalDraft:
    return SignalDraft(
        target_kind=item.target_kind,
        target_id=item.target_id,
        kind=kind,
        polarity=polarity,
        session_id=item.session_id,
        source_key=source,
        created_at=run.started_at,
        trajectory_id=run.id,
        end_user_id=run.end_user_id,
        quote=quote,
    )
