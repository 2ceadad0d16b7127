"""Reviewers archive, revive, pin and roll back in the admin, each time with a reason."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from apps.evolution.models import Layer, Serving, Skill, SkillVersion
from apps.tenants.models import AuditEvent
from tests.evolution.arms import offer_many
from tests.evolution.packages import BODY, hand_in, skill_file

if TYPE_CHECKING:
    from django.test import Client

    from tests.cast import Team


@pytest.fixture
def skill(clinic: Team) -> Skill:
    hand_in(clinic, references__scale=b"x")
    return hand_in(clinic, skill_file(BODY + "3. Note it.\n")).skill


def page_of(row: Skill | SkillVersion) -> str:
    return reverse(f"admin:evolution_{row._meta.model_name}_change", args=[row.pk])


def read(browser: Client, row: Skill | SkillVersion) -> str:
    answer = browser.get(page_of(row))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def change(browser: Client, row: Skill | SkillVersion, what: str, reason: str = "so") -> Any:
    return browser.post(page_of(row), {"change": what, "reason": reason})


def first_version(team: Team) -> SkillVersion:
    return SkillVersion.objects.for_tenant(team.tenant).get(version="1.0.0")


@pytest.mark.parametrize(
    ("what", "before", "after", "said"),
    [
        ("archive", ("active", False), ("archived", False), "“weigh-pallet” is archived."),
        ("revive", ("archived", False), ("active", False), "“weigh-pallet” is served again."),
        ("pin", ("stale", False), ("active", True), "“weigh-pallet” is pinned."),
        ("unpin", ("active", True), ("active", False), "“weigh-pallet” is not pinned."),
    ],
)
def test_a_reviewer_changes_what_is_served(
    clinic: Team,
    skill: Skill,
    what: str,
    before: tuple[str, bool],
    after: tuple[str, bool],
    said: str,
):
    status, pinned = before
    Skill.objects.for_tenant(clinic.tenant).update(status=status, pinned=pinned)
    browser = clinic.browser("reviewer")
    assert f'value="{what}"' in read(browser, skill)
    answer = change(browser, skill, what)
    assert (answer.status_code, answer.headers["Location"]) == (302, page_of(skill))
    assert said in read(browser, skill)
    skill.refresh_from_db()
    assert (skill.status, skill.pinned) == after
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action=what)
    assert (event.actor, event.detail["reason"]) == ("reviewer@clinic.example", "so")


def test_an_older_version_is_brought_back_from_its_page(clinic: Team, skill: Skill):
    browser, first = clinic.browser("reviewer"), first_version(clinic)
    page = read(browser, first)
    assert "Bring back 1.0.0 as a new version" in page
    assert "references/scale.md" in page
    answer = change(browser, first, "roll_back")
    assert answer.headers["Location"] == page_of(skill)
    assert "“weigh-pallet” has the text of 1.0.0 again, as 1.2.0." in read(browser, skill)
    assert "Bring back" not in read(browser, first)


def test_a_shipped_skill_is_not_rolled_back(clinic: Team, skill: Skill):
    Skill.objects.for_tenant(clinic.tenant).update(layer=Layer.BUILTIN)
    assert "Bring back" not in read(clinic.browser("reviewer"), first_version(clinic))


@pytest.mark.parametrize(
    ("what", "reason", "status", "said"),
    [
        ("archive", " ", 400, "Say why: the reason is kept."),
        ("revive", "so", 409, "It is served already."),
        ("explode", "so", 400, "explode"),
        ("archive", "x" * 2001, 400, "2000"),
    ],
)
def test_what_is_refused_says_why_and_keeps_what_was_typed(
    clinic: Team, skill: Skill, what: str, reason: str, status: int, said: str
):
    answer = change(clinic.browser("reviewer"), skill, what, reason)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == status
    assert said in page
    assert f"\n{reason}</textarea>" in page


def test_who_may_not_review_changes_nothing(clinic: Team, skill: Skill):
    browser = clinic.browser("member")
    assert change(browser, skill, "archive").status_code in {302, 403}
    skill.refresh_from_db()
    assert skill.status == "active"


def test_another_tenants_skill_is_not_changed(clinic: Team, skill: Skill, factory: Team):
    answer = change(factory.browser("reviewer"), skill, "archive")
    assert answer.status_code == 302
    assert page_of(skill) not in answer.headers["Location"]
    with clinic.inside():
        skill.refresh_from_db()
    assert skill.status == "active"


def test_the_page_tells_what_a_skill_brings_and_how_it_was_used(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.8", "0.9"] * 20, ["0.4", "0.5"] * 5)
    Serving.objects.for_tenant(clinic.tenant).filter(withheld=False).update(followed=True)
    page = clinic.browser("reviewer").get(page_of(skill)).content.decode()
    assert 'role="img" aria-label="Lift +0.400, between' in page
    assert "followed 40" in page
    assert "went without 10" in page


def test_a_recommended_skill_is_marked_in_the_list(clinic: Team, skill: Skill):
    list_page = "/admin/evolution/skill/"
    browser = clinic.browser("reviewer")
    assert "recommended" not in browser.get(list_page).content.decode()
    Skill.objects.for_tenant(clinic.tenant).update(trust="0.900", uses=5)
    assert "0.90 · recommended" in browser.get(list_page).content.decode()
