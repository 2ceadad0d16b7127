"""The client against the real server: what is approved, on trial, promoted or archived there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.promote_beta import promote_beta
from apps.evolution.retire_skill import archive_skill
from journeyman_client.errors import ClientError
from journeyman_client.pull import pull
from journeyman_client.server import Server
from shelf import outcomes, tree
from tests.cast import make_team
from tests.evolution.improvements import improvement
from tests.evolution.packages import hand_in
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from journeyman_client.pull import Wish
    from tests.cast import Team


@pytest.fixture
def team(transactional_db: None) -> Team:
    """A team whose rows the server sees."""
    return make_team("clinic")


def test_the_life_of_a_skill_reaches_the_folder(live_server: LiveServer, team: Team, wish: Wish):
    server, by = Server(live_server.url, team.keys["agent"]), team.members["reviewer"]
    with team.inside():
        skill = approve_proposal(make_proposal(team.tenant), by=by).skill
        hand_in(team, references__scale=b"x")
    assert outcomes(pull(server, wish)) == {
        skill.name: ("written", ""),
        "weigh-pallet": ("written", ""),
    }
    assert outcomes(pull(server, wish))[skill.name] == ("unchanged", "")
    first = tree(wish.into)
    assert set(first) == {
        f"{skill.name}/SKILL.md",
        "weigh-pallet/SKILL.md",
        "weigh-pallet/references/scale.md",
    }
    with team.inside():
        approve_proposal(improvement(team, skill, 2), by=by, note="x", channel="beta")
    assert outcomes(pull(server, wish))[skill.name] == ("unchanged", "")
    assert outcomes(pull(server, replace(wish, channel="beta"))) == {
        skill.name: ("updated", ""),
        "weigh-pallet": ("unchanged", ""),
    }
    assert b"week 2" in tree(wish.into)[f"{skill.name}/SKILL.md"]
    assert outcomes(pull(server, wish))[skill.name] == ("updated", ""), "back to stable"
    assert tree(wish.into) == first
    with team.inside():
        promote_beta(skill, by=by, reason="so")
    assert outcomes(pull(server, wish))[skill.name] == ("updated", "")
    with team.inside():
        archive_skill(skill, by=by, reason="so")
    assert outcomes(pull(server, wish))[skill.name] == ("removed", "")
    assert {one.split("/")[0] for one in tree(wish.into)} == {"weigh-pallet"}


def test_a_copy_that_is_current_is_known_to_be(live_server: LiveServer, team: Team, wish: Wish):
    server = Server(live_server.url, team.keys["read"])
    with team.inside():
        hand_in(team, references__scale=b"x")
    pull(server, wish)
    asked: list[bool] = []
    get = server.get

    def listen(path: str, **more: object) -> object:
        answer = get(path, **more)
        asked.append(answer.is_same)
        return answer

    server.get = listen
    pull(server, wish)
    assert asked == [True]


@pytest.mark.parametrize(("scope", "code"), [("ingest", "key_scope"), ("", "key_refused")])
def test_a_key_that_may_not_pull_is_told_so(
    live_server: LiveServer, team: Team, wish: Wish, scope: str, code: str
):
    key = team.keys[scope] if scope else "jm_agent_nobody_x"
    with pytest.raises(ClientError, check=lambda one: one.code == code):
        pull(Server(live_server.url, key), wish)
    assert not wish.into.exists()
