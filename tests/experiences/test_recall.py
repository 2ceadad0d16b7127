"""What helps with a message is found by meaning and by words, in both languages; else nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apps.experiences.models import Experience
from apps.experiences.recall import recall_experiences
from apps.llm.embedding import embedder
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from tests.cast import Team

KNOWN = (
    "Build the weekly quality report for ward seven",
    "生成月度护理质量报表",
    "Reconcile the supplier invoices with the purchase orders",
    "修复登录页面的报错",
    "Restart the label printer when it prints blank pages",
)


@pytest.fixture
def team(clinic: Team) -> Team:
    for pattern in KNOWN:
        write(clinic, pattern)
    return clinic


def found(team: Team, message: str, most: int = 3) -> list[str]:
    vector = embedder().embed([message])[0].tolist()
    recalled = recall_experiences(
        team.tenant, message, vector, embedder_id=embedder().id, most=most
    )
    return [one.experience.pain_pattern for one in recalled]


QUESTIONS = {
    "How do I make the quality report of a ward?": KNOWN[0],
    "帮我做一份这个月的护理质量报表": KNOWN[1],
    "the invoices of the supplier do not match the orders": KNOWN[2],
    "供应商的发票和采购订单对不上": KNOWN[2],
    "login page shows an error": KNOWN[3],
    "登录报错了": KNOWN[3],
    "the printer prints empty labels": KNOWN[4],
}


def test_a_question_finds_what_answers_it_in_either_language(team: Team):
    assert {question: found(team, question)[:1] for question in QUESTIONS} == {
        question: [answer] for question, answer in QUESTIONS.items()
    }


def test_a_question_about_something_else_finds_nothing(team: Team):
    for question in ("What is the capital of France?", "今天天气怎么样", "写一首关于春天的诗"):
        assert found(team, question) == [], question


def test_at_most_so_many_are_answered_the_best_first(team: Team):
    for number in range(4):
        write(team, f"Build the weekly quality report for ward {number + 20}")
    best = found(team, KNOWN[0], most=2)
    assert (len(best), best[0]) == (2, KNOWN[0])


def test_an_identifier_that_is_named_is_found_exactly(team: Team):
    write(team, "Pump P-4711 stops with a code", "Reset it")
    write(team, "Pump P-4712 stops with a code", "Call the maker")
    assert found(team, "what about P-4712?")[:1] == ["Pump P-4712 stops with a code"]


def test_what_is_archived_is_not_recalled(team: Team):
    Experience.objects.for_tenant(team.tenant).update(status="archived")
    assert found(team, KNOWN[0]) == []


def test_vectors_of_another_source_are_not_compared(team: Team):
    Experience.objects.for_tenant(team.tenant).update(embedder_id="another")
    assert found(team, KNOWN[0]) == []


def test_another_tenants_experience_is_not_recalled(team: Team, factory: Team):
    with factory.inside():
        assert found(factory, KNOWN[0]) == []
