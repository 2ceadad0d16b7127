"""The next instant, through every change of the clocks: worked out from the rules of the zones."""

from __future__ import annotations

import random
from bisect import bisect_left
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.scheduling.domain.cron_fields import expand
from apps.scheduling.domain.recurrence import next_run, preview
from apps.scheduling.domain.spec import Kind, Spec

BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"
SAO_PAULO, SHANGHAI, APIA, CAIRO = (
    "America/Sao_Paulo",
    "Asia/Shanghai",
    "Pacific/Apia",
    "Africa/Cairo",
)


def cron(*expressions: str, zone: str, **more: object) -> Spec:
    return Spec(Kind.CRON, cron=expressions, timezone=zone, **more)  # type: ignore[arg-type]


def rule(text: str, start: str, *, zone: str = SHANGHAI, **more: object) -> Spec:
    whole = f"{text};BYSECOND=0"
    at = datetime.fromisoformat(start)
    return Spec(Kind.RRULE, rrule=whole, starts_at=at, timezone=zone, **more)  # type: ignore[arg-type]


def every(length: str, start: str, zone: str) -> Spec:
    at = datetime.fromisoformat(start)
    return Spec(Kind.INTERVAL, every=length, starts_at=at, timezone=zone)


def once(at: str, zone: str) -> Spec:
    return Spec(Kind.ONCE, at=datetime.fromisoformat(at), timezone=zone)


WORKDAYS = cron("0 9 * * 1-5", zone=BERLIN)
DAILY_9 = "FREQ=DAILY;BYHOUR=9;BYMINUTE=0"

