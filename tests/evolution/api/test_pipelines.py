"""Pipelines over HTTP: listed, read, handed in, rolled back, archived; and their approval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.evolution.write_pipeline import write_pipeline
from apps.learning.propose_pipelines import propose_pipelines
from tests.evolution.chains import record_news
from tests.evolution.test_review_pipeline import TEXT

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/pipelines"
ONE = f"{URL}/ward-briefing"


@pytest.fixture
def written(clinic: Team) -> Any:
    return write_pipeline(clinic.tenant, TEXT, by="ada@clinic.example").pipeline


def test_the_list_shows_what_a_caller_chooses_by(clinic: Team, written: Any):
    [shown] = clinic.client("agent").get(URL).json()["results"]
    assert shown["name"] == "ward-briefing"
    assert (shown["version"], shown["status"], shown["language"]) == ("1.0.0", "active", "en")
    assert (shown["tools"], "content" in shown) == (["get_figures"], False)
    assert clinic.client("agent").get(URL, status="archived").json()["results"] == []


def test_the_list_costs_the_same_however_long(clinic: Team, django_assert_max_num_queries: Any):
    for number in range(12):
        text = TEXT.replace("ward-briefing", f"ward-briefing-{number}")
        write_pipeline(clinic.tenant, text, by="ada")
    with django_assert_max_num_queries(8):
        page = clinic.client("agent").get(URL).json()
    assert len(page["results"]) == 12
    with django_assert_max_num_queries(8):
        clinic.client("agent").get(f"{URL}/ward-briefing-1/versions")


def test_one_is_opened_with_its_text_and_its_versions(clinic: Team, written: Any):
    agent = clinic.client("agent")
    assert agent.get(ONE).json()["content"] == TEXT
    [version] = agent.get(f"{ONE}/versions").json()["results"]
    assert (version["version"], version["approved_by"]) == ("1.0.0", "ada@clinic.example")


def test_the_file_is_kept_until_it_changes(clinic: Team, written: Any):
    answer = clinic.client("agent").get(f"{ONE}.yaml")
    assert (answer.content.decode(), answer["Content-Type"]) == (
        TEXT,
        "application/yaml; charset=utf-8",
    )
    http = clinic.client("agent").http
    assert http.get(f"{ONE}.yaml", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    written.status = "archived"
    written.save(update_fields=["status"])
    assert clinic.client("agent").get(f"{ONE}.yaml").status_code == 404


def test_a_person_hands_one_in(clinic: Team):
    review = clinic.client("review")
    made = review.post(URL, {"content": TEXT})
    assert (made.status_code, made.json()["outcome"]) == (201, "created")
    again = review.post(URL, {"content": TEXT})
    assert (again.status_code, again.json()["outcome"]) == (200, "unchanged")
    assert clinic.client("agent").post(URL, {"content": TEXT}).status_code == 403


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"content": "name: x"}, "invalid_pipeline"),
        ({"content": TEXT.replace("inputs.ward", "inputs.bed")}, "gate_failed"),
        ({"content": TEXT, "override": "I say so"}, "override_refused"),
    ],
)
def test_what_cannot_be_taken_is_said(clinic: Team, body: dict[str, str], code: str):
    answer = clinic.client("review").post(URL, body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_it_is_rolled_back_archived_and_revived(clinic: Team, written: Any):
    write_pipeline(clinic.tenant, TEXT.replace("病区日报", "晨报"), by="ada")
    review = clinic.client("review")
    back = review.post(f"{ONE}/rollback", {"version": "1.0.0", "reason": "better"}).json()
    assert (back["version"], back["pipeline"]["title"]) == ("1.2.0", "病区日报")
    assert review.post(f"{ONE}/archive", {"reason": "unused"}).json()["status"] == "archived"
    assert review.post(f"{ONE}/archive", {"reason": "unused"}).status_code == 409
    assert review.post(f"{ONE}/revive", {"reason": "needed"}).json()["status"] == "active"
    assert review.post(f"{ONE}/archive", {}).status_code == 400


def test_a_proposal_is_found_by_its_kind_and_approved(clinic: Team):
    record_news(clinic.tenant)
    [made] = propose_pipelines(clinic.tenant, now=timezone.now())
    review = clinic.client("review")
    assert review.get("/api/v1/proposals", kind="skill").json()["results"] == []
    [shown] = review.get("/api/v1/proposals", kind="pipeline").json()["results"]
    assert (shown["id"], shown["kind"], shown["diff"]) == (str(made.pk), "pipeline", "")
    answer = review.post(f"/api/v1/proposals/{made.pk}/approve", {}).json()
    assert (answer["version"], answer["pipeline"]["name"]) == ("1.0.0", made.name)
    assert "skill" not in answer
