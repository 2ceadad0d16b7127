"""Working days leave out the holidays that a team has said: asked, shown, subscribed to, fired."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from apps.scheduling.fire_due import tick
from apps.scheduling.models import Holiday, Schedule, ScheduleRun
from tests.scheduling.api.test_feed import feed_of, fetch
from tests.scheduling.api.test_parse import confirm, parse
from tests.scheduling.api.test_schedules import URL, send

if TYPE_CHECKING:
    from time_machine import Traveller

    from tests.cast import Team

FRIDAY = datetime(2026, 3, 6, 4, tzinfo=UTC)  # noon in Shanghai
HOLIDAY = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20260309\nEND:VEVENT\nEND:VCALENDAR\n"
WITHOUT_MONDAY = ["03-10", "03-11", "03-12", "03-13", "03-16"]
PLAIN = ["03-09", "03-10", "03-11", "03-12", "03-13"]


@pytest.fixture(autouse=True)
def _on_friday(time_machine: Traveller) -> None:
    time_machine.move_to(FRIDAY, tick=False)


def rest_on_monday(team: Team) -> None:
    answer = team.client("admin").http.put(
        "/api/v1/holidays", HOLIDAY, content_type="text/calendar"
    )
    assert answer.status_code == 200


def days(times: list[str]) -> list[str]:
    assert all(one.endswith("T09:00:00+08:00") for one in times)
    return [one[5:10] for one in times]


def previewed(team: Team, text: str) -> list[str]:
    readings = parse(team, text).json()["readings"]
    return next(days(one["next_runs"]) for one in readings if "T09" in one["next_runs"][0])


def made(team: Team, text: str = "every business day at 9am") -> dict[str, Any]:
    body: dict[str, Any] = confirm(team, token=parse(team, text).json()["token"]).json()
    return body


@pytest.mark.parametrize("text", ["工作日9点", "every business day at 9am", "每个工作日早上9点"])
def test_a_holiday_is_left_out_of_the_preview(clinic: Team, text: str):
    rest_on_monday(clinic)
    assert previewed(clinic, text) == WITHOUT_MONDAY


@pytest.mark.parametrize("text", ["工作日9点", "every business day at 9am", "每个工作日早上9点"])
def test_without_a_calendar_it_is_monday_to_friday(clinic: Team, text: str):
    assert previewed(clinic, text) == PLAIN
    assert not any(one["skips_holidays"] for one in parse(clinic, text).json()["readings"])


@pytest.mark.parametrize("text", ["每天早上9点，除节假日", "every day at 9am except holidays"])
def test_except_holidays_needs_a_calendar(clinic: Team, text: str):
    asked = parse(clinic, text).json()
    assert (asked["verdict"], asked["reason"], asked["readings"]) == ("unclear", "holiday", [])
    rest_on_monday(clinic)
    assert previewed(clinic, text) == ["03-07", "03-08", "03-10", "03-11", "03-12"]


@pytest.mark.parametrize("text", ["周一到周五早上9点", "every day at 9am"])
def test_named_days_stay_though_one_is_a_holiday(clinic: Team, text: str):
    rest_on_monday(clinic)
    assert "03-09" in previewed(clinic, text)


def test_the_schedule_says_it_and_shows_it(clinic: Team):
    rest_on_monday(clinic)
    body = made(clinic)
    assert body["skips_holidays"]
    assert days(body["next_runs"]) == WITHOUT_MONDAY
    assert body["next_run_at"] == body["next_runs"][0]
    assert "holidays" in body["description"]["en"]
    shown = clinic.client("agent").get(f"{URL}/{body['id']}/preview", user_id="ann").json()
    assert days(shown["next_runs"]) == WITHOUT_MONDAY
    listed = clinic.client("agent").get(f"{URL}/{body['id']}", user_id="ann").json()
    assert days(listed["next_runs"]) == WITHOUT_MONDAY


def test_the_feed_leaves_it_out(clinic: Team):
    rest_on_monday(clinic)
    made(clinic)
    text = fetch(feed_of(clinic)).content.decode()
    assert "DTSTART:20260310T010000Z" in text
    assert "DTSTART:20260309T" not in text


def test_what_fires_leaves_it_out(clinic: Team):
    rest_on_monday(clinic)
    made(clinic)
    with clinic.inside():
        for hours in range(0, 24 * 5, 12):
            tick(FRIDAY + timedelta(hours=hours))
        ran = ScheduleRun.objects.for_tenant(clinic.tenant).order_by("scheduled_for")
        assert [f"{run.scheduled_for:%m-%d}" for run in ran] == ["03-10"]


def test_a_calendar_that_comes_later_moves_it(clinic: Team):
    rest_on_monday(clinic)
    pk = made(clinic)["id"]
    put = clinic.client("admin").http.put
    put("/api/v1/holidays", {"holidays": [{"day": "2026-03-10"}]}, content_type="application/json")
    with clinic.inside():
        row = Schedule.objects.for_tenant(clinic.tenant).get(pk=pk)
    assert f"{row.next_run_at:%m-%d}" == "03-09"


def test_what_is_amended_still_leaves_it_out(clinic: Team):
    rest_on_monday(clinic)
    first = parse(clinic, "every business day at 9am").json()
    moved = parse(clinic, "make it 10am", token=first["token"]).json()["readings"]
    assert [one["next_runs"][0] for one in moved] == ["2026-03-10T10:00:00+08:00"]
    other = parse(clinic, "every Monday at 9am").json()
    days_only = parse(clinic, "工作日", token=other["token"]).json()["readings"]
    assert days(days_only[0]["next_runs"]) == WITHOUT_MONDAY


def test_an_edit_by_hand_still_leaves_it_out(clinic: Team):
    rest_on_monday(clinic)
    pk = made(clinic)["id"]
    body = send(clinic, "patch", f"/{pk}", {"cron": "0 9 * * 1,2"}).json()
    assert days(body["next_runs"])[:2] == ["03-10", "03-16"]


def test_another_teams_holidays_are_theirs(clinic: Team, factory: Team):
    with factory.inside():
        Holiday.objects.create(tenant=factory.tenant, day=FRIDAY.date() + timedelta(days=3))
    assert previewed(clinic, "every business day at 9am") == PLAIN
