"""What may be done with a proposal in each state, and how long a reviewer's claim on one lasts."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from apps.errors import Conflict

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

CLAIM_LASTS = timedelta(hours=4)
# `answer` is the engine's; all else is a reviewer's. Approved is final: the skill lives on.
TRANSITIONS: Mapping[str, Mapping[str, str]] = {
    "pending": {
        "approve": "approved",
        "edit": "pending",
        "reject": "rejected",
        "revise": "revising",
        "quarantine": "quarantined",
        "claim": "pending",
        "release": "pending",
    },
    "revising": {
        "answer": "pending",
        "reopen": "pending",
        "reject": "rejected",
        "quarantine": "quarantined",
    },
    "quarantined": {
        "reopen": "pending",
        "reject": "rejected",
        "claim": "quarantined",
        "release": "quarantined",
    },
    "rejected": {"reopen": "pending"},
    "approved": {},
}
FINAL_STATES = frozenset({"approved"})
# Undecided: of these a pattern has one at a time.
OPEN_STATES = ("pending", "revising", "quarantined")
# Left with words that say why.
REASONED_STATES = ("revising", "quarantined", "rejected")
OF_TEXT = frozenset({"edit", "revise"})
ACTIONS = frozenset(action for actions in TRANSITIONS.values() for action in actions)


def next_state(state: str, action: str) -> str:
    """Say which state an action leads to.

    Raises `Conflict` where it leads nowhere: `already_decided` of what was approved or rejected,
    else `wrong_state`.
    """
    following = TRANSITIONS[state].get(action)
    if following is None:
        code = "wrong_state" if state in OPEN_STATES else "already_decided"
        raise Conflict(code, f"It is {state}: '{action}' is not possible now.")
    return following


def allowed_actions(state: str, *, has_text: bool = True) -> frozenset[str]:
    """List what may be done in a state; a demotion has no text that could be another."""
    return frozenset(TRANSITIONS[state]) - (frozenset() if has_text else OF_TEXT)


def is_claim_fresh(claimed_at: datetime | None, now: datetime) -> bool:
    """Tell whether a claim still holds: it fades four hours after it was made."""
    return claimed_at is not None and now - claimed_at < CLAIM_LASTS
