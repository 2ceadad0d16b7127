"""Holidays over HTTP, as a list and as a calendar file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import MULTIPART_CONTENT, encode_multipart

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/holidays"
CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:1
DTSTART;VALUE=DATE:20261001
DTEND;VALUE=DATE:20261004
SUMMARY:国庆节\\, 放假
BEGIN:VALARM
DTSTART:20200101T000000
END:VALARM
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20270101
SUMMARY:New
  Year
END:VEVENT
END:VCALENDAR
"""


def put(team: Team, body: Any, kind: str = "application/json", scope: str = "admin") -> Any:
    return team.client(scope).http.put(URL, body, content_type=kind)


def days(team: Team) -> list[tuple[str, str]]:
    listed = team.client("agent").get(URL).json()["holidays"]
    return [(one["day"], one["name"]) for one in listed]


def test_a_list_takes_the_place_of_the_one_before(clinic: Team):
    put(clinic, {"holidays": [{"day": "2027-01-01", "name": "x"}, {"day": "2026-12-25"}]})
    answer = put(clinic, {"holidays": [{"day": "2027-01-01", "name": "New Year"}]})
    assert answer.status_code == 200
    assert days(clinic) == [("2027-01-01", "New Year")]


def test_a_calendar_is_read(clinic: Team):
    assert put(clinic, CALENDAR.replace("\n", "\r\n"), "text/calendar").status_code == 200
    assert days(clinic) == [
        ("2026-10-01", "国庆节, 放假"),
        ("2026-10-02", "国庆节, 放假"),
        ("2026-10-03", "国庆节, 放假"),
        ("2027-01-01", "New Year"),
    ]


def test_a_calendar_is_uploaded(clinic: Team):
    file = SimpleUploadedFile("days.ics", CALENDAR.encode(), "text/calendar")
    body = encode_multipart("BoUnDaRyStRiNg", {"file": file})
    assert put(clinic, body, MULTIPART_CONTENT).status_code == 200
    assert len(days(clinic)) == 4


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        CALENDAR.replace("20270101", "20270101T090000"),
        CALENDAR.replace("20270101", "20270231"),
        CALENDAR.replace("SUMMARY:New", "RRULE:FREQ=YEARLY\nSUMMARY:New"),
        CALENDAR.replace("20261004", "20271004"),
        CALENDAR.split("SUMMARY:New", maxsplit=1)[0],
    ],
)
def test_what_is_no_calendar_of_days_changes_nothing(clinic: Team, text: str):
    put(clinic, {"holidays": [{"day": "2027-01-01"}]})
    answer = put(clinic, text, "text/calendar")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_calendar")
    assert days(clinic) == [("2027-01-01", "")]


def test_only_an_administrator_sets_them(clinic: Team):
    assert put(clinic, {"holidays": []}, scope="agent").status_code == 403
