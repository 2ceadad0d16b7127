"""Memories over HTTP: listed, filtered, searched by person, removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.profiles.models import Memory
from apps.tenants.models import AuditEvent
from tests.profiles.people import memories, person, say

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/memories"


@pytest.fixture
def team(clinic: Team) -> Team:
    for number, said in enumerate(("Our ERP is SAP", "我们厂有三条产线", "I prefer metric units")):
        say(clinic, said, session=f"s-{number}")
    say(clinic, "Our ERP is Oracle", session="other", user="mo")
    return clinic


def texts(team: Team, **query: Any) -> list[str]:
    answer = team.client("read").get(URL, **query)
    assert answer.status_code == 200
    return [one["text"] for one in answer.json()["results"]]


def test_the_list_is_newest_first_and_filtered(team: Team):
    assert texts(team)[0] == "Our ERP is Oracle"
    assert texts(team, user_id="mo") == ["Our ERP is Oracle"]
    assert texts(team, kind="preference") == ["I prefer metric units"]
    assert texts(team, language="zh") == ["我们厂有三条产线"]
    assert texts(team, status="superseded") == []


def test_one_says_whose_it_is_and_why(team: Team):
    (one,) = team.client("read").get(URL, user_id="mo").json()["results"]
    assert (one["user_id"], one["kind"], one["status"]) == ("mo", "fact", "active")
    assert (one["confidence"], one["evidence"][0]["quote"]) == (0.7, "Our ERP is Oracle")
    assert one["conflicts_with"] is None


def test_pages_follow_each_other_in_a_fixed_number_of_queries(team: Team):
    client = team.client("read")
    client.get(URL)
    with CaptureQueriesContext(connection) as few:
        client.get(URL, limit=1)
    with CaptureQueriesContext(connection) as many:
        first = client.get(URL, limit=3).json()
    assert len(few) == len(many)
    second = client.get(first["next"]).json()
    assert len(first["results"]) + len(second["results"]) == 4


def test_a_question_is_answered_from_one_persons_memories(team: Team):
    assert texts(team, q="Which ERP is it?", user_id="lin")[0] == "Our ERP is SAP"
    assert texts(team, q="产线", user_id="lin") == ["我们厂有三条产线"]
    assert texts(team, q="capital of France", user_id="lin") == []
    refused = team.client("read").get(URL, q="ERP")
    assert (refused.status_code, refused.json()["code"]) == (400, "user_id_needed")
    assert team.client("read").get(URL, q="ERP", user_id="nobody").status_code == 404


def test_one_is_removed_for_good_and_the_log_holds_no_word_of_it(team: Team):
    row = Memory.objects.for_tenant(team.tenant).get(text="Our ERP is SAP")
    assert team.client("read").http.delete(f"{URL}/{row.pk}").status_code == 403
    client = team.client("agent").http
    assert client.delete(f"{URL}/{row.pk}").status_code == 204
    assert client.delete(f"{URL}/{row.pk}").status_code == 404
    assert "Our ERP is SAP" not in texts(team, user_id="lin")
    event = AuditEvent.objects.for_tenant(team.tenant).get(action="forget_memory")
    assert (event.target_id, event.detail) == (str(row.pk), {})


def test_a_member_sees_and_removes_their_own_only(team: Team):
    mine = person(team, "mo")
    mine.membership = team.members["member"]
    mine.save()
    browser = team.browser("member")
    assert [one["user_id"] for one in browser.get(URL).json()["results"]] == ["mo"]
    assert browser.get(URL, {"q": "ERP", "user_id": "lin"}).status_code == 404
    theirs = Memory.objects.for_tenant(team.tenant).filter(end_user__external_id="lin").first()
    assert browser.delete(f"{URL}/{theirs.pk}").status_code == 404
    own = Memory.objects.for_tenant(team.tenant).get(end_user=mine)
    assert browser.delete(f"{URL}/{own.pk}").status_code == 204
    assert memories(team, "mo") == [("", "erased")]
