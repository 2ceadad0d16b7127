"""What was understood: one way a schedule can be meant, and the verdict on a whole sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


class Kind(StrEnum):
    """The ways in which a schedule recurs, or does not."""

    CRON = "cron"
    RRULE = "rrule"
    INTERVAL = "interval"
    ONCE = "once"


class Verdict(StrEnum):
    """What came of a sentence."""

    EXACT = "exact"
    AMBIGUOUS = "ambiguous"
    UNCLEAR = "unclear"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Spec:
    """When something happens, on the wall clock of `timezone`.

    `cron` are five-field expressions that hold side by side; `rrule` is one line of RFC 5545
    without DTSTART, anchored at `starts_at`; `every` is an ISO 8601 duration of elapsed time;
    `at` is a moment. All moments are without a zone. Where `time_missing`, only the days are known;
    where `skips_holidays`, nothing fires on the holidays of the tenant's calendar.
    """

    kind: Kind
    cron: tuple[str, ...] = ()
    rrule: str = ""
    every: str = ""
    at: datetime | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    max_runs: int | None = None
    timezone: str = ""
    time_missing: bool = False
    skips_holidays: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a sentence, with what was assumed for it."""

    spec: Spec
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of the text that was understood, and as what."""

    start: int
    end: int
    role: str


@dataclass(frozen=True, slots=True)
class Understanding:
    """The verdict on a sentence: its readings, likeliest first, or why there is none."""

    verdict: Verdict
    readings: tuple[Reading, ...] = ()
    task: str = ""
    reason: str = ""
    spans: tuple[Span, ...] = field(default=())
