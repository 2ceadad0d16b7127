"""What people say of a proposal, in both languages, and how schedules are said back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from apps.scheduling.domain.amend import amend, is_no, is_yes
from apps.scheduling.domain.by_hand import ByHand, read_by_hand
from apps.scheduling.domain.reading_shape import read_spec, show_spec, write_spec
from apps.scheduling.domain.understand import understand

WALL = datetime(2026, 3, 4, 10)  # noqa: DTZ001 – a wall clock
NOW = datetime(2026, 3, 4, 2, tzinfo=UTC)
ZONE = "Asia/Shanghai"


@pytest.mark.parametrize(
    ("words", "yes", "no"),
    [
        *(("确认", True, False), ("好的", True, False), ("Yes, please", True, False)),
        *(("ok", True, False), ("yes but at 10", False, False), ("不用了", False, True)),
        *(("no", False, True), ("no, make it 10", False, False), ("明天", False, False)),
    ],
)
def test_yes_and_no_are_whole_answers(words: str, *, yes: bool, no: bool):
    assert (is_yes(words), is_no(words)) == (yes, no)


@pytest.mark.parametrize(
    ("said", "words", "verdict", "when"),
    [
        ("明天下午3点", "改成后天", "exact", ["2026-03-06T15:00"]),
        ("tomorrow at 3pm", "make it Friday", "exact", ["2026-03-06T15:00"]),
        ("每周一早上9点", "改成每周二下午3点", "exact", ["0 15 * * 2"]),
        ("every day at 9am", "make it 8:30", "exact", ["30 8 * * *"]),
        ("每45分钟", "改成10点", "unclear", []),
        ("every day at 9am", "hello there", "none", []),
    ],
)
def test_an_amendment_changes_what_it_names(said: str, words: str, verdict: str, when: list[str]):
    before = understand(said, now=WALL, timezone=ZONE).readings
    found = amend(before, words, now=WALL, timezone=ZONE)
    shown = [write_spec(one.spec) for one in found.readings]
    got = [one["at"] or one["cron"][0] for one in shown]
    assert (str(found.verdict), got) == (verdict, when)


@pytest.mark.parametrize(
    "hand",
    [
        ByHand(cron=("0 9 1 * 1",)),
        ByHand(cron=("*/7 8-17 * * *",)),
        ByHand(rrule="FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR;BYHOUR=9"),
        ByHand(rrule="FREQ=HOURLY;INTERVAL=5;BYDAY=MO"),
    ],
)
def test_what_no_words_say_is_shown_as_it_is_written(hand: ByHand):
    spec = read_by_hand(hand, now=NOW, timezone=ZONE)
    shown = show_spec(spec, now=NOW)["description"]
    assert shown["zh"] == shown["en"] == ("; ".join(spec.cron) or spec.rrule)


@pytest.mark.parametrize(
    ("hand", "zh", "en"),
    [
        (
            ByHand(rrule="FREQ=MONTHLY;BYDAY=2MO;BYHOUR=9;COUNT=3"),
            "每月的第2个周一09:00，共3次",
            "the second Monday of every month at 09:00, 3 times in total",
        ),
        (ByHand(every="PT45M"), "每45分钟", "every 45 minutes"),
    ],
)
def test_what_words_say_is_said(hand: ByHand, zh: str, en: str):
    spec = read_by_hand(hand, now=NOW, timezone=ZONE)
    assert show_spec(spec, now=NOW)["description"] == {"zh": zh, "en": en}


def test_a_written_reading_is_read_back():
    spec = read_by_hand(
        ByHand(rrule="FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;UNTIL=20270101"), now=NOW, timezone=ZONE
    )
    assert read_spec(write_spec(spec)) == spec
