"""POST /trajectories/{id}/feedback: a word or a share is taken, all else refused by name."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest

from apps.feedback.models import Score
from tests.feedback.judging import judge
from tests.make import make_trajectory

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.fixture
def url(clinic: Team) -> str:
    run = make_trajectory(clinic.tenant, tools=["Read"])
    judge(clinic)
    return f"/api/v1/trajectories/{run.pk}/feedback"


def test_a_judgement_is_shown_at_once(clinic: Team, url: str):
    said = {"positive": 1.0, "negative": 0.0, 0.8: 0.8, 0: 0.0, 1: 1.0, 0.35: 0.35}
    for feedback, score in said.items():
        answer = clinic.client("agent").post(url, {"feedback": feedback, "comment": "数字对得上"})
        assert answer.status_code == 200, feedback
        assert (answer.json()["score"], answer.json()["score_source"]) == (score, "user")
    comments = Score.objects.for_tenant(clinic.tenant).filter(source="user").values_list("comment")
    assert set(comments) == {("数字对得上",)}


NO_JUDGEMENTS: list[Any] = ["neutral", "NaN", "中性", "", 1.5, -1, True, None, [], {}]


def test_what_is_no_judgement_is_refused_with_the_field_named(clinic: Team, url: str):
    for feedback in NO_JUDGEMENTS:
        answer = clinic.client("agent").post(url, {"feedback": feedback})
        assert answer.status_code == 400, feedback
        assert answer.json()["detail"].startswith("feedback:"), feedback
    assert not Score.objects.for_tenant(clinic.tenant).filter(source="user").exists()


def test_what_is_no_json_is_refused(clinic: Team, url: str):
    for body in (b'{"feedback": NaN}', b'{"feedback": Infinity}', b"{oops"):
        answer = clinic.client("agent").post_raw(url, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_json"), body


def test_a_body_without_the_field_is_refused(clinic: Team, url: str):
    for body in (b"{}", b'{"comment": "good"}', b"[]", b'"positive"', b"null"):
        answer = clinic.client("agent").post_raw(url, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), body


def test_a_comment_has_a_limit(clinic: Team, url: str):
    answer = clinic.client("agent").post(url, {"feedback": 1, "comment": "x" * 5001})
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("comment:")


def test_a_members_judgement_bears_their_name(clinic: Team, url: str):
    browser = clinic.browser("reviewer")
    answer = browser.post(url, {"feedback": 0.4}, content_type="application/json")
    assert answer.json()["score_source"] == "reviewer"
    assert Score.objects.for_tenant(clinic.tenant).get(source="reviewer").by == (
        "reviewer@clinic.example"
    )


def test_only_who_may_judge_judges(clinic: Team, url: str):
    may = {"ingest": 403, "read": 403, "agent": 200, "review": 200, "admin": 200}
    for scope, status in may.items():
        assert clinic.client(scope).post(url, {"feedback": "positive"}).status_code == status


def test_a_key_issued_to_review_judges_as_a_reviewer(clinic: Team, url: str):
    for scope, source in {"agent": "user", "admin": "user", "review": "reviewer"}.items():
        answer = clinic.client(scope).post(url, {"feedback": 0.4})
        assert answer.json()["score_source"] == source, scope


def test_a_run_that_is_not_there_is_not_found(clinic: Team):
    url = f"/api/v1/trajectories/{uuid.uuid4()}/feedback"
    answer = clinic.client("agent").post(url, {"feedback": "positive"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
