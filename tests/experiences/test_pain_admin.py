"""Reviewers look at pain points and solutions in the admin, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.experiences.judge_solution import judge_solution
from tests.experiences.pains import DATES, confirm, pains_of, plant_pain, solutions_of, tell

if TYPE_CHECKING:
    from tests.cast import Team

MODELS = ("painpoint", "solution")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_page_shows_the_quotes_and_what_is_tried(clinic: Team, language: str):
    pain = confirm(clinic)
    (solution,) = solutions_of(clinic)
    judge_solution(solution, "positive", by="owner", comment="works", now=timezone.now())
    browser = clinic.browser("reviewer")
    browser.cookies["django_language"] = language
    page = browser.get(reverse("admin:experiences_painpoint_change", args=[pain.pk]))
    assert page.status_code == 200
    for said in (*DATES["en"][:2], solution.steps[-1]):
        assert said in page.content.decode()
    page = browser.get(reverse("admin:experiences_solution_change", args=[solution.pk]))
    assert "works" in page.content.decode()
    for model in MODELS:
        assert browser.get(reverse(f"admin:experiences_{model}_changelist")).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_a_list_asks_as_much_for_many_as_for_one(clinic: Team, model: str):
    browser, path = clinic.browser("admin"), reverse(f"admin:experiences_{model}_changelist")

    def asked() -> int:
        browser.get(path)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        return len([one for one in queries if "SAVEPOINT" not in one["sql"]])

    confirm(clinic)
    few = asked()
    confirm(clinic, "zh", first=10)
    for session in ("x", "y"):
        tell(clinic, "the exported file cannot be opened", session=session, user_id=session)
    assert asked() == few


def test_another_tenants_rows_are_not_shown(clinic: Team, factory: Team):
    with factory.inside():
        pain = confirm(factory)
    browser = clinic.browser("admin")
    listed = browser.get(reverse("admin:experiences_painpoint_changelist"))
    assert DATES["en"][0] not in listed.content.decode()
    page = browser.get(reverse("admin:experiences_painpoint_change", args=[pain.pk]))
    assert page.status_code == 302


def test_planted_troubles_are_each_their_own(clinic: Team):
    for word in ("one", "two"):
        plant_pain(clinic, word)
    assert [one.status for one in pains_of(clinic)] == ["confirmed"] * 2
    assert [one.status for one in solutions_of(clinic)] == ["accepted"] * 2
