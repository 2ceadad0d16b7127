"""A person's memories are found by meaning and words; another's, and irrelevant ones, never."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.llm.embedding import embedder
from apps.profiles.correct_profile import switch_learning
from apps.profiles.learning_allowed import profile_of
from apps.profiles.models import Memory
from apps.profiles.recall_memories import recall_memories, standing_wishes
from tests.profiles.people import person, profile, say

if TYPE_CHECKING:
    from tests.cast import Team

SAID = (
    "Our ERP is SAP",
    "我们厂有三条产线",
    "the export fails if the file is open",
    "I prefer metric units",
    "记住先停机再换刀",
)


@pytest.fixture
def team(clinic: Team) -> Team:
    for number, said in enumerate(SAID):
        say(clinic, said, session=f"s-{number}")
    say(clinic, "Our ERP is Oracle", session="other", user="mo")
    return clinic


def found(team: Team, message: str, *, user: str = "lin", most: int = 3) -> list[str]:
    vector = embedder().embed([message])[0].tolist()
    theirs = profile_of(team.tenant, person(team, user))
    recalled = recall_memories(theirs, message, vector, embedder_id=embedder().id, most=most)
    return [one.memory.text for one in recalled]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("Which ERP do we have?", SAID[0]),
        ("产线的排班怎么做", SAID[1]),
        ("why does the export fail", SAID[2]),
        ("should I use metric or imperial units", SAID[3]),
        ("换刀的步骤是什么", SAID[4]),
    ],
)
def test_a_message_finds_what_helps_with_it(team: Team, message: str, text: str):
    assert found(team, message)[0] == text


@pytest.mark.parametrize("message", ["What is the capital of France?", "写一首关于春天的诗", "的"])
def test_an_unrelated_message_finds_nothing(team: Team, message: str):
    assert found(team, message) == []


def test_each_finds_their_own_only(team: Team, factory: Team):
    assert found(team, "Which ERP do we have?", user="mo") == ["Our ERP is Oracle"]
    assert "Our ERP is Oracle" not in found(team, "Which ERP do we have?", most=20)
    with factory.inside():
        assert found(factory, "Which ERP do we have?") == []


def test_what_is_superseded_or_forgotten_is_not_recalled(team: Team):
    say(team, "Our ERP is Oracle now", session="s-9", day=5)
    assert SAID[0] not in found(team, "Which ERP do we have?", most=20)


def test_switched_off_nothing_is_recalled(team: Team):
    switch_learning(profile(team), on=False, by="lin")
    assert found(team, "Which ERP do we have?") == []


def test_vectors_of_another_source_are_not_compared(team: Team):
    Memory.objects.for_tenant(team.tenant).update(embedder_id="another")
    assert found(team, "Which ERP do we have?") == []


def test_recall_asks_the_database_once(team: Team):
    who = profile(team)
    vector = embedder().embed(["ERP"])[0].tolist()
    with CaptureQueriesContext(connection) as asked:
        recall_memories(who, "ERP", vector, embedder_id=embedder().id, most=5)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("message", "wishes"),
    [
        ("Summarize the incident of yesterday", ["I prefer metric units"]),
        ("写一份产线的周报", ["I prefer metric units"]),
        ("What is the capital of France?", []),
        ("restart the server", []),
    ],
)
def test_wishes_for_every_answer_stand_where_one_is_written(
    team: Team, message: str, wishes: list[str]
):
    assert [one.text for one in standing_wishes(profile(team), message, most=3)] == wishes
