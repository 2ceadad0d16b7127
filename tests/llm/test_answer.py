"""A question ends in an answer of the asked shape or in None, and always in the ledger."""

from __future__ import annotations

import logging
import uuid
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from pydantic import BaseModel, Field, SecretStr

from apps.llm.answer import answer
from apps.llm.models import ModelCall
from tests.llm.scripted import Turn, model_at, model_says
from tests.loopback import dead_address

if TYPE_CHECKING:
    from tests.cast import Team


class City(BaseModel):
    """A small shape."""

    name: str = Field(max_length=40)
    people: int = Field(ge=0)


GOOD = '{"name": "Delft", "people": 103000}'
SECRET = "sk-test-1234567890abcdefghij"


def ask(team: Team, prompt: str = "Which city?", **words: object) -> City | None:
    return answer(City, prompt, tenant=team.tenant, purpose="extract", **words)  # type: ignore[arg-type]


def ledger(team: Team) -> list[ModelCall]:
    with team.inside():
        return list(ModelCall.objects.for_tenant(team.tenant).order_by("created_at"))


def test_nobody_is_asked_where_no_model_is_set_up(factory: Team):
    assert ask(factory) is None
    assert ledger(factory) == []


def test_an_answer_has_the_shape_and_a_row(factory: Team):
    with model_says(GOOD, model_api_key=SecretStr(SECRET)) as script:
        assert ask(factory, instructions="Be exact.") == City(name="Delft", people=103000)
    [row] = ledger(factory)
    assert (row.outcome, row.model, row.purpose) == ("answered", "small", "extract")
    assert (row.input_tokens, row.output_tokens, row.cost) == (100, 20, None)
    assert script.keys == [f"Bearer {SECRET}"]
    assert script.asked[0]["response_format"]["type"] == "json_schema"
    assert script.asked[0]["max_tokens"] == 1200
    assert [one["role"] for one in script.asked[0]["messages"]] == ["system", "user"]


def test_anthropic_is_asked_in_its_own_words(factory: Team):
    with model_says(GOOD, model_provider="anthropic", model_api_key=SecretStr(SECRET)) as script:
        assert ask(factory) == City(name="Delft", people=103000)
    assert script.keys[0].removeprefix("Bearer ") == SECRET
    assert script.asked[0]["tools"][0]["name"] == "final_result"
    assert ledger(factory)[0].outcome == "answered"


@pytest.mark.parametrize("kind", ["prompt", "tool"])
def test_a_server_without_schemas_can_be_asked_otherwise(kind: str, factory: Team):
    with model_says(GOOD, model_output=kind) as script:
        ask(factory)
    assert ("tools" in script.asked[0]) == (kind == "tool")
    assert script.asked[0].get("response_format", {}).get("type") != "json_schema"


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Delft", "people": 103000',
        '```json\n{"name": "Delft", "people": 103000}\n```',
        'Here it is: {"name": "Delft", "people": 103000} I hope that helps!',
        "{'name': 'Delft', people: 103000,}",
        '{"name": "Delft", "people": 103000}{"name": "Delft", "people": 103000}',
    ],
)
def test_an_answer_that_is_nearly_right_is_read_without_asking_again(text: str, factory: Team):
    with model_says(Turn(text, finish="length")) as script:
        assert ask(factory) == City(name="Delft", people=103000)
    assert len(script.asked) == 1


def test_a_wrong_answer_is_asked_for_once_more(factory: Team):
    with model_says('{"name": "Delft", "people": -5}', GOOD) as script:
        assert ask(factory) == City(name="Delft", people=103000)
    [row] = ledger(factory)
    assert (row.outcome, row.input_tokens, len(script.asked)) == ("repaired", 200, 2)


@pytest.mark.parametrize("text", ["I do not know.", "[1, 2]", "", '{"city": "Delft"}', "[" * 9000])
def test_what_stays_wrong_is_no_answer(text: str, factory: Team):
    with model_says(text) as script:
        assert ask(factory) is None
    assert len(script.asked) == 2
    assert ledger(factory)[0].outcome == "invalid"


