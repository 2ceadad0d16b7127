"""The pain board over HTTP: what troubles people, what shows it, what is tried, what helped."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.experiences.pains import DATES, confirm, pains_of, solutions_of, tell

if TYPE_CHECKING:
    from tests.cast import Team

PAINS, SOLUTIONS = "/api/v1/pain-points", "/api/v1/solutions"
EXPORT = "the exported file cannot be opened"


def listed(team: Team, **query: Any) -> list[dict[str, Any]]:
    answer = team.client("read").get(PAINS, **query)
    assert answer.status_code == 200
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


def test_a_card_says_how_sure_it_is_and_by_what(clinic: Team):
    tell(clinic, DATES["en"][0], session="a", user_id="li", kind="complaint", days_ago=15)
    tell(clinic, DATES["en"][1], session="b", user_id="wang")
    tell(clinic, DATES["en"][2], session="c", user_id="wang", days_ago=1)
    (card,) = listed(clinic)
    assert (card["title"], card["status"], card["people"]) == (DATES["en"][0], "confirmed", 2)
    assert card["confidence"] == 0.85
    assert card["evidence"] == {
        "complaint": 1,
        "correction": 2,
        "repeated_question": 0,
        "failure": 0,
    }
    assert [one["quote"] for one in card["quotes"]] == [
        DATES["en"][1],
        DATES["en"][2],
        DATES["en"][0],
    ]
    assert len(card["trend"]) == 8
    assert sum(week["sessions"] for week in card["trend"]) == 3
    (solution,) = card["solutions"]
    assert (solution["status"], solution["source"]) == ("proposed", "template")
    assert solution["feedback"] == {"positive": 0, "negative": 0}
    assert card["agent"] == "ward-agent"


def test_at_most_three_quotes_are_shown_the_newest_first(clinic: Team):
    for number in range(5):
        said = f"{DATES['en'][0]}, time {'i' * number}"
        tell(clinic, DATES["en"][0], quote=said, session=f"s-{number}", days_ago=number)
    (card,) = listed(clinic)
    assert len(card["quotes"]) == 3
    times = [one["seen_at"] for one in card["quotes"]]
    assert times == sorted(times, reverse=True)


def test_the_board_is_filtered(clinic: Team):
    confirm(clinic, "zh")
    tell(clinic, EXPORT, session="old", days_ago=20)
    assert [one["language"] for one in listed(clinic)] == ["zh", "en"]
    assert [one["language"] for one in listed(clinic, status="open")] == ["en"]
    assert [one["language"] for one in listed(clinic, language="zh")] == ["zh"]
    since = (timezone.now() - timedelta(days=3)).isoformat()
    assert [one["language"] for one in listed(clinic, since=since)] == ["zh"]
    assert clinic.client("read").get(PAINS, since="yesterday").status_code == 400


def test_pages_follow_each_other(clinic: Team):
    tell(clinic, EXPORT, session="a", days_ago=2)
    confirm(clinic, "zh")
    first = clinic.client("read").get(PAINS, limit=1).json()
    second = clinic.client("read").http.get(first["next"]).json()
    assert [one["title"] for one in second["results"]] == [EXPORT]
    assert second["next"] is None


def queries(team: Team, path: str) -> int:
    client = team.client("read")
    client.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len([one for one in asked if "SAVEPOINT" not in one["sql"]])


@pytest.mark.parametrize("path", [PAINS, SOLUTIONS])
def test_a_list_asks_as_much_for_many_as_for_one(clinic: Team, path: str):
    confirm(clinic)
    few = queries(clinic, path)
    confirm(clinic, "zh", first=10)
    for number, title in enumerate(
        (EXPORT, "give me the totals in euros", "答得太长了，请简短一点")
    ):
        for session in ("a", "b"):
            tell(clinic, title, session=f"{session}-{number}", user_id=session)
    assert len(pains_of(clinic)) >= 4
    assert queries(clinic, path) == few
    assert few <= 10


def test_one_is_opened_by_its_id(clinic: Team):
    pain = confirm(clinic)
    body = clinic.client("read").get(f"{PAINS}/{pain.pk}").json()
    assert (body["id"], body["status"]) == (str(pain.pk), "confirmed")
    assert clinic.client("read").get(f"{PAINS}/{uuid.uuid4()}").status_code == 404


def test_a_reviewer_dismisses_one_and_takes_it_up_again(clinic: Team):
    pain = confirm(clinic)
    review = clinic.client("review")
    dismissed = review.post(f"{PAINS}/{pain.pk}/dismiss", {"reason": "as wanted"})
    assert (dismissed.status_code, dismissed.json()["status"]) == (200, "dismissed")
    assert dismissed.json()["solutions"][0]["status"] == "rejected"
    again = review.post(f"{PAINS}/{pain.pk}/dismiss")
    assert (again.status_code, again.json()["code"]) == (409, "already_dismissed")
    reopened = review.post(f"{PAINS}/{pain.pk}/reopen")
    assert (reopened.status_code, reopened.json()["status"]) == (200, "confirmed")
    assert review.post(f"{PAINS}/{pain.pk}/reopen").json()["code"] == "not_closed"


def test_solutions_are_listed_newest_first_and_filtered(clinic: Team):
    pain = confirm(clinic)
    confirm(clinic, "zh", first=10)
    tell(clinic, EXPORT, session="a")
    tell(clinic, EXPORT, session="b", user_id="li")
    read = clinic.client("read")
    assert len(read.get(SOLUTIONS).json()["results"]) == len(solutions_of(clinic))
    (mine,) = read.get(SOLUTIONS, pain_point=str(pain.pk)).json()["results"]
    assert mine["pain_point"] == str(pain.pk)
    assert read.get(SOLUTIONS, status="helped").json()["results"] == []


def test_feedback_over_http_decides_a_solution(clinic: Team):
    confirm(clinic)
    (solution,) = solutions_of(clinic)
    url = f"{SOLUTIONS}/{solution.pk}/feedback"
    for _ in range(3):
        answer = clinic.client("agent").post(url, {"feedback": "positive", "comment": "works"})
        assert answer.status_code == 200
    body = answer.json()
    assert (body["status"], body["feedback"]) == ("helped", {"positive": 1, "negative": 0})
    assert body["experience"]
    assert listed(clinic)[0]["status"] == "solved"


@pytest.mark.parametrize("body", [{}, {"feedback": "great"}, {"feedback": 1}, {"feedback": None}])
def test_an_unknown_word_is_refused(clinic: Team, body: dict[str, Any]):
    confirm(clinic)
    answer = clinic.client("agent").post(f"{SOLUTIONS}/{solutions_of(clinic)[0].pk}/feedback", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_another_tenants_board_is_not_there(clinic: Team, factory: Team):
    with factory.inside():
        pain = confirm(factory)
        (solution,) = solutions_of(factory)
    assert listed(clinic) == []
    admin = clinic.client("admin")
    assert admin.get(f"{PAINS}/{pain.pk}").status_code == 404
    for path in (f"{PAINS}/{pain.pk}/dismiss", f"{PAINS}/{pain.pk}/reopen"):
        assert admin.post(path).status_code == 404
    body = {"feedback": "negative"}
    assert admin.post(f"{SOLUTIONS}/{solution.pk}/feedback", body).status_code == 404
