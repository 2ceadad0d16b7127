"""Sentences that other products read wrongly, or refused, and what a firing is told of them."""

from __future__ import annotations

from datetime import datetime

import pytest

from apps.scheduling.domain.spec import Kind, Understanding, Verdict
from apps.scheduling.domain.understand import understand

NOW = datetime(2026, 3, 4, 10)  # noqa: DTZ001 – a wall clock


def read(text: str) -> Understanding:
    return understand(text, now=NOW, timezone="Asia/Shanghai")


def test_tomorrow_afternoon_does_not_become_daily() -> None:
    vague = read("明天下午帮我整理文档")
    assert (vague.verdict, vague.reason) == (Verdict.UNCLEAR, "time_missing")
    [reading] = read("明天下午3点帮我整理文档").readings
    assert (reading.spec.kind, reading.spec.at) == (Kind.ONCE, NOW.replace(day=5, hour=15))


@pytest.mark.parametrize("text", ["每天早晚8点", "every day at 8am and 8pm"])
def test_of_two_times_neither_is_dropped(text: str) -> None:
    [reading] = read(text).readings
    assert reading.spec.cron == ("0 8,20 * * *",)


@pytest.mark.parametrize(
    ("text", "cron"),
    [
        ("weekdays at 9am", "0 9 * * 1-5"),
        ("every 9am", "0 9 * * *"),
        ("every midnight", "0 0 * * *"),
    ],
)
def test_what_is_plain_is_not_refused(text: str, cron: str) -> None:
    got = read(text)
    assert (got.verdict, got.readings[0].spec.cron) == (Verdict.EXACT, (cron,))


@pytest.mark.parametrize("text", ["every 45 minutes", "每45分钟"])
def test_forty_five_minutes_are_the_same_across_the_hour(text: str) -> None:
    [reading] = read(text).readings
    assert (reading.spec.kind, reading.spec.every, reading.spec.cron) == (
        Kind.INTERVAL,
        "PT45M",
        (),
    )


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("each Monday at 9am send the report", "send the report"),
        ("每周一早上9点发周报", "发周报"),
        ("every 2 weeks on Friday at 5pm back up the files", "back up the files"),
    ],
)
def test_what_a_firing_is_told_makes_no_other_schedule(text: str, task: str) -> None:
    assert read(text).task == task
    assert read(task).verdict is Verdict.NONE