@pytest.mark.parametrize(
    ("turn", "outcome", "error"),
    [
        (Turn(status=400, error={"code": "bad_schema", "message": "You said: Which city?"}),
         "refused", "ModelRequestRejectedError 400 bad_schema"),
        (Turn(status=401, error={"message": SECRET}), "refused", "ModelAuthenticationError 401"),
        (Turn(status=429, error={"message": "slow"}), "error", "ModelRateLimitError 429"),
        (Turn(status=500, error={"message": "oops"}), "error", "ModelServerError 500"),
        (Turn(status=503, error={"message": "loading"}), "error", "ModelUnavailableError 503"),
    ],
)  # fmt: skip
def test_a_failure_is_none_and_is_named_without_the_servers_words(
    turn: Turn, outcome: str, error: str, factory: Team
):
    with model_says(turn):
        assert ask(factory) is None
    [row] = ledger(factory)
    assert (row.outcome, row.error, row.input_tokens) == (outcome, error, 0)


def test_a_server_that_is_slow_is_left_in_time(factory: Team):
    with model_says(Turn(GOOD, seconds=3), model_timeout_seconds=1):
        assert ask(factory, "x" * 400) is None
    [row] = ledger(factory)
    assert row.outcome == "timeout"
    assert 900 < row.duration_ms < 2500
    assert row.input_tokens == 100  # estimated: the server may have read it


def test_a_server_that_is_not_there_is_none(factory: Team):
    with model_at(dead_address()):
        assert ask(factory) is None
    assert ledger(factory)[0].outcome == "error"


def test_tokens_that_a_server_does_not_count_are_estimated(factory: Team):
    with model_says(Turn(GOOD, counts=False)):
        ask(factory, "x" * 400)
    [row] = ledger(factory)
    assert row.input_tokens == 100
    assert row.output_tokens > 0


def test_a_price_makes_a_cost(factory: Team):
    with model_says(GOOD, model_input_price=Decimal("2.5"), model_output_price=Decimal(10)):
        ask(factory)
    assert ledger(factory)[0].cost == Decimal("0.000450")


def test_a_tenant_may_name_another_model_whose_price_is_not_known(factory: Team):
    factory.tenant.settings = {"reflection": {"auxiliaryModel": "large"}}
    with model_says(GOOD, model_input_price=Decimal(1), model_output_price=Decimal(1)) as script:
        ask(factory)
    assert script.asked[0]["model"] == "large"
    assert (ledger(factory)[0].model, ledger(factory)[0].cost) == ("large", None)


def test_the_same_thing_is_asked_about_once(factory: Team):
    subject = uuid.uuid4()
    with model_says(GOOD) as script:
        answers = [ask(factory, subject_id=subject) for _ in range(3)]
    assert [one is None for one in answers] == [False, True, True]
    assert (len(script.asked), len(ledger(factory))) == (1, 1)


def test_a_caller_that_holds_a_transaction_is_refused(factory: Team):
    refused = pytest.raises(RuntimeError, match="durable")
    with model_at(dead_address()), transaction.atomic(), refused:
        ask(factory)


def test_neither_prompt_nor_key_is_logged(factory: Team, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    with model_says(
        "nonsense",
        Turn(status=500, error={"message": "Which city?"}),
        model_api_key=SecretStr(SECRET),
    ):
        ask(factory, "Which city lies by the river?")
    assert "river" not in caplog.text
    assert SECRET not in caplog.text


def test_another_program_s_key_is_not_sent_to_a_server_of_one_s_own(
    factory: Team, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with model_says(GOOD) as script:
        ask(factory)
    assert script.keys == ["Bearer none"]


def test_a_worker_whose_time_is_up_says_so_and_stops(
    factory: Team, monkeypatch: pytest.MonkeyPatch
):
    def out_of_time(*_: object, **__: object) -> None:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr("apps.llm.conversation.ask", out_of_time)
    with model_at(dead_address()), pytest.raises(SoftTimeLimitExceeded):
        ask(factory)
    assert ledger(factory)[0].outcome == "timeout"
