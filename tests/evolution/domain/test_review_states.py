"""Every state has a way out, and what is not legal is refused with both of its names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from apps.errors import Conflict
from apps.evolution.domain.review_states import (
    ACTIONS,
    CLAIM_LASTS,
    FINAL_STATES,
    OPEN_STATES,
    REASONED_STATES,
    TRANSITIONS,
    allowed_actions,
    is_claim_fresh,
    next_state,
)
from apps.evolution.models import ProposalStatus

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
LEGAL = [
    (state, action, after) for state, way in TRANSITIONS.items() for action, after in way.items()
]
ILLEGAL = [
    (state, action) for state in TRANSITIONS for action in ACTIONS - TRANSITIONS[state].keys()
]


def test_the_table_knows_the_states_of_the_model_and_no_others():
    assert set(TRANSITIONS) == set(ProposalStatus.values)
    assert {after for _, _, after in LEGAL} <= set(TRANSITIONS)
    assert {*OPEN_STATES, *REASONED_STATES, *FINAL_STATES} == set(TRANSITIONS)


@pytest.mark.parametrize("state", sorted(set(TRANSITIONS) - FINAL_STATES))
def test_every_state_has_a_way_back_to_the_queue_or_to_an_end(state: str):
    assert {after for after in TRANSITIONS[state].values() if after != state}
    reached = {state}
    for _ in TRANSITIONS:
        reached |= {after for one in reached for after in TRANSITIONS[one].values()}
    assert {"pending", "approved", "rejected"} <= reached


def test_what_was_approved_is_final():
    assert sorted(FINAL_STATES) == ["approved"]
    assert allowed_actions("approved") == frozenset()


@pytest.mark.parametrize(("state", "action", "after"), LEGAL)
def test_a_legal_action_leads_to_its_state(state: str, action: str, after: str):
    assert next_state(state, action) == after
    assert action in allowed_actions(state)


@pytest.mark.parametrize(("state", "action"), sorted(ILLEGAL))
def test_an_illegal_action_is_refused_by_the_names_of_both(state: str, action: str):
    with pytest.raises(Conflict) as refused:
        next_state(state, action)
    assert state in refused.value.detail
    assert f"'{action}'" in refused.value.detail
    expected = "wrong_state" if state in OPEN_STATES else "already_decided"
    assert refused.value.code == expected


@pytest.mark.parametrize(
    ("since", "fresh"),
    [
        (timedelta(0), True),
        (CLAIM_LASTS - timedelta(seconds=1), True),
        (CLAIM_LASTS, False),
        (timedelta(days=3), False),
    ],
)
def test_a_claim_fades_after_four_hours(since: timedelta, fresh: bool):
    assert is_claim_fresh(NOW - since, NOW) is fresh
    assert not is_claim_fresh(None, NOW)
