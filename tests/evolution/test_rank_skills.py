"""A message is routed to the skills that fit it, in either language, or to none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Skill
from apps.evolution.rank_skills import TRIGGERED, RankedSkill, rank_skills
from apps.llm.embedding import embedder
from tests.evolution.proposals import make_proposal, skill_text

if TYPE_CHECKING:
    from tests.cast import Team


def add(team: Team, name: str, title: str, **fields: Any) -> Skill:
    """Approve a skill with these words, whatever the gate thinks of its likeness to others."""
    description = fields.pop("description", f"{title}. Use it when this is asked for.")
    text = skill_text(name, title, description=description, **{"triggers": (), **fields})
    proposal = make_proposal(team.tenant, name=name, title=title, content=text)
    return approve_proposal(proposal, by=team.members["reviewer"], note="for the test").skill


def ranked(team: Team, message: str, most: int = 3) -> list[RankedSkill]:
    vector = embedder().embed([message])[0].tolist()
    return rank_skills(team.tenant, message, vector, embedder_id=embedder().id, most=most)


def names(team: Team, message: str) -> list[str]:
    return [one.skill.name for one in ranked(team, message)]


@pytest.fixture
def team(clinic: Team) -> Team:
    add(clinic, "ward-report", "Build the weekly quality report of a ward")
    add(clinic, "ping-zheng", "核对供应商发票与采购订单")
    add(clinic, "fix-printer", "Repair the label printer", triggers=("blank labels", "标签空白"))
    return clinic


QUESTIONS = {
    "make the quality report of ward seven": "ward-report",
    "帮我做病区的护理质量周报": "ward-report",
    "发票和订单对不上": "ping-zheng",
    "match the supplier invoices with the orders": "ping-zheng",
    "we get Blank Labels since noon": "fix-printer",
    "打出来的标签空白": "fix-printer",
}


def test_a_message_finds_its_skill_in_either_language(team: Team):
    assert {said: names(team, said)[:1] for said in QUESTIONS} == {
        said: [name] for said, name in QUESTIONS.items()
    }


def test_a_message_about_something_else_finds_none(team: Team):
    for said in ("What is the capital of France?", "今天天气怎么样", "write me a poem"):
        assert names(team, said) == [], said


def test_a_trigger_that_is_said_decides(team: Team):
    (best,) = ranked(team, "blank labels", most=1)
    assert best.match.similarity >= TRIGGERED


def test_a_trigger_inside_another_word_is_not_said(team: Team):
    add(team, "review-change", "Review a pull request", triggers=("PR", "art"))
    said = "improve the startup of the coffee machine"
    assert "review-change" not in names(team, said)
    assert names(team, "please look at this PR")[:1] == ["review-change"]


def test_only_what_is_served_is_found(team: Team):
    Skill.objects.for_tenant(team.tenant).filter(name="ward-report").update(status="archived")
    Skill.objects.for_tenant(team.tenant).filter(name="ping-zheng").update(status="stale")
    assert names(team, "make the quality report of ward seven") == []
    assert names(team, "发票和订单对不上") == []


def test_of_equals_the_more_trusted_comes_first(team: Team):
    add(team, "twin-report", "Build the weekly quality report of a ward")
    rows = Skill.objects.for_tenant(team.tenant)
    for trusted, doubted in (("twin-report", "ward-report"), ("ward-report", "twin-report")):
        rows.filter(name=trusted).update(trust="0.900")
        rows.filter(name=doubted).update(trust="0.100")
        Skill.objects.for_tenant(team.tenant).filter(name__endswith="report").update(words=[])
        assert names(team, "build the quality report of the ward")[0] == trusted


def test_another_tenants_skills_are_not_found(team: Team, factory: Team):
    with factory.inside():
        assert names(factory, "make the quality report of ward seven") == []


def test_of_equal_ones_the_recommended_comes_first_and_is_marked(clinic: Team):
    for name in ("report-a", "report-b"):
        add(clinic, name, "Build the quality report", triggers=("quality report",))
    Skill.objects.for_tenant(clinic.tenant).filter(name="report-b").update(trust="0.800", uses=5)
    first, second = ranked(clinic, "the quality report, please")
    assert (first.skill.name, first.recommended) == ("report-b", True)
    assert (second.skill.name, second.recommended) == ("report-a", False)
