"""Reviewers put a text on trial, end the trial, and find the command that pulls it."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Proposal, Skill
from apps.tenants.models import EndUser
from tests.evolution.improvements import improvement
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from tests.cast import Team

PULL = "python -m journeyman_client pull --server http://testserver --into .agents/skills"


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


def read(team: Team, row: Skill | Proposal) -> str:
    page = reverse(f"admin:evolution_{row._meta.model_name}_change", args=[row.pk])
    return html.unescape(team.browser("reviewer").get(page).content.decode())


def send(team: Team, row: Skill | Proposal, **asked: str) -> Any:
    page = reverse(f"admin:evolution_{row._meta.model_name}_change", args=[row.pk])
    return team.browser("reviewer").post(page, asked, follow=True)


def put_on_trial(team: Team, skill: Skill) -> str:
    waiting = improvement(team, skill, 2)
    assert 'name="channel"' in read(team, waiting)
    done = send(team, waiting, decision="approve", note="x", channel="beta")
    return html.unescape(done.content.decode())


def versions(skill: Skill) -> tuple[str | None, str | None]:
    row = Skill.objects.for_tenant(skill.tenant).select_related("current", "beta").get()
    return (row.current and row.current.version, row.beta and row.beta.version)


def test_a_proposal_is_approved_for_the_beta_channel(clinic: Team, skill: Skill):
    said = put_on_trial(clinic, skill)
    assert "beta readers get ward-report-1 1.1.0." in said
    assert versions(skill) == ("1.0.0", "1.1.0")


@pytest.mark.parametrize(
    ("change", "after", "said"),
    [
        ("promote", ("1.1.0", None), "“ward-report-1” 1.1.0 is served to all from now on."),
        ("withdraw", ("1.0.0", None), "“ward-report-1” has no beta version any longer."),
    ],
)
def test_a_trial_ends_on_the_skills_page(
    clinic: Team, skill: Skill, change: str, after: tuple[str, None], said: str
):
    assert f'value="{change}"' not in read(clinic, skill)
    put_on_trial(clinic, skill)
    assert f'value="{change}"' in read(clinic, skill)
    done = send(clinic, skill, change=change, reason="so")
    assert said in html.unescape(done.content.decode())
    assert versions(skill) == after


def test_a_skill_on_trial_alone_cannot_be_withdrawn(clinic: Team):
    waiting = make_proposal(clinic.tenant)
    new = approve_proposal(waiting, by=clinic.members["reviewer"], channel="beta").skill
    page = read(clinic, new)
    assert "So far only the beta channel gets it." in page
    assert ('value="promote"' in page, 'value="withdraw"' in page) == (True, False)
    assert f"{PULL} --channel beta" in page
    refused = send(clinic, new, change="withdraw", reason="so")
    assert refused.status_code == 409
    assert "archive it instead" in refused.content.decode()


def test_the_command_that_pulls_it_is_there_to_copy(clinic: Team, skill: Skill):
    page = read(clinic, skill)
    assert (f"{PULL}</pre>" in page, "--channel beta" in page) == (True, False)
    assert "admin_copy.js" in page
    put_on_trial(clinic, skill)
    assert f"{PULL} --channel beta</pre>" in read(clinic, skill)


@pytest.mark.parametrize("change", [{"status": "archived"}, {"owner": "nurse-7"}])
def test_what_nobody_can_pull_has_no_command(clinic: Team, skill: Skill, change: dict[str, Any]):
    if "owner" in change:
        change = {"owner": EndUser.objects.create(tenant=clinic.tenant, external_id="nurse-7")}
    Skill.objects.for_tenant(clinic.tenant).update(**change)
    assert "journeyman_client" not in read(clinic, skill)


def test_what_cannot_go_to_the_beta_channel_says_so(clinic: Team, skill: Skill):
    waiting = improvement(clinic, skill, 2)
    Skill.objects.for_tenant(clinic.tenant).update(status="stale")
    refused = send(clinic, waiting, decision="approve", note="x", channel="beta")
    assert refused.status_code == 409
    assert "It cannot go to the beta channel alone." in refused.content.decode()
    assert re.search(r'value="beta"\s+checked', refused.content.decode())
