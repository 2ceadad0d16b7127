"""Who goes without: always the same answer, the share that is asked for, each item by itself."""

from __future__ import annotations

import subprocess
import sys
import uuid
from decimal import Decimal

import pytest

from apps.evolution.domain.holdout import is_withheld

ITEM, OTHER = (uuid.UUID(int=number) for number in (7, 8))
TENTH = Decimal("0.10")
SESSIONS = [f"session-{number}" for number in range(10_000)]


def withheld_from(item: uuid.UUID, share: Decimal) -> set[str]:
    return {session for session in SESSIONS if is_withheld(item, session, share)}


@pytest.mark.parametrize("session", ["session-1", "会话-1", "a/b c", ""])
def test_another_process_answers_the_same(session: str):
    said = (
        "import uuid; from decimal import Decimal; "
        "from apps.evolution.domain.holdout import is_withheld; "
        f"print(is_withheld(uuid.UUID(int=7), {session!r}, Decimal('0.5')))"
    )
    found = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == str(is_withheld(ITEM, session, Decimal("0.5")))


@pytest.mark.parametrize("share", ["0.01", "0.10", "0.50", "0.90"])
def test_the_share_of_sessions_is_what_was_asked_for(share: str):
    found = len(withheld_from(ITEM, Decimal(share))) / len(SESSIONS)
    assert abs(found - float(share)) < 0.02


def test_none_goes_without_at_0_and_all_do_at_1():
    assert withheld_from(ITEM, Decimal(0)) == set()
    assert withheld_from(ITEM, Decimal(1)) == set(SESSIONS)


def test_what_is_withheld_of_one_item_says_nothing_of_another():
    both = withheld_from(ITEM, Decimal("0.5")) & withheld_from(OTHER, Decimal("0.5"))
    assert abs(len(both) / len(SESSIONS) - 0.25) < 0.02


def test_a_larger_share_keeps_those_of_a_smaller_one():
    assert withheld_from(ITEM, TENTH) < withheld_from(ITEM, Decimal("0.20"))
