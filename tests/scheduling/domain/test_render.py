"""What is said of a schedule reads back as the same schedule, in both languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from apps.scheduling.domain.clock import Time
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.recurring import Bounds, end_of, recur, recur_within_days
from apps.scheduling.domain.render import describe
from apps.scheduling.domain.slots import Slots
from apps.scheduling.domain.spec import Kind, Spec
from apps.scheduling.domain.understand import understand
from apps.scheduling.domain.vocabulary import Length
from apps.scheduling.domain.which_days import FIRST_MONTHS, LAST_MONTHS, Days

if TYPE_CHECKING:
    from apps.language.tokens import Language

NOW = datetime(2026, 9, 17, 14, 20)  # noqa: DTZ001 – a wall clock
TODAY = NOW.replace(hour=0, minute=0)
SHORTEST_MONTH = 28
COMING = st.integers(1, 400).map(lambda days: TODAY + timedelta(days=days))


def some(low: int, high: int, most: int) -> st.SearchStrategy[tuple[int, ...]]:
    drawn = st.lists(st.integers(low, high), min_size=1, max_size=most, unique=True)
    return drawn.map(lambda numbers: tuple(sorted(numbers)))


MONTHS = st.one_of(st.just(()), some(1, 12, 5))
TIMES = st.lists(
    st.builds(Time, st.integers(0, 23), st.integers(0, 59)), min_size=1, max_size=5, unique=True
)
GRIDS = st.builds(
    lambda hours, minutes: [Time(hour, minute) for hour in hours for minute in minutes],
    some(0, 23, 6),
    some(0, 59, 3),
)
RANKS = st.lists(
    st.sampled_from([1, 2, 3, 4, 5, -1, -2, -3]), min_size=1, max_size=2, unique=True
).map(lambda ranks: tuple(sorted(ranks, key=lambda rank: (rank < 0, rank))))


WEEKDAYS = st.integers(0, 6)
MONTH_DAYS = st.one_of(some(1, 31, 4), st.sampled_from([(-1,), (-3,), (1, -1)]))
NTH = st.builds(lambda ranks, day: tuple((rank, day) for rank in ranks), RANKS, WEEKDAYS)
# Days that a sentence can say.
DAYS = st.one_of(
    st.builds(Days, st.just("day"), st.integers(1, 30), months=MONTHS),
    st.builds(Days, st.just("week"), st.integers(1, 4), weekdays=some(0, 6, 7), months=MONTHS),
    st.builds(Days, st.just("month"), st.integers(1, 6), month_days=MONTH_DAYS),
    st.builds(
        Days,
        st.just("year"),
        st.integers(1, 2),
        month_days=some(1, SHORTEST_MONTH, 3),
        months=some(1, 12, 3),
    ),
    st.builds(Days, st.just("month"), st.integers(1, 4), nth=NTH),
    st.builds(Days, st.just("month"), st.integers(1, 4), nth_workdays=RANKS),
    st.sampled_from([(FIRST_MONTHS, 1), (LAST_MONTHS, -1)]).map(
        lambda quarter: Days("year", months=quarter[0], month_days=(quarter[1],))
    ),
)


@st.composite
def bounds_of(draw: st.DrawFn) -> Bounds:
    """Draw from when, until when and how often."""
    start = draw(st.one_of(st.none(), COMING))
    count = draw(st.one_of(st.none(), st.integers(2, 50)))
    until = draw(st.one_of(st.none(), COMING))
    assume(not (start and until and until <= start))
    return Bounds(
        anchor=NOW if count and not start else TODAY,
        starts_at=start,
        ends_at=end_of(until) if until else None,
        count=count,
        skips_holidays=draw(st.booleans()),
    )


@st.composite
def recurring_specs(draw: st.DrawFn) -> Spec:
    is_untimed = draw(st.booleans())
    times = [Time(0, 0)] if is_untimed else draw(st.one_of(TIMES, GRIDS))
    try:
        spec = recur(draw(DAYS), times, draw(bounds_of()), time_missing=is_untimed)
    except UnclearError:
        assume(False)
        raise
    return replace(spec, timezone="Asia/Shanghai")


@st.composite
def specs_within_a_day(draw: st.DrawFn) -> Spec:
    step = draw(st.sampled_from([1, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240]))
    unit, amount = ("hour", step // 60) if step % 60 == 0 else ("minute", step)
    slots = Slots(every=Length(amount, unit), weekdays=draw(st.one_of(st.just(()), some(0, 6, 6))))
    slots.months = draw(MONTHS)
    first, last = draw(st.integers(0, 22)), draw(st.integers(1, 23))
    window = (Time(first, 0), Time(last, 30)) if draw(st.booleans()) and first < last else None
    try:
        spec = recur_within_days(slots, window)
    except UnclearError:
        assume(False)
        raise
    return replace(spec, timezone="Asia/Shanghai", skips_holidays=draw(st.booleans()))


def read_back(spec: Spec, language: Language) -> list[Spec]:
    said = describe(spec, language, today=NOW)
    got = understand(said, now=NOW, timezone=spec.timezone, has_calendar=spec.skips_holidays)
    assert got.verdict == "exact", (said, got.reason)
    return [reading.spec for reading in got.readings]


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(recurring_specs())
def test_a_recurring_schedule_reads_back_as_itself(spec: Spec) -> None:
    assert read_back(spec, "zh") == [spec], describe(spec, "zh", today=NOW)
    assert read_back(spec, "en") == [spec], describe(spec, "en", today=NOW)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(specs_within_a_day())
def test_a_schedule_within_the_day_reads_back_as_itself(spec: Spec) -> None:
    assert read_back(spec, "zh") == [spec], describe(spec, "zh", today=NOW)
    assert read_back(spec, "en") == [spec], describe(spec, "en", today=NOW)


@settings(max_examples=100, deadline=None)
@given(COMING, st.integers(0, 23), st.integers(0, 59), st.booleans())
def test_a_moment_reads_back_as_itself(
    day: datetime, hour: int, minute: int, untimed: bool
) -> None:
    at = day if untimed else day.replace(hour=hour, minute=minute)
    spec = Spec(Kind.ONCE, at=at, timezone="Asia/Shanghai", time_missing=untimed)
    assert read_back(spec, "zh") == [spec]
    assert read_back(spec, "en") == [spec]


@pytest.mark.parametrize(
    ("said", "zh", "en"),
    [
        ("每天早上8点半", "每天08:30", "every day at 08:30"),
        ("weekdays at 9am", "每周一到周五09:00", "every weekday at 09:00"),
        ("每周末下午两点", "每周末14:00", "every weekend at 14:00"),
        ("every tue and sat at 6pm", "每周二、六18:00", "every Tuesday and Saturday at 18:00"),
        ("每月最后一天", "每月的最后一天", "the last day of every month"),
        ("every 45 minutes", "每45分钟", "every 45 minutes"),
        ("7月和8月每两小时", "7月、8月的每2个小时", "every 2 hours in July and August"),
        (
            "every 20 minutes starting on the 3rd minute",
            "每20分钟，从第3分钟开始",
            "every 20 minutes starting on the 3rd minute",
        ),
        (
            "每年第一个周一上午9点",
            "每年的第1个周一09:00",
            "the first Monday of every year at 09:00",
        ),
        (
            "每天晚上10点到早上6点每小时",
            "22:00到06:00每小时",
            "every hour between 22:00 and 06:00",
        ),
        (
            "工作日早上7点，周末9:30",
            "每周一到周五07:00和每周末09:30",
            "every weekday at 07:00 and every weekend at 09:30",
        ),
        (
            "starting October 5th every Monday at 8am, 6 times in total",
            "每周一08:00，从2026年10月5日开始，共6次",
            "every Monday at 08:00, starting 2026-10-05, 6 times in total",
        ),
    ],
)
def test_schedules_are_said_in_plain_words(said: str, zh: str, en: str) -> None:
    spec = understand(said, now=NOW, timezone="Asia/Shanghai").readings[0].spec
    assert describe(spec, "zh", today=NOW) == zh
    assert describe(spec, "en", today=NOW) == en


def test_what_no_sentence_says_is_given_as_it_is_written() -> None:
    both_days = Spec(Kind.CRON, cron=("0 9 13 * 5",), timezone="UTC")
    hourly = Spec(Kind.RRULE, rrule="FREQ=HOURLY;INTERVAL=5", timezone="UTC")
    assert describe(both_days, "en") == "0 9 13 * 5"
    assert describe(hourly, "zh") == "FREQ=HOURLY;INTERVAL=5"
