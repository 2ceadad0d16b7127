"""Schedules over HTTP: by hand, listed, changed, paused, fired now, handed over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.scheduling.models import RunState, Schedule, ScheduleRun
from apps.tenants.models import Agent, EndUser

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/schedules"


def write(team: Team, scope: str = "admin", **body: Any) -> Any:
    when = {} if {"cron", "rrule", "every", "at"} & body.keys() else {"cron": "0 9 * * 1-5"}
    return team.client(scope).post(URL, {"timezone": "Asia/Shanghai", **when, **body})


def send(team: Team, method: str, path: str, body: Any = None, scope: str = "admin") -> Any:
    http = team.client(scope).http
    return getattr(http, method)(f"{URL}{path}", body or {}, content_type="application/json")


@pytest.mark.parametrize(
    ("when", "kind"),
    [
        ({"cron": "0 9 * * 1-5"}, "cron"),
        ({"cron": ["30 8 * * *", "0 17 * * *"]}, "cron"),
        ({"rrule": "FREQ=MONTHLY;BYDAY=2MO;BYHOUR=9"}, "rrule"),
        ({"rrule": "FREQ=WEEKLY;INTERVAL=2", "starts_at": "2099-01-05T09:00"}, ""),
        ({"every": "PT45M"}, "interval"),
        ({"at": f"{datetime.now(UTC) + timedelta(days=3):%Y-%m-%dT15:00}"}, "once"),
    ],
)
def test_a_schedule_is_written_by_hand(clinic: Team, when: dict[str, Any], kind: str):
    answer = write(clinic, user_id="ann", **when)
    if not kind:
        assert answer.json()["code"] == "out_of_range"
        return
    body = answer.json()
    assert (answer.status_code, body["kind"], body["status"]) == (201, kind, "active")
    assert body["next_run_at"] == body["next_runs"][0]
    assert body["description"]["zh"]
    assert (body["user_id"], body["owner"]) == ("ann", "owner@clinic.example")


@pytest.mark.parametrize(
    ("when", "code"),
    [
        ({"cron": "0 9 * *"}, "invalid_cron"),
        ({"cron": "61 9 * * *"}, "invalid_cron"),
        ({"cron": "* * * * * *"}, "cron_of_five_fields"),
        ({"cron": "0 9 * * *", "every": "PT1H"}, "say_when_once"),
        ({"rrule": "FREQ=SECONDLY"}, "rrule_frequency"),
        ({"rrule": "FREQ=DAILY;BYHOUR=9;BYSECOND=30"}, "rrule_seconds"),
        ({"rrule": "FREQ=DAILY"}, "time_missing"),
        ({"rrule": "FREQ=WEEKLY;BYHOUR=9"}, "day_missing"),
        ({"rrule": "FREQ=DAILY;BYSETPOS=5;BYHOUR=1"}, "rrule_parts"),
        ({"rrule": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1"}, "never_fires"),
        ({"rrule": "FREQ=DAILY;BYHOUR=9;COUNT=3;UNTIL=20990101"}, "rrule_ends_twice"),
        ({"rrule": "FREQ=DAILY;BYHOUR=9;UNTIL=20200101"}, "past"),
        ({"rrule": "FREQ=DAILY;BYHOUR=9;COUNT=99999"}, "rrule_count"),
        ({"every": "PT1S"}, "too_short"),
        ({"every": "soon"}, "invalid_duration"),
        ({"at": "2020-01-01T09:00"}, "past"),
        ({"at": "tomorrow"}, "invalid_moment"),
        ({"timezone": "Mars/Olympus"}, "unknown_zone"),
        ({"timezone": ""}, "zone_missing"),
    ],
)
def test_what_is_no_schedule_is_refused(clinic: Team, when: dict[str, Any], code: str):
    answer = write(clinic, **when)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert not Schedule.objects.for_tenant(clinic.tenant).exists()


def test_a_wall_time_is_that_of_the_zone(clinic: Team):
    body = write(clinic, cron="0 9 * * *").json()
    assert body["next_run_at"].endswith("T09:00:00+08:00")
    row = Schedule.objects.for_tenant(clinic.tenant).get()
    assert row.next_run_at is not None
    assert row.next_run_at.astimezone(UTC).hour == 1


def test_lists_are_filtered(clinic: Team):
    Agent.objects.create(tenant=clinic.tenant, name="a")
    write(clinic, user_id="ann", tags=["work"])
    write(clinic, user_id="bob", target={"kind": "agent", "ref": "a"})
    paused = write(clinic).json()["id"]
    send(clinic, "post", f"/{paused}/pause", {"reason": "Holidays"})
    for query, count in (
        ({}, 3),
        ({"user_id": "ann"}, 1),
        ({"tag": "work"}, 1),
        ({"tag": "wor"}, 0),
        ({"target": "agent"}, 1),
        ({"status": "paused"}, 1),
        ({"owner": "OWNER@clinic.example"}, 3),
        ({"owner": "member@clinic.example"}, 0),
    ):
        listed = clinic.client("read").get(URL, **query).json()["results"]
        assert len(listed) == count, query


def test_pages_follow_each_other(clinic: Team):
    made = [write(clinic, name=str(number)).json()["id"] for number in range(3)]
    page = clinic.client("read").get(URL, limit=2).json()
    rest = clinic.client("read").http.get(page["next"]).json()
    assert [one["id"] for one in page["results"] + rest["results"]] == made[::-1]


def test_the_list_costs_the_same_however_long(clinic: Team, django_assert_max_num_queries: Any):
    for number in range(6):
        write(clinic, user_id=f"p{number}")
    with django_assert_max_num_queries(8):
        assert len(clinic.client("read").get(URL).json()["results"]) == 6


def test_an_agents_key_sees_the_person_it_names(clinic: Team):
    made = write(clinic, user_id="ann").json()["id"]
    agent = clinic.client("agent")
    assert agent.get(URL).json()["code"] == "user_id_needed"
    assert len(agent.get(URL, user_id="ann").json()["results"]) == 1
    assert agent.get(URL, user_id="bob").json()["results"] == []
    assert agent.get(f"{URL}/{made}", user_id="ann").status_code == 200
    assert agent.get(f"{URL}/{made}", user_id="bob").status_code == 404
    paused = send(clinic, "post", f"/{made}/pause?user_id=bob", scope="agent")
    assert paused.status_code == 404


def test_a_member_manages_their_own(clinic: Team):
    mine = EndUser.objects.create(
        tenant=clinic.tenant, external_id="me", membership=clinic.members["member"]
    )
    made = write(clinic, user_id=mine.external_id).json()
    other = write(clinic, user_id="ann").json()
    assert made["owner"] == "member@clinic.example"
    browser = clinic.browser("member")
    listed = browser.get(URL).json()["results"]
    assert [one["id"] for one in listed] == [made["id"]]
    for row, status in ((made, 200), (other, 404)):
        answer = browser.post(f"{URL}/{row['id']}/pause", {}, content_type="application/json")
        assert answer.status_code == status
    seen = clinic.browser("reviewer").get(f"{URL}/{other['id']}")
    changed = clinic.browser("reviewer").delete(f"{URL}/{other['id']}")
    assert (seen.status_code, changed.status_code) == (200, 404)


def test_a_schedule_is_changed(clinic: Team):
    made = write(clinic, task="Report").json()
    path = f"/{made['id']}"
    body = send(clinic, "patch", path, {"name": "Daily", "tags": ["a", "a"]}).json()
    assert (body["name"], body["tags"], body["cron"]) == ("Daily", ["a"], made["cron"])
    body = send(clinic, "patch", path, {"timezone": "Europe/London"}).json()
    assert (body["cron"], body["timezone"]) == (made["cron"], "Europe/London")
    assert body["next_run_at"] != made["next_run_at"]
    body = send(clinic, "patch", path, {"every": "PT2H"}).json()
    assert (body["kind"], body["cron"], body["every"]) == ("interval", [], "PT2H")
    assert send(clinic, "patch", path, {"cron": "x"}).json()["code"] == "invalid_cron"
    body = send(clinic, "patch", path, {"max_runs": 3}).json()
    assert (body["every"], body["max_runs"]) == ("PT2H", 3)


def test_a_pause_has_a_reason_and_an_end(clinic: Team):
    made = write(clinic).json()
    paused = send(clinic, "post", f"/{made['id']}/pause", {"reason": "Holidays"}).json()
    assert (paused["status"], paused["pause_reason"]) == ("paused", "Holidays")
    assert (paused["next_run_at"], paused["next_runs"]) == (None, [])
    resumed = send(clinic, "post", f"/{made['id']}/resume").json()
    assert (resumed["status"], resumed["pause_reason"]) == ("active", "")
    assert resumed["next_run_at"] == made["next_run_at"]


def test_it_runs_now_and_says_what_it_did(clinic: Team):
    made = write(clinic).json()
    run = send(clinic, "post", f"/{made['id']}/run-now")
    assert (run.status_code, run.json()["by_hand"]) == (202, True)
    at = timezone.now() - timedelta(days=1)
    schedule = Schedule.objects.for_tenant(clinic.tenant).get()
    ScheduleRun.objects.create(
        tenant=clinic.tenant,
        schedule=schedule,
        scheduled_for=at,
        state=RunState.MISSED,
        detail="It was late.",
    )
    listed = clinic.client("read").get(f"{URL}/{made['id']}/runs").json()["results"]
    assert [one["state"] for one in listed] == ["due", "missed"]
    missed = clinic.client("read").get(f"{URL}/{made['id']}/runs", state="missed").json()
    assert [one["detail"] for one in missed["results"]] == ["It was late."]
    assert listed[0]["idempotency_key"].startswith("schedule-run:")


def test_runs_cost_the_same_however_many(clinic: Team, django_assert_max_num_queries: Any):
    made = write(clinic).json()["id"]
    schedule = Schedule.objects.for_tenant(clinic.tenant).get()
    for day in range(5):
        at = timezone.now() - timedelta(days=day)
        ScheduleRun.objects.create(tenant=clinic.tenant, schedule=schedule, scheduled_for=at)
    with django_assert_max_num_queries(8):
        answer = clinic.client("read").get(f"{URL}/{made}/runs").json()
    assert len(answer["results"]) == 5


def test_the_next_times_are_shown(clinic: Team):
    made = write(clinic).json()["id"]
    body = clinic.client("read").get(f"{URL}/{made}/preview", count=7).json()
    assert len(body["next_runs"]) == 7
    assert body["timezone"] == "Asia/Shanghai"
    assert (
        len(clinic.client("read").get(f"{URL}/{made}/preview", count="x").json()["next_runs"]) == 5
    )


def test_a_schedule_is_removed(clinic: Team):
    made = write(clinic).json()["id"]
    assert send(clinic, "delete", f"/{made}").status_code == 204
    assert clinic.client("read").get(f"{URL}/{made}").status_code == 404


def test_what_a_leaving_member_has_is_handed_over(clinic: Team):
    write(clinic)
    body = {"from": "owner@clinic.example", "to": "admin@clinic.example"}
    moved = send(clinic, "post", "/transfer", body).json()
    assert moved == {"transferred": 1}
    schedule = Schedule.objects.for_tenant(clinic.tenant).get()
    assert schedule.owner == clinic.members["admin"]
    for giver, taker, code in (
        ("nobody@clinic.example", "admin@clinic.example", "unknown_member"),
        ("admin@clinic.example", "admin@clinic.example", "same_member"),
    ):
        answer = send(clinic, "post", "/transfer", {"from": giver, "to": taker})
        assert answer.json()["code"] == code


@pytest.mark.parametrize("target", ["tool", "pipeline"])
def test_who_may_not_run_a_target_may_not_schedule_it(clinic: Team, target: str):
    body = {"cron": "0 9 * * *", "timezone": "UTC", "target": {"kind": target, "ref": "report"}}
    browser = clinic.browser("member")
    answer = browser.post(URL, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    assert answer.json()["detail"].startswith("target.kind: ")
    reminder = {**body, "target": {"kind": "reminder"}}
    mine = browser.post(URL, reminder, content_type="application/json").json()["id"]
    Schedule.objects.for_tenant(clinic.tenant).update(target=target)
    for method, path in (("patch", ""), ("post", "/run-now")):
        ask = getattr(browser, method)
        refused = ask(f"{URL}/{mine}{path}", {"name": "x"}, content_type="application/json")
        assert refused.json()["code"] == "permission_denied"
    stopped = browser.post(f"{URL}/{mine}/pause", {}, content_type="application/json")
    assert stopped.status_code == 200
