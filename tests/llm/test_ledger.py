"""A tenant's day has a budget of tokens, told from the rows that calls leave."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from pydantic import BaseModel

from apps.llm.answer import answer
from apps.llm.models import ModelCall
from tests.cast import make_team
from tests.llm.scripted import Turn, model_says

if TYPE_CHECKING:
    from tests.cast import Team


class Word(BaseModel):
    """A small shape."""

    word: str


GOOD = '{"word": "yes"}'  # costs 120 tokens here
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


def ask(team: Team, purpose: str = "extract") -> Word | None:
    return answer(Word, "Which word?", tenant=team.tenant, purpose=purpose)


def outcomes(team: Team) -> list[str]:
    with team.inside():
        rows = ModelCall.objects.for_tenant(team.tenant).order_by("created_at", "pk")
        return list(rows.values_list("outcome", flat=True))


def test_a_spent_budget_asks_nobody_and_says_so_once_a_purpose(factory: Team):
    with model_says(GOOD, model_daily_tokens=200) as script:
        answered = [ask(factory) is not None for _ in range(4)]
        assert ask(factory, "judge") is None
    assert answered == [True, True, False, False]
    assert len(script.asked) == 2
    assert outcomes(factory) == ["answered", "answered", "over_budget", "over_budget"]


def test_the_next_day_has_its_own_budget(factory: Team):
    with model_says(GOOD, model_daily_tokens=100):
        with time_machine.travel(NOON, tick=False):
            assert ask(factory)
            assert ask(factory) is None
        with time_machine.travel(NOON + timedelta(hours=12), tick=False):
            assert ask(factory)


def test_a_tenants_own_budget_comes_before_the_servers(factory: Team):
    with model_says(GOOD, model_daily_tokens=10_000) as script:
        factory.tenant.settings = {"model": {"dailyTokens": 100}}
        assert [ask(factory) is not None for _ in range(2)] == [True, False]
        factory.tenant.settings = {"model": {"dailyTokens": 0}}
        assert ask(factory) is None
    assert len(script.asked) == 1


def test_one_tenants_spending_is_not_another_s(factory: Team):
    other = make_team("workshop")
    with model_says(GOOD, model_daily_tokens=100):
        assert ask(factory)
        assert ask(other)
    with other.inside():
        assert ModelCall.objects.for_tenant(factory.tenant).count() == 0


def test_what_was_spent_stays_when_the_work_around_it_fails(factory: Team):
    with model_says(GOOD):
        ask(factory)
    with pytest.raises(ValueError, match="later"), transaction.atomic():
        raise ValueError("later")
    assert outcomes(factory) == ["answered"]


def test_a_row_knows_only_known_words(factory: Team):
    with factory.inside(), pytest.raises(IntegrityError), transaction.atomic():
        ModelCall.objects.create(tenant=factory.tenant, purpose="chat", model="small")


@pytest.mark.django_db(transaction=True)
def test_calls_at_once_exceed_the_budget_by_themselves_only():
    team = make_team("harbour")

    def ask_from_a_worker(_: int) -> bool:
        try:
            return ask(team) is not None
        finally:
            connection.close()

    slow = model_says(Turn(GOOD, seconds=0.2), model_daily_tokens=100)
    with slow, ThreadPoolExecutor(4) as workers:
        first = list(workers.map(ask_from_a_worker, range(4)))
        later = list(workers.map(ask_from_a_worker, range(4)))
    assert 1 <= sum(first) <= 4
    assert later == [False] * 4