TABLE = [
    # Berlin: +1, from 2026-03-29 02:00 +2, from 2026-10-25 03:00 +1 again
    (WORKDAYS, "2026-10-23T09:00+02:00", "2026-10-26T09:00+01:00"),
    (WORKDAYS, "2027-03-26T09:00+01:00", "2027-03-29T09:00+02:00"),
    (cron("30 2 * * *", zone=BERLIN), "2026-03-28T12:00+01:00", "2026-03-29T03:00+02:00"),
    (cron("30 2 * * *", zone=BERLIN), "2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00"),
    (cron("0 3 * * *", zone=BERLIN), "2026-03-28T12:00+01:00", "2026-03-29T03:00+02:00"),
    (cron("30 2 * * *", zone=BERLIN), "2026-10-24T12:00+02:00", "2026-10-25T02:30+02:00"),
    (cron("30 2 * * *", zone=BERLIN), "2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00"),
    (cron("30 2 * * *", zone=BERLIN), "2026-10-25T02:15+01:00", "2026-10-26T02:30+01:00"),
    (cron("0 * * * *", zone=BERLIN), "2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00"),
    (cron("0 * * * *", zone=BERLIN), "2026-10-25T02:00+01:00", "2026-10-25T03:00+01:00"),
    (cron("0 * * * *", zone=BERLIN), "2026-03-29T01:00+01:00", "2026-03-29T03:00+02:00"),
    (cron("*/15 * * * *", zone=BERLIN), "2026-10-25T02:45+02:00", "2026-10-25T02:00+01:00"),
    (cron("*/15 * * * *", zone=BERLIN), "2026-03-29T01:45+01:00", "2026-03-29T03:00+02:00"),
    (cron("0 */2 * * *", zone=BERLIN), "2026-03-29T00:00+01:00", "2026-03-29T04:00+02:00"),
    (
        every("PT45M", "2026-03-29T01:00", BERLIN),
        "2026-03-29T01:00+01:00",
        "2026-03-29T01:45+01:00",
    ),
    (
        every("PT45M", "2026-03-29T01:00", BERLIN),
        "2026-03-29T01:45+01:00",
        "2026-03-29T03:30+02:00",
    ),
    (
        every("PT90M", "2026-10-25T01:00", BERLIN),
        "2026-10-25T01:00+02:00",
        "2026-10-25T02:30+02:00",
    ),
    (
        every("PT90M", "2026-10-25T01:00", BERLIN),
        "2026-10-25T02:30+02:00",
        "2026-10-25T03:00+01:00",
    ),
    (
        every("PT24H", "2026-03-28T09:00", BERLIN),
        "2026-03-28T09:00+01:00",
        "2026-03-29T10:00+02:00",
    ),
    (once("2026-03-29T02:30", BERLIN), "2026-03-01T00:00+01:00", "2026-03-29T03:00+02:00"),
    (once("2026-10-25T02:30", BERLIN), "2026-10-01T00:00+02:00", "2026-10-25T02:30+02:00"),
    (once("2026-10-25T02:30", BERLIN), "2026-10-25T02:30+02:00", None),
    # New York: from 2026-03-08 02:00 -4, from 2026-11-01 02:00 -5
    (cron("15 2 * * *", zone=NEW_YORK), "2026-03-07T12:00-05:00", "2026-03-08T03:00-04:00"),
    (cron("30 1 * * *", zone=NEW_YORK), "2026-10-31T12:00-04:00", "2026-11-01T01:30-04:00"),
    (cron("30 1 * * *", zone=NEW_YORK), "2026-11-01T01:30-04:00", "2026-11-02T01:30-05:00"),
    (cron("0 9 * * 0", zone=NEW_YORK), "2026-10-25T09:00-04:00", "2026-11-01T09:00-05:00"),
    # Lord Howe: half an hour; +11, from 2026-04-05 02:00 +10:30, from 2026-10-04 02:00 +11
    (cron("15 2 * * *", zone=LORD_HOWE), "2026-10-03T12:00+10:30", "2026-10-04T02:30+11:00"),
    (cron("45 1 * * *", zone=LORD_HOWE), "2026-04-04T12:00+11:00", "2026-04-05T01:45+11:00"),
    (cron("45 1 * * *", zone=LORD_HOWE), "2026-04-05T01:45+11:00", "2026-04-06T01:45+10:30"),
    (cron("*/30 * * * *", zone=LORD_HOWE), "2026-04-05T01:30+11:00", "2026-04-05T01:30+10:30"),
    # São Paulo, 2018: midnight of 4 November does not exist, Saturday 17 February ends twice
    (cron("0 0 * * *", zone=SAO_PAULO), "2018-11-03T12:00-03:00", "2018-11-04T01:00-02:00"),
    (cron("30 23 * * *", zone=SAO_PAULO), "2018-02-17T12:00-02:00", "2018-02-17T23:30-02:00"),
    (cron("30 23 * * *", zone=SAO_PAULO), "2018-02-17T23:30-02:00", "2018-02-18T23:30-03:00"),
    # Apia left out the whole of 2011-12-30: from -10 to +14
    (cron("0 9 * * *", zone=APIA), "2011-12-29T09:00-10:00", "2011-12-31T00:00+14:00"),
    (cron("0 9 * * *", zone=APIA), "2011-12-31T00:00+14:00", "2011-12-31T09:00+14:00"),
    (cron("0 9 30 * *", zone=APIA), "2011-12-01T00:00-10:00", "2011-12-31T00:00+14:00"),
    (cron("0 * * * *", zone=APIA), "2011-12-29T23:00-10:00", "2011-12-31T00:00+14:00"),
    # Cairo: from the last Friday of April, 2026-04-24 00:00, +3; back on 2026-10-30 00:00
    (cron("0 0 * * *", zone=CAIRO), "2026-04-23T12:00+02:00", "2026-04-24T01:00+03:00"),
    (cron("30 23 * * *", zone=CAIRO), "2026-10-29T12:00+03:00", "2026-10-29T23:30+03:00"),
    (cron("30 23 * * *", zone=CAIRO), "2026-10-29T23:30+03:00", "2026-10-30T23:30+02:00"),
    # Shanghai, where no clock is moved: leap days, year ends, short months
    (cron("0 12 29 2 *", zone=SHANGHAI), "2026-01-01T00:00+08:00", "2028-02-29T12:00+08:00"),
    (cron("0 12 29 2 *", zone=SHANGHAI), "2096-02-29T12:00+08:00", "2104-02-29T12:00+08:00"),
    (cron("59 23 31 12 *", zone=SHANGHAI), "2026-12-31T23:59+08:00", "2027-12-31T23:59+08:00"),
    (cron("0 9 31 * *", zone=SHANGHAI), "2026-08-31T09:00+08:00", "2026-10-31T09:00+08:00"),
    (
        cron("30 8 * * *", "0 17 * * *", zone=SHANGHAI),
        "2026-05-01T08:30+08:00",
        "2026-05-01T17:00+08:00",
    ),
    (
        rule("FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=18;BYMINUTE=0", "2026-01-01"),
        "2028-01-31T18:00+08:00",
        "2028-02-29T18:00+08:00",
    ),
    (
        rule("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;BYHOUR=9;BYMINUTE=0", "2026-01-01"),
        "2026-07-31T00:00+08:00",
        "2026-08-03T09:00+08:00",
    ),
    (
        rule("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=16;BYMINUTE=0", "2026-01-02"),
        "2026-12-18T16:00+08:00",
        "2027-01-01T16:00+08:00",
    ),
    (
        rule("FREQ=DAILY;INTERVAL=2;BYHOUR=2;BYMINUTE=30", "2026-03-27", zone=BERLIN),
        "2026-03-27T02:30+01:00",
        "2026-03-29T03:00+02:00",
    ),
    # from when, until when, how often
    (rule(f"{DAILY_9};COUNT=3", "2026-05-01"), "2026-05-02T09:00+08:00", "2026-05-03T09:00+08:00"),
    (rule(f"{DAILY_9};COUNT=3", "2026-05-01"), "2026-05-03T09:00+08:00", None),
    (rule(f"{DAILY_9};UNTIL=20260503T235959", "2026-05-01"), "2026-05-03T09:00+08:00", None),
    (rule(DAILY_9, "2026-05-10"), "2026-05-01T00:00+08:00", "2026-05-10T09:00+08:00"),
    (
        cron("0 9 * * *", zone=SHANGHAI, starts_at=datetime.fromisoformat("2026-05-10T09:00")),
        "2026-05-01T00:00+08:00",
        "2026-05-10T09:00+08:00",
    ),
    (
        cron("0 9 * * *", zone=SHANGHAI, ends_at=datetime.fromisoformat("2026-05-02T23:59:59")),
        "2026-05-02T09:00+08:00",
        None,
    ),
]


