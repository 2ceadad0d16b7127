"""POST /context: what the team knows that helps, in the promised shape, to whom it may be told."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Proposal
from tests.experiences.drafts import write
from tests.learning.sessions import REPORT, run_of, teach_each

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/context"


def ask(team: Team, message: str, **body: Any) -> dict[str, Any]:
    answer = team.client("agent").post(URL, {"message": message, **body})
    assert answer.status_code == 200
    shown: dict[str, Any] = answer.json()
    return shown


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_skill_and_an_experience_are_told_in_the_promised_shape(clinic: Team, language: str):
    teach_each(clinic, *(run_of(intent) for intent in REPORT[language]))
    made = Proposal.objects.for_tenant(clinic.tenant).get()
    approve_proposal(made, by=clinic.members["reviewer"])
    write(clinic, f"{REPORT[language][0]}, by hand", "open the template")
    shown = ask(clinic, REPORT[language][0], agent="ward-agent", user_id="u", session_id="s-9")
    assert set(shown) == {
        *("text", "tokens", "serving_id", "experiences", "profile", "skills"),
        *("memories", "solutions", "withheld", "question"),
    }
    (skill,), (known,) = shown["skills"], shown["experiences"]
    assert (skill["name"], skill["version"]) == (made.name, "1.0.0")
    assert set(skill) == {"name", "version", "description", "similarity", "recommended"}
    assert set(known) == {
        *("id", "pain_pattern", "solution_steps", "outcome", "similarity", "why"),
    }
    assert 0.9 < known["similarity"] <= 1
    assert shown["tokens"] > 0
    assert uuid.UUID(shown["serving_id"])


def test_nothing_relevant_is_an_empty_answer(clinic: Team):
    shown = ask(clinic, "今天天气怎么样", session_id="s-1")
    assert (shown["text"], shown["experiences"], shown["skills"]) == ("", [], [])
    assert shown["tokens"] == 0


def test_the_budget_is_kept(clinic: Team):
    for number in range(5):
        write(clinic, f"生成第 {number} 病区的护理质量周报", *(f"步骤{n}" for n in range(12)))
    assert 0 < ask(clinic, "生成护理质量周报", max_tokens=200)["tokens"] <= 200


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "message"),
    ({"message": "x" * 100_001}, "message"),
    ({"message": "x", "max_tokens": 49}, "max_tokens"),
    ({"message": "x", "max_tokens": "many"}, "max_tokens"),
    ({"message": "x", "session_id": "s" * 201}, "session_id"),
    ({"message": {"text": "x"}}, "message"),
]


def test_a_wrong_field_is_named(clinic: Team):
    for body, field in WRONG:
        answer = clinic.client("agent").post(URL, body)
        assert answer.status_code == 400, body
        assert answer.json()["detail"].startswith(f"{field}:"), body


def test_odd_messages_are_answered(clinic: Team):
    write(clinic, "生成护理质量周报")
    for message in ("", "\u0000", "🎉" * 999, "报" * 50_000, "' OR 1=1 --", "{0} %s {}"):
        ask(clinic, message, session_id="s-1")


def test_half_a_character_does_not_cost_the_answer(clinic: Team):
    write(clinic, "生成护理质量周报")
    body = '{"message": "生成护理质量周报 \\ud83d", "session_id": "s-1"}'.encode()
    answer = clinic.client("agent").post_raw(URL, body)
    assert (answer.status_code, len(answer.json()["experiences"])) == (200, 1)


def test_only_keys_that_may_be_told_are_told(clinic: Team):
    may = {"ingest": 403, "read": 403, "review": 403, "agent": 200, "admin": 200}
    for scope, status in may.items():
        assert clinic.client(scope).post(URL, {"message": "x"}).status_code == status, scope
