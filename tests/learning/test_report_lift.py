"""A reflection tells what was measured: the best, the worst, and what has no evidence yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal
from apps.learning.domain.report_text import reflection_text
from apps.learning.reflect import reflect
from apps.learning.report_lift import report_lift
from tests.evolution.arms import offer_many
from tests.evolution.proposals import make_proposal
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from tests.cast import Team

GOOD, POOR = ["0.8", "0.9"] * 20, ["0.4", "0.5"] * 5


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


def names(told: dict[str, list[dict[str, Any]]]) -> dict[str, list[str]]:
    return {group: [one["name"] for one in ones] for group, ones in told.items()}


def test_the_best_the_worst_and_the_unproven_are_told(clinic: Team, skill: Skill):
    worse, unknown = write(clinic, "Restart the label printer"), write(clinic, "清点手套")
    offer_many(clinic, skill, GOOD, POOR)
    offer_many(clinic, worse, POOR * 4, GOOD[:10])
    offer_many(clinic, unknown, ["0.5"] * 3, ["0.6"])
    told = report_lift(clinic.tenant)
    assert names(told) == {
        "best": [skill.name],
        "worst": ["Restart the label printer"],
        "no_evidence": ["清点手套"],
    }
    best = told["best"][0]
    assert (best["kind"], best["mean"], best["served"], best["withheld"]) == ("skill", 0.4, 40, 10)


def test_what_was_never_withheld_is_not_told(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.8"] * 3, [])
    assert names(report_lift(clinic.tenant)) == {"best": [], "worst": [], "no_evidence": []}


def test_many_items_cost_as_much_as_one(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.8"], ["0.7"])
    with CaptureQueriesContext(connection) as few:
        report_lift(clinic.tenant)
    for word in ("gloves", "masks", "gowns"):
        offer_many(clinic, write(clinic, f"Order {word}"), ["0.8"], ["0.7"])
    with CaptureQueriesContext(connection) as many:
        report_lift(clinic.tenant)
    assert len(few) == len(many) == 3


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Skills and experiences by lift:"), ("zh", "技能与经验（按增益）:")],
)
def test_it_stands_in_the_report_and_on_its_page(
    clinic: Team, skill: Skill, language: str, title: str
):
    offer_many(clinic, skill, GOOD, POOR)
    written = reflect(clinic.tenant, now=timezone.now(), trigger="manual")
    assert title in reflection_text(written.report, language)
    page = clinic.browser("reviewer").get(
        f"/admin/learning/reflection/{written.pk}/change/", headers={"Accept-Language": language}
    )
    assert "+0.400 [" in page.content.decode()
    assert f"/admin/evolution/skill/{skill.pk}/change/" in page.content.decode()
