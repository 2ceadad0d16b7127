"""A model that fails again and again is left alone for a while, and asked again after it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from pydantic import BaseModel
from redis.exceptions import ConnectionError as CacheIsDown

from apps.llm.answer import answer
from apps.llm.circuit import MOST_FAILURES, is_paused, note_failure
from apps.llm.models import ModelCall
from apps.llm.server import configured_server
from tests.llm.scripted import Turn, model_says

if TYPE_CHECKING:
    from tests.cast import Team


class Word(BaseModel):
    """A small shape."""

    word: str


GOOD = '{"word": "yes"}'
DOWN = Turn(status=500, error={"message": "down"})


def ask(team: Team) -> Word | None:
    return answer(Word, "Which word?", tenant=team.tenant, purpose="judge")


def outcomes(team: Team) -> list[str]:
    with team.inside():
        rows = ModelCall.objects.for_tenant(team.tenant).order_by("created_at")
        return list(rows.values_list("outcome", flat=True))


def test_a_dead_model_is_paused_and_leaves_no_more_rows(factory: Team):
    with model_says(DOWN) as script:
        assert [ask(factory) for _ in range(6)] == [None] * 6
    assert outcomes(factory) == ["error"] * MOST_FAILURES
    assert len(script.asked) == 2 * MOST_FAILURES  # each once again, by the client


def test_after_the_pause_one_failure_starts_the_next_and_an_answer_ends_it(
    factory: Team, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("apps.llm.circuit.PAUSE_SECONDS", 1)
    with model_says(DOWN) as script:
        server = configured_server(factory.tenant)
        assert server
        for _ in range(MOST_FAILURES):
            ask(factory)
        time.sleep(1.1)
        ask(factory)
        assert is_paused(server)
        time.sleep(1.1)
        script.turns = [Turn(GOOD)]
        assert ask(factory) == Word(word="yes")
        script.turns = [DOWN]
        ask(factory)
        assert not is_paused(server)


@pytest.mark.parametrize(
    "turn",
    [Turn("no json"), Turn(status=400, error={"message": "too long"})],
)
def test_a_bad_answer_or_question_pauses_nobody(turn: Turn, factory: Team):
    with model_says(turn):
        for _ in range(MOST_FAILURES + 1):
            ask(factory)
    assert len(outcomes(factory)) == MOST_FAILURES + 1


def test_another_model_of_the_server_is_not_paused_with_it(factory: Team):
    with model_says(GOOD):
        server = configured_server(factory.tenant)
        assert server
        for _ in range(MOST_FAILURES):
            note_failure(replace(server, model="other"))
        assert is_paused(replace(server, model="other"))
        assert ask(factory)


def test_without_a_cache_nothing_is_paused(factory: Team, monkeypatch: pytest.MonkeyPatch):
    def down(*_: object, **__: object) -> None:
        raise CacheIsDown

    with model_says(GOOD):
        monkeypatch.setattr(cache, "get", down)
        monkeypatch.setattr(cache, "delete", down)
        assert ask(factory)
