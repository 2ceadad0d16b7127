"""Every kind of sentence, Chinese and English side by side, and what is made of it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from apps.scheduling.domain.understand import understand

if TYPE_CHECKING:
    from apps.scheduling.domain.spec import Spec, Understanding

NOW = datetime(2026, 9, 17, 14, 20)  # noqa: DTZ001 – a wall clock


def read(said: str, *, has_calendar: bool = False) -> Understanding:
    return understand(said, now=NOW, timezone="Asia/Shanghai", has_calendar=has_calendar)


def _written(spec: Spec) -> str:
    moment = spec.at.isoformat(timespec="minutes") if spec.at else ""
    return "; ".join(spec.cron) or spec.rrule.removesuffix(";BYSECOND=0") or spec.every or moment


EXACT = [
    ("每天早上6点40", "every day at 6:40am", "40 6 * * *"),
    ("每天早晚9点", "daily at 9am and 9pm", "0 9,21 * * *"),
    ("每天8:30和17:00", "every day at 8:30 and 17:00", "0 17 * * *; 30 8 * * *"),
    ("每天中午", "every day at noon", "0 12 * * *"),
    ("每周三、五下午4点", "Wednesdays and Fridays at 4pm", "0 16 * * 3,5"),
    ("周一到周四晚上7点半", "Mon-Thu at 7:30pm", "30 19 * * 1-4"),
    ("工作日下午5点50", "weekdays at 5:50pm", "50 17 * * 1-5"),
    ("每天早上7点，周日除外", "every day but Sunday at 7am", "0 7 * * 1-6"),
    ("每月8号和18号上午10点", "on the 8th and 18th of each month at 10am", "0 10 8,18 * *"),
    ("每年6月18日0点", "every June 18 at midnight", "0 0 18 6 *"),
    ("每20分钟", "every 20 minutes", "*/20 * * * *"),
    ("每45分钟", "every 45 minutes", "PT45M"),
    ("每小时的第5分钟", "every hour at 5 past", "5 * * * *"),
    ("10点到16点每两小时", "every 2 hours between 10am and 4pm", "0 10-16/2 * * *"),
    ("5点到23点每3小时", "every 3 hours between 5 and 23", "0 5-23/3 * * *"),
    (
        "每天8:00在 /srv/app.log 里查哪些任务失败了",
        "at 8:00 each day see which jobs failed",
        "0 8 * * *",
    ),
    (
        "每月最后一个周五下午4点",
        "last Friday of every month at 4pm",
        "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=16;BYMINUTE=0",
    ),
    (
        "每两周的周一上午10点",
        "every two weeks on Monday at 10am",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=10;BYMINUTE=0",
    ),
    (
        "每隔一天晚上9点",
        "every other day at 9pm",
        "FREQ=DAILY;INTERVAL=2;BYHOUR=21;BYMINUTE=0",
    ),
    ("半小时后", "in half an hour", "2026-09-17T14:50"),
    ("明天下午3点", "tomorrow at 3pm", "2026-09-18T15:00"),
    ("10月12日15:30", "October 12 at 3:30pm", "2026-10-12T15:30"),
    ("2027年4月6日16:00", "April 6 2027 4pm", "2027-04-06T16:00"),
    ("每晚12点半", "nightly at 12:30 a.m.", "30 0 * * *"),
]


@pytest.mark.parametrize(("zh", "en", "written"), EXACT)
def test_what_is_clear_has_one_reading(zh: str, en: str, written: str) -> None:
    for said in (zh, en):
        got = read(said)
        assert got.verdict == "exact", (said, got)
        assert _written(got.readings[0].spec) == written, said


AMBIGUOUS = [
    ("每天9点", "every day at 9", ["0 9 * * *", "0 21 * * *"]),
    ("每天3点", "every day at 3", ["0 15 * * *", "0 3 * * *"]),
    ("周六上午10点", "Saturday at 10am", ["2026-09-19T10:00", "0 10 * * 6"]),
    ("早上8点", "at 8am", ["0 8 * * *", "2026-09-18T08:00"]),
]


@pytest.mark.parametrize(("zh", "en", "written"), AMBIGUOUS)
def test_what_may_mean_several_things_has_all_readings(
    zh: str, en: str, written: list[str]
) -> None:
    for said in (zh, en):
        got = read(said)
        assert got.verdict == "ambiguous", said
        assert [_written(one.spec) for one in got.readings] == written, said


REFUSED = [
    ("每周", "every week", "unclear", "day_missing"),
    ("每天上午", "every morning", "unclear", "time_missing"),
    ("每天两次", "twice a day", "unclear", "times_missing"),
    ("每天25点", "every day at 25:00", "unclear", "invalid_time"),
    ("每天24点30分", "every day at 24:30", "unclear", "invalid_time"),
    ("2月30日早上8点", "February 30 at 8am", "unclear", "invalid_date"),
    ("每月32号", "the 32nd of every month", "unclear", "invalid_day"),
    ("今天上午9点", "today at 9am", "unclear", "past"),
    ("每0分钟", "every 0 minutes", "unclear", "too_short"),
    ("过几天", "in a few hours", "unclear", "vague"),
    ("节假日除外每天早上9点", "every day at 9am except holidays", "unclear", "holiday"),
    (
        "如果下雨，明天下午3点提醒我",
        "if it rains remind me tomorrow at 3pm",
        "unclear",
        "condition",
    ),
    ("每天早上9点，提前10分钟", "10 minutes before 9am every day", "unclear", "lead_time"),
    ("周五下午5点前", "by Friday at 5pm", "unclear", "deadline"),
    ("每天晚上8点以后", "every day after 8pm", "unclear", "open_ended"),
    ("上班时间每15分钟", "every 15 minutes during business hours", "unclear", "hours_missing"),
    ("每天日出时叫我", "wake me every day at sunrise", "unclear", "event"),
    ("每天亚特兰蒂斯时间早上9点", "every day at 9am Atlantis time", "unclear", "unknown_zone"),
    ("每天都很忙", "I am busy every day", "none", "statement"),
    ("每天几点开会？", "what time is it every day?", "none", "question"),
    ("取消每天早上9点的提醒", "cancel the reminder at 9am every day", "none", "negation"),
    ("把每天9点改成10点", "change my 9am alarm to 10am", "none", "change"),
    ("今天天气真好", "today is a fine day", "none", "statement"),
]


@pytest.mark.parametrize(("zh", "en", "verdict", "reason"), REFUSED)
def test_what_is_no_schedule_says_why(zh: str, en: str, verdict: str, reason: str) -> None:
    answers = {said: read(said) for said in (zh, en)}
    assert {str(one.verdict) for one in answers.values()} <= {verdict, "unclear"}
    assert reason in {one.reason for one in answers.values()}
    assert not any(one.readings for said, one in answers.items() if one.verdict == "none")
    assert answers[en].reason == reason


NOT_REFUSED = [
    ("后天下午三点提醒我取消订单", "remind me to cancel my order tomorrow at 3pm"),
    ("每天22点关掉服务器", "turn off the lights every day at 10pm"),
    ("明天早上9点提醒我问问几点开会", "remind me tomorrow at 9am to ask what time it is"),
    ("每天晚上9点提醒我不要熬夜", "every day at 9pm remind me not to stay up"),
]


@pytest.mark.parametrize("said", [one for pair in NOT_REFUSED for one in pair])
def test_what_is_to_be_done_may_refuse_end_or_ask(said: str) -> None:
    assert read(said).verdict == "exact"


CALENDAR = [
    ("工作日早上9点", "every business day at 9am", True),
    ("每天早上9点，节假日除外", "every day at 9am except holidays", True),
    ("每周一到周五早上9点", "every weekday at 9am", False),
]


@pytest.mark.parametrize(("zh", "en", "skips"), CALENDAR)
def test_with_a_calendar_business_days_leave_out_the_holidays(
    zh: str, en: str, skips: bool
) -> None:
    for said in (zh, en):
        got = read(said, has_calendar=True)
        assert got.verdict == "exact", said
        assert got.readings[0].spec.skips_holidays is skips, said


def test_without_a_calendar_business_days_are_monday_to_friday() -> None:
    spec = read("工作日早上9点").readings[0].spec
    assert (spec.cron, spec.skips_holidays) == (("0 9 * * 1-5",), False)


def test_days_that_leave_out_holidays_and_days_that_do_not_are_two_schedules() -> None:
    got = read("工作日早上7点，周末9:30", has_calendar=True)
    assert got.reason == "several_schedules"


def test_a_feast_is_no_calendar() -> None:
    assert read("every day at 9am except Christmas", has_calendar=True).reason == "holiday"


@pytest.mark.parametrize(
    ("said", "spans"),
    [
        ("每天早上９点提醒我喝水", [("每天", "frequency"), ("早上９点", "time")]),
        (
            "every Monday at 9am until Dec 1, New York time",
            [
                ("every", "frequency"),
                ("Monday", "day"),
                ("at 9am", "time"),
                ("until Dec 1", "until"),
                ("New York time", "zone"),
            ],
        ),
        ("0 9 * * 1", [("0 9 * * 1", "schedule")]),
        (
            "每天早上7点，周日除外",
            [("每天", "frequency"), ("早上7点", "time"), ("周日除外", "exception")],
        ),
    ],
)
def test_the_pieces_that_were_read_are_told(said: str, spans: list[tuple[str, str]]) -> None:
    assert [(said[one.start : one.end], one.role) for one in read(said).spans] == spans


def test_what_was_left_unread_is_told_too() -> None:
    got = read("every 2 hours every 3 hours")
    assert got.verdict == "unclear"
    assert "unread" in {one.role for one in got.spans}


def test_what_others_lost_is_kept() -> None:
    now = datetime(2026, 3, 4, 10)  # noqa: DTZ001 – a wall clock
    for text, cron in {
        "每天早晚8点提醒我": ("0 8,20 * * *",),
        "weekdays at 9am": ("0 9 * * 1-5",),
        "every 9am": ("0 9 * * *",),
        "every midnight": ("0 0 * * *",),
    }.items():
        got = understand(text, now=now, timezone="Asia/Shanghai")
        assert [one.spec.cron for one in got.readings] == [cron], text
    once = understand("明天下午帮我整理文档", now=now, timezone="Asia/Shanghai")
    assert once.verdict == "unclear"


@pytest.mark.parametrize(
    "said", ["at 7am Venus/Dome each day", "每天 at 7am in Venus/Dome", "8:00 Asia/Nowhere daily"]
)
def test_a_zone_that_is_none_is_never_taken_for_the_own(said: str):
    got = read(said)
    assert (got.verdict, got.reason) == ("unclear", "unknown_zone")


@pytest.mark.parametrize("said", ["lint libs/core every day at 7:00", "每天7:00检查 libs/core"])
def test_a_path_is_no_zone(said: str):
    got = read(said)
    assert (got.verdict, [_written(one.spec) for one in got.readings]) == ("exact", ["0 7 * * *"])


def test_an_hour_before_an_evening_may_be_of_the_morning():
    got = read("every hour from 7 to 9pm")
    assert got.verdict == "ambiguous"
    assert {_written(one.spec) for one in got.readings} == {"0 19-21 * * *", "0 7-21 * * *"}


@pytest.mark.parametrize("said", ["每月2号汇总上个月的账单", "每周二汇总上周的工单"])
def test_days_that_are_named_are_no_attribute_of_what_is_reported(said: str):
    got = read(said)
    assert [one.spec.time_missing for one in got.readings] == [True]


@pytest.mark.parametrize("said", ["today at 8:00 UTC", "今天8:00 UTC"])
def test_today_is_today_in_the_zone_that_is_named(said: str):
    got = read(said)  # 14:20 in Shanghai is 6:20 there
    assert [(_written(one.spec), one.spec.timezone) for one in got.readings] == [
        ("2026-09-17T08:00", "UTC")
    ]