@pytest.mark.parametrize(("spec", "after", "expected"), TABLE)
def test_the_next_instant_is_that_of_the_wall_clock(
    spec: Spec, after: str, expected: str | None
) -> None:
    found = next_run(spec, datetime.fromisoformat(after))
    assert found == (datetime.fromisoformat(expected) if expected else None)


def test_holidays_are_skipped_only_where_the_schedule_says_so() -> None:
    friday, monday = date(2026, 5, 1), date(2026, 5, 4)
    after = datetime(2026, 4, 30, 12, tzinfo=UTC)
    skipping = cron("0 9 * * 1-5", zone=SHANGHAI, skips_holidays=True)
    plain = cron("0 9 * * 1-5", zone=SHANGHAI)
    assert next_run(skipping, after, {friday, monday}) == datetime(2026, 5, 5, 1, tzinfo=UTC)
    assert next_run(plain, after, {friday, monday}) == datetime(2026, 5, 1, 1, tzinfo=UTC)


def test_a_business_day_of_the_month_is_counted_without_the_holidays() -> None:
    last = rule(
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=17;BYMINUTE=0",
        "2026-09-01",
        skips_holidays=True,
    )
    after = datetime(2026, 9, 17, tzinfo=UTC)
    assert next_run(last, after, {date(2026, 9, 30)}) == datetime(2026, 9, 29, 9, tzinfo=UTC)
    assert next_run(last, after) == datetime(2026, 9, 30, 9, tzinfo=UTC)


def test_a_preview_shows_no_more_than_may_run() -> None:
    daily = cron("0 9 * * *", zone=SHANGHAI, max_runs=2)
    assert len(preview(daily, datetime(2026, 5, 1, tzinfo=UTC))) == 2


# Around these days the clocks are moved.
MOVED = {
    BERLIN: ((2026, 3, 29), (2026, 10, 25)),
    NEW_YORK: ((2026, 3, 8), (2026, 11, 1)),
    LORD_HOWE: ((2026, 4, 5), (2026, 10, 4)),
    SAO_PAULO: ((2018, 2, 18), (2018, 11, 4)),
    APIA: ((2011, 12, 30),),
    CAIRO: ((2026, 4, 24), (2026, 10, 30)),
    SHANGHAI: ((2026, 5, 1),),
}
MINUTE, DAYS_AROUND = timedelta(minutes=1), 8


