"""Profiles over HTTP: each value with its why, corrected, forgotten, switched off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.experiences.models import PainPoint
from apps.profiles.models import Profile
from apps.tenants.models import AuditEvent
from tests.experiences.pains import tell
from tests.profiles.people import learn as learn_run
from tests.profiles.people import person, run_of, say

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/profiles"


@pytest.fixture
def team(clinic: Team) -> Team:
    run = run_of(clinic, "I'm a nurse, please build the weekly report for ward seven")
    run.started_at = timezone.now()
    learn_run(run)
    return clinic


def show(team: Team, user: str = "lin") -> dict[str, Any]:
    answer = team.client("read").get(f"{URL}/{user}")
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


def change(team: Team, body: Any, *, scope: str = "admin", user: str = "lin") -> Any:
    client = team.client(scope).http
    return client.patch(f"{URL}/{user}", body, content_type="application/json")


def test_it_shows_each_value_with_its_why(team: Team):
    body = show(team)
    assert (body["user_id"], body["learning_enabled"]) == ("lin", True)
    role = body["fields"]["role"]
    assert (role["value"], role["source"], role["confidence"]) == ("nurse", "inferred", 0.75)
    assert role["evidence"][0]["quote"] == "I'm a nurse"
    assert set(role["evidence"][0]) == {"trajectory_id", "quote"}
    assert body["fields"]["recent_topics"]["value"] == ["weekly report"]


def test_open_problems_are_among_what_is_known_and_solved_ones_are_not(team: Team):
    open_one = tell(team, "日期列错了，请用 ISO 日期格式", user_id="lin", session="dates")
    tell(team, "打印机总是卡纸", user_id="wang", session="printer")
    assert show(team)["fields"]["active_pain_points"]["value"] == [open_one.title]
    with team.inside():
        PainPoint.objects.for_tenant(team.tenant).update(status="dismissed")
    assert "active_pain_points" not in show(team)["fields"]


def test_who_is_not_known_is_a_404_and_of_whom_nothing_is_known_is_empty(team: Team):
    assert team.client("read").get(f"{URL}/nobody").status_code == 404
    assert change(team, {"learning_enabled": False}, user="nobody").status_code == 404
    person(team, "quiet/one")
    assert show(team, "quiet/one")["fields"] == {}


def test_a_person_corrects_forgets_and_switches_in_one_request(team: Team):
    body = {"fields": {"role": "Head nurse", "industry": None}, "learning_enabled": False}
    answer = change(team, body)
    assert answer.status_code == 200
    shown = answer.json()
    assert shown == show(team)
    assert shown["learning_enabled"] is False
    assert "industry" not in shown["fields"]
    role = shown["fields"]["role"]
    assert (role["value"], role["source"], role["confidence"]) == ("Head nurse", "person", 1.0)
    say(team, "I prefer concise answers", session="s-2")
    assert "communication_style" not in show(team)["fields"]
    actions = AuditEvent.objects.for_tenant(team.tenant).values_list("action", flat=True)
    assert {"correct_profile", "forget_profile", "switch_learning"} <= set(actions)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"fields": {"shoe_size": "43"}}, "fields.shoe_size: There is no such field"),
        ({"fields": {"expertise_level": "guru"}}, "fields.expertise_level: Give one of"),
        ({"fields": {"role": 7}}, "fields.role: Give a text"),
        ({"fields": {"active_pain_points": ["x"]}}, "fields.active_pain_points: "),
        ({"fields": ["role"]}, "fields: "),
        ({"learning_enabled": "perhaps"}, "learning_enabled: "),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_changed(team: Team, body: Any, where: str):
    before = show(team)
    if isinstance(body.get("fields"), dict):
        body = {"fields": {"industry": "retail", **body["fields"]}}
    answer = change(team, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["detail"].startswith(where)
    assert show(team) == before


def test_secrets_are_hidden_in_what_a_person_writes(team: Team):
    key = "ghp_" + "a1B2" * 10
    change(team, {"fields": {"role": f"nurse {key}"}})
    assert key not in str(show(team))


def test_a_member_changes_their_own_only(team: Team):
    browser = team.browser("member")
    ask = {"content_type": "application/json", "data": {"learning_enabled": False}}
    assert browser.patch(f"{URL}/lin", **ask).status_code == 404
    assert browser.get(f"{URL}/lin").status_code == 404
    mine = person(team)
    mine.membership = team.members["member"]
    mine.save()
    assert browser.get(f"{URL}/lin").status_code == 200
    assert browser.patch(f"{URL}/lin", **ask).status_code == 200
    assert Profile.objects.for_tenant(team.tenant).get().learning_enabled is False


def test_it_is_read_in_a_fixed_number_of_queries(team: Team):
    client = team.client("read")
    client.get(f"{URL}/lin")
    with CaptureQueriesContext(connection) as few:
        client.get(f"{URL}/lin")
    for number in range(3):
        say(team, "I usually use PowerBI and Excel", session=f"s-{number}", day=number)
    with CaptureQueriesContext(connection) as many:
        client.get(f"{URL}/lin")
    assert len(few) == len(many)
