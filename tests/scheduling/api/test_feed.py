"""A person's calendar behind a secret address."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import icalendar
from django.test import Client, RequestFactory

from apps.scheduling.models import CalendarFeed
from config.request_log import RequestLogMiddleware
from tests.scheduling.api.test_schedules import send, write

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/schedules"


def feed_of(team: Team, user_id: str = "ann") -> str:
    answer = team.client("agent").post(f"{URL}/feed", {"user_id": user_id})
    assert answer.status_code == 201
    url: str = answer.json()["url"]
    return urlsplit(url).path


def fetch(path: str, **headers: str) -> Any:
    return Client(headers=headers).get(path)


def test_a_calendar_reader_reads_it(clinic: Team):
    name = "发日报; “每天”, \\ 一\n二 " + "长" * 60
    write(clinic, user_id="ann", cron="0 9 * * *", name=name, task="Write; it")
    write(clinic, user_id="ann", every="PT1H", name="Hourly")
    write(clinic, user_id="bob", name="Not ann's")
    answer = fetch(feed_of(clinic))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert not calendar.errors
    events: list[Any] = list(calendar.walk("VEVENT"))
    daily = [one for one in events if one["SUMMARY"].startswith("发日报")]
    assert {str(one["SUMMARY"]) for one in daily} == {name}
    assert {str(one["DESCRIPTION"]) for one in daily} == {"Write; it"}
    assert 59 <= len(daily) <= 61
    assert len([one for one in events if one["SUMMARY"] == "Hourly"]) == 200
    assert len({str(one["UID"]) for one in events}) == len(events)
    assert all(one["DTSTART"].dt.tzinfo is not None for one in events)
    assert daily[0]["DTSTART"].dt.astimezone(UTC).hour == 1
    assert not [one for one in events if "ann's" in one["SUMMARY"]]
    assert daily[-1]["DTSTART"].dt < datetime.now(UTC) + timedelta(days=61)


def test_what_has_not_changed_is_not_sent_again(clinic: Team):
    path = feed_of(clinic)
    made = write(clinic, user_id="ann").json()["id"]
    etag = fetch(path)["ETag"]
    assert fetch(path, If_None_Match=etag).status_code == 304
    send(clinic, "patch", f"/{made}", {"name": "Other"})
    assert fetch(path, If_None_Match=etag).status_code == 200


def test_a_new_address_closes_the_one_before(clinic: Team):
    old, new = feed_of(clinic), feed_of(clinic)
    assert (fetch(old).status_code, fetch(new).status_code) == (404, 200)
    [feed] = CalendarFeed.objects.for_tenant(clinic.tenant)
    assert new.split("/")[-1][32:-4] not in str(feed.__dict__)


def test_nothing_else_opens_it(clinic: Team, factory: Team):
    path = feed_of(clinic)
    secret = path.removeprefix("/feeds/").removesuffix(".ics")
    for wrong in (secret[:-1], secret[:-1] + "~", "0" * 32 + secret[32:], "x", secret[:32]):
        assert fetch(f"/feeds/{wrong}.ics").status_code == 404
    assert Client().post(path).status_code == 405
    swapped = secret[:32] + "A" * 43
    assert fetch(f"/feeds/{swapped}.ics").status_code == 404


def test_a_person_who_is_paused_has_an_empty_calendar(clinic: Team):
    made = write(clinic, user_id="ann").json()["id"]
    path = feed_of(clinic)
    assert b"BEGIN:VEVENT" in fetch(path).content
    send(clinic, "post", f"/{made}/pause")
    assert b"BEGIN:VEVENT" not in fetch(path).content


def test_a_member_has_a_calendar_of_what_they_own(clinic: Team):
    write(clinic, name="Own")
    browser = clinic.browser("owner")
    answer = browser.post(f"{URL}/feed", {}, content_type="application/json")
    assert b"SUMMARY:Own" in fetch(urlsplit(answer.json()["url"]).path).content


def test_the_secret_is_in_no_log():
    asked = RequestFactory().get("/feeds/secret.ics")
    assert RequestLogMiddleware.format_request(asked) == "GET /feeds/…"
    other = RequestFactory().get("/api/v1/schedules?limit=1")
    assert RequestLogMiddleware.format_request(other) == "GET /api/v1/schedules?limit=1"