def _minutes(day: tuple[int, int, int], zone: str) -> list[tuple[datetime, datetime]]:
    """List every minute of some two weeks with what the clock on the wall shows."""
    start = datetime(*day, tzinfo=UTC) - timedelta(days=DAYS_AROUND)
    instants = (start + MINUTE * one for one in range(2 * DAYS_AROUND * 1440))
    wall = ZoneInfo(zone)
    return [(one, one.astimezone(wall).replace(tzinfo=None, fold=0)) for one in instants]


def _is_day(wall: datetime, row: list[str], days: list[set[int]]) -> bool:
    of_month, of_year, of_week = days
    fits = (wall.day in of_month, wall.isoweekday() % 7 in {day % 7 for day in of_week})
    either = not row[2].startswith("*") and not row[4].startswith("*")
    return wall.month in of_year and (any(fits) if either else all(fits))


def _by_the_minute(expression: str, minutes: list[tuple[datetime, datetime]]) -> list[datetime]:
    """Work out the instants by looking at the clock every minute."""
    row = expression.split()
    limits = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
    fields = [set(expand(text, *limit) or ()) for text, limit in zip(row, limits, strict=True)]

    def fits(wall: datetime) -> bool:
        return (
            wall.minute in fields[0] and wall.hour in fields[1] and _is_day(wall, row, fields[2:])
        )

    if "*" in row[0] or "*" in row[1]:
        return [instant for instant, wall in minutes if fits(wall)]
    reached: list[datetime] = []  # the latest time the clock has shown
    for _, wall in minutes:
        reached.append(max(wall, reached[-1]) if reached else wall)
    walls = (minutes[0][1] + MINUTE * one for one in range(2 * DAYS_AROUND * 1440))
    places = {bisect_left(reached, wall) for wall in walls if fits(wall)}
    return [minutes[place][0] for place in sorted(places) if place < len(minutes)]


def _field(rnd: random.Random, low: int, high: int, star: float) -> str:
    drawn = rnd.random()
    if drawn < star:
        return "*"
    if drawn < star + 0.15:
        return f"*/{rnd.choice([2, 3, 5, 7, 15, 20])}"
    if drawn < star + 0.3:
        first = rnd.randint(low, high)
        return f"{first}-{rnd.randint(first, high)}"
    return ",".join(map(str, sorted({rnd.randint(low, high) for _ in range(rnd.randint(1, 3))})))


def _expression(rnd: random.Random) -> str:
    at_night = rnd.choice(["0", "1", "2", "3", "1-3", "0,2,23"])
    hours = rnd.choice([_field(rnd, 0, 23, 0.25), at_night])
    days = f"{_field(rnd, 1, 31, 0.8)} * {_field(rnd, 0, 6, 0.6)}"
    return f"{_field(rnd, 0, 59, 0.15)} {hours} {days}"


@pytest.mark.parametrize(("zone", "day"), [(zone, day) for zone in MOVED for day in MOVED[zone]])
def test_the_next_instants_are_those_found_minute_by_minute(
    zone: str, day: tuple[int, int, int]
) -> None:
    rnd = random.Random(f"{zone}{day}")  # noqa: S311 – examples, not secrets
    minutes = _minutes(day, zone)
    first, last = minutes[2880][0], minutes[-2880][0]
    for _ in range(8):
        expression = _expression(rnd)
        spec, found, after = cron(expression, zone=zone), [], first - MINUTE
        while (instant := next_run(spec, after)) and instant < last:
            assert instant > after
            found.append(instant)
            after = instant
        expected = [one for one in _by_the_minute(expression, minutes) if first <= one < last]
        assert found == expected, expression


INSTANTS = st.integers(1_577_836_800, 2_051_222_400).map(lambda at: datetime.fromtimestamp(at, UTC))


@settings(max_examples=60, deadline=None)
@given(
    INSTANTS,
    st.sampled_from([one for one, *_ in TABLE]),
    st.timedeltas(timedelta(0), timedelta(days=9)),
)
def test_it_is_strictly_later_and_never_goes_back(
    after: datetime, spec: Spec, more: timedelta
) -> None:
    first, second = next_run(spec, after), next_run(spec, after + more)
    assert first is None or first > after
    assert second is None or (first is not None and second >= first)
