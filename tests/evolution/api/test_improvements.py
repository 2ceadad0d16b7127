"""The log of a skill's improvements and its policy over HTTP, and on the admin's page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import translation

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Improvement, Skill
from tests.evolution.lessons import correction, lesson, repair, served_skill, teach_skill

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return served_skill(clinic)


def url(skill: Skill, part: str = "improvements") -> str:
    return f"/api/v1/skills/{skill.name}/{part}"


def test_the_log_tells_what_led_to_what(clinic: Team, skill: Skill):
    approve_proposal(teach_skill(clinic, skill, repair()), by=clinic.members["reviewer"])
    teach_skill(clinic, skill, correction(), "user_correction")
    later, first = clinic.client("read").get(url(skill)).json()["results"]
    assert (first["trigger"], first["version"], first["waits"]) == ("error_repair", "1.1.0", False)
    assert (later["trigger"], later["version"]) == ("user_correction", None)
    assert (later["proposal_status"], later["detail"]) == ("pending", "Changes: Pitfalls.")
    line = Improvement.objects.for_tenant(clinic.tenant).get(trigger="error_repair")
    assert first["trajectory_id"] == str(line.trajectory_id)


def test_a_page_costs_the_same_however_many_lines(
    clinic: Team, skill: Skill, django_assert_max_num_queries: Any
):
    for _ in range(5):
        lesson(clinic, skill)
    key = clinic.client("read")
    with django_assert_max_num_queries(8):
        page = key.get(url(skill), limit=2).json()
    with django_assert_max_num_queries(8):
        assert len(key.get(url(skill), limit=5).json()["results"]) == 5
    rest = key.http.get(page["next"]).json()["results"]
    assert len({one["id"] for one in [*page["results"], *rest]}) == 4


def test_a_reviewer_sets_the_policy(clinic: Team, skill: Skill):
    body = {"change_policy": "frozen", "reason": "before the audit"}
    answer = clinic.client("review").post(url(skill, "policy"), body)
    assert (answer.status_code, answer.json()["change_policy"]) == (200, "frozen")
    again = clinic.client("review").post(url(skill, "policy"), body)
    assert (again.status_code, again.json()["code"]) == (409, "already_set")
    wrong = clinic.client("review").post(url(skill, "policy"), {"change_policy": "melted"})
    assert wrong.status_code == 400
    assert clinic.client("agent").post(url(skill, "policy"), body).status_code == 403


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_admins_page_shows_the_log_and_changes_the_policy(
    clinic: Team, skill: Skill, language: str
):
    teach_skill(clinic, skill, repair())
    browser = clinic.browser("reviewer")
    page = f"/admin/evolution/skill/{skill.pk}/change/"
    with translation.override(language):
        shown = browser.get(page, headers={"accept-language": language}).content.decode()
    assert "Pitfalls" in shown
    assert 'value="freeze"' in shown
    sent = browser.post(page, {"change": "freeze", "reason": "audit"})
    assert sent.status_code == 302
    skill.refresh_from_db()
    assert skill.change_policy == "frozen"
