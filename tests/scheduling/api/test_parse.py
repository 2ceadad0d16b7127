"""Words to a proposal, and a proposal to a schedule, over HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.scheduling.models import PersonZone, Schedule, ScheduleProposal
from apps.tenants.models import AuditEvent, EndUser

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/schedules"
NOW = "2026-03-04T10:00:00"


def parse(team: Team, text: str = "", scope: str = "agent", **body: Any) -> Any:
    asked = {"text": text, "user_id": "ann", "timezone": "Asia/Shanghai", **body}
    return team.client(scope).post(f"{URL}/parse", asked)


def confirm(team: Team, scope: str = "agent", **body: Any) -> Any:
    return team.client(scope).post(URL, body)


def test_the_answer_has_the_shape(clinic: Team):
    body = parse(clinic, "每天早上9点提醒我发日报", now=NOW).json()
    assert set(body) == {
        *("verdict", "readings", "task", "reason", "question", "choices", "layer"),
        *("timezone", "spans", "proposal_id", "token"),
    }
    assert (body["verdict"], body["layer"], body["task"]) == ("exact", "rules", "发日报")
    [reading] = body["readings"]
    assert reading["cron"] == ["0 9 * * *"]
    assert reading["description"] == {"zh": "每天09:00", "en": "every day at 09:00"}
    assert len(reading["next_runs"]) == 5
    assert reading["next_runs"][0] == "2026-03-05T09:00:00+08:00"
    assert (reading["timezone"], reading["time_missing"]) == ("Asia/Shanghai", False)


@pytest.mark.parametrize("text", ["取消每天的提醒", "今天天气不错", "what time is it?"])
def test_what_is_no_schedule_leaves_nothing(clinic: Team, text: str):
    body = parse(clinic, text).json()
    assert (body["verdict"], body["token"], body["proposal_id"]) == ("none", None, None)
    assert not ScheduleProposal.objects.for_tenant(clinic.tenant).exists()


def test_parsing_schedules_nothing_and_keeps_no_secret(clinic: Team):
    body = parse(clinic, "every day at 9am").json()
    [proposal] = ScheduleProposal.objects.for_tenant(clinic.tenant)
    assert not Schedule.objects.for_tenant(clinic.tenant).exists()
    assert body["token"] not in str(proposal.__dict__)
    assert proposal.end_user is not None
    assert proposal.end_user.external_id == "ann"


def test_the_zone_is_asked_for_once_and_kept(clinic: Team):
    asked = parse(clinic, "每天早上9点", timezone="").json()
    assert (asked["verdict"], asked["reason"], asked["readings"]) == ("unclear", "zone_missing", [])
    assert asked["question"]
    assert "Asia/Shanghai" in asked["choices"]
    answered = parse(clinic, token=asked["token"], timezone="Asia/Tokyo").json()
    assert (answered["verdict"], answered["timezone"]) == ("exact", "Asia/Tokyo")
    assert parse(clinic, "每天早上9点", timezone="").json()["timezone"] == "Asia/Tokyo"
    assert (
        parse(clinic, "每天早上9点", timezone="", user_id="bob").json()["reason"] == "zone_missing"
    )
    assert PersonZone.objects.for_tenant(clinic.tenant).count() == 1


def test_a_zone_in_the_words_needs_no_other(clinic: Team):
    body = parse(clinic, "every day at 9am New York time", timezone="").json()
    assert (body["verdict"], body["timezone"]) == ("exact", "America/New_York")
    assert not PersonZone.objects.for_tenant(clinic.tenant).exists()


def test_words_count_from_now_in_the_zone_that_they_name(clinic: Team):
    body = parse(clinic, "tomorrow at 9am New York time", now="2026-03-04T01:00:00Z").json()
    assert body["readings"][0]["at"] == "2026-03-04T09:00"


def test_the_teams_zone_is_taken_where_the_person_has_none(clinic: Team):
    zone = {"scheduling": {"timezone": "Europe/Paris"}}
    clinic.tenant.settings = clinic.tenant.settings | zone
    clinic.tenant.save()
    assert parse(clinic, "every day at 9am", timezone="").json()["timezone"] == "Europe/Paris"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "GMT+8h", "../etc/passwd"])
def test_an_unknown_zone_is_refused_by_name(clinic: Team, zone: str):
    answer = parse(clinic, "every day at 9am", timezone=zone)
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_zone")
    assert answer.json()["detail"].startswith("timezone:")


def test_a_key_names_the_person(clinic: Team):
    answer = parse(clinic, "every day at 9am", user_id="")
    assert (answer.status_code, answer.json()["code"]) == (400, "user_id_needed")


def test_a_member_speaks_for_themselves_alone(clinic: Team):
    member = clinic.members["member"]
    EndUser.objects.create(tenant=clinic.tenant, external_id="bob")
    EndUser.objects.create(tenant=clinic.tenant, external_id="me", membership=member)
    browser = clinic.browser("member")
    for user_id, status in (("", 200), ("me", 200), ("bob", 404), ("nobody", 404)):
        body = {"text": "every day at 9am", "timezone": "UTC", "user_id": user_id}
        answer = browser.post(f"{URL}/parse", body, content_type="application/json")
        assert answer.status_code == status, user_id


def test_a_token_makes_one_schedule_however_often(clinic: Team):
    token = parse(clinic, "每天早上9点提醒我发日报").json()["token"]
    first = confirm(clinic, token=token, name="Report")
    again = confirm(clinic, token=token, name="Other")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    assert (first.json()["name"], first.json()["task"]) == ("Report", "发日报")
    assert (first.json()["user_id"], first.json()["target"]["kind"]) == ("ann", "reminder")
    assert Schedule.objects.for_tenant(clinic.tenant).count() == 1
    made = AuditEvent.objects.for_tenant(clinic.tenant).filter(target_kind="schedule")
    assert made.count() == 1


def test_a_reading_is_chosen(clinic: Team):
    body = parse(clinic, "每周一9点开会").json()
    assert body["verdict"] == "ambiguous"
    assert [one["cron"] for one in body["readings"]] == [["0 9 * * 1"], ["0 21 * * 1"]]
    assert body["question"]
    out = confirm(clinic, token=body["token"], reading=2)
    assert (out.status_code, out.json()["code"]) == (400, "no_such_reading")
    assert confirm(clinic, token=body["token"], reading=1).json()["cron"] == ["0 21 * * 1"]


def test_a_missing_time_is_asked_for(clinic: Team):
    body = parse(clinic, "每月1号交房租").json()
    assert body["readings"][0]["time_missing"]
    assert body["readings"][0]["next_runs"] == []
    assert body["question"]
    for time, code in (("", "time_missing"), ("25:00", "invalid_time"), ("soon", "invalid_time")):
        assert confirm(clinic, token=body["token"], time=time).json()["code"] == code
    assert confirm(clinic, token=body["token"], time="09:30").json()["cron"] == ["30 9 1 * *"]


def test_what_expired_is_refused(clinic: Team):
    token = parse(clinic, "every day at 9am").json()["token"]
    past = timezone.now() - timedelta(seconds=1)
    ScheduleProposal.objects.for_tenant(clinic.tenant).update(expires_at=past)
    answer = confirm(clinic, token=token)
    assert (answer.status_code, answer.json()["code"]) == (409, "proposal_expired")


def test_what_is_over_is_refused(clinic: Team):
    token = parse(clinic, "2026年3月5日15:00", now=NOW).json()["token"]
    answer = confirm(clinic, token=token)
    assert (answer.status_code, answer.json()["code"]) == (409, "past")


def test_what_is_unclear_cannot_be_confirmed(clinic: Team):
    body = parse(clinic, "twice a week").json()
    assert (body["verdict"], body["question"] != "") == ("unclear", True)
    assert confirm(clinic, token=body["token"]).json()["code"] == "unclear"


def test_an_unknown_token_is_not_there(clinic: Team, factory: Team):
    assert confirm(clinic, token="nothing").status_code == 404
    with factory.inside():
        token = parse(factory, "every day at 9am").json()["token"]
    with clinic.inside():
        assert confirm(clinic, token=token).status_code == 404


@pytest.mark.parametrize(
    ("said", "words", "crons"),
    [
        ("每天早上9点", "改成10:30", [["30 10 * * *"]]),
        ("每天早上9点", "改成10点", [["0 10 * * *"], ["0 22 * * *"]]),
        ("every day at 9am", "make it 10", [["0 10 * * *"], ["0 22 * * *"]]),
        ("every day at 9am", "make it 10am", [["0 10 * * *"]]),
        ("每周一早上9点", "改成周二", [["0 9 * * 2"]]),
        ("every Monday at 9am", "no, every Tuesday", [["0 9 * * 2"]]),
        ("每月1号", "早上9点", [["0 9 1 * *"]]),
    ],
)
def test_words_change_what_waits(clinic: Team, said: str, words: str, crons: list[list[str]]):
    token = parse(clinic, said).json()["token"]
    body = parse(clinic, words, token=token, timezone="").json()
    assert [one["cron"] for one in body["readings"]] == crons
    assert confirm(clinic, token=token).json()["code"] == "proposal_replaced"
    assert confirm(clinic, token=body["token"]).json()["cron"] == crons[0]


@pytest.mark.parametrize("words", ["hello there", "改成25点", "make it green"])
def test_words_that_change_nothing_leave_it(clinic: Team, words: str):
    token = parse(clinic, "every day at 9am").json()["token"]
    body = parse(clinic, words, token=token).json()
    assert (body["verdict"], body["token"]) == ("unclear", None)
    assert confirm(clinic, token=token).status_code == 201


def test_what_lacks_a_day_is_completed_in_words(clinic: Team):
    token = parse(clinic, "每周提醒我").json()["token"]
    body = parse(clinic, "周五下午3点", token=token).json()
    assert body["verdict"] in ("exact", "ambiguous")
    assert body["readings"][0]["cron"] == ["0 15 * * 5"]


def test_long_words_are_refused(clinic: Team):
    assert parse(clinic, "每天" * 1001).status_code == 400
    assert parse(clinic, "").json()["code"] == "text_needed"


def test_now_may_be_a_wall_clock_or_an_instant(clinic: Team):
    for now in (NOW, "2026-03-04T02:00:00Z", "2026-03-04T03:00:00+01:00"):
        at = parse(clinic, "in 30 minutes", now=now).json()["readings"][0]["at"]
        assert at == "2026-03-04T10:30"
    assert parse(clinic, "in 30 minutes", now="yesterday").json()["code"] == "invalid_moment"
