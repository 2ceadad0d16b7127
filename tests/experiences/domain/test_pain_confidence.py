"""Confidence grows with the sessions that show a trouble, and fades with their age."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from apps.experiences.domain.pain_confidence import (
    CONFIRMED,
    TRANSIENT_WEIGHT,
    WEIGHTS,
    Sign,
    decay,
    pain_confidence,
)

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def signs(*weights: Decimal | str, days_old: int = 0) -> list[Sign]:
    seen = NOW - timedelta(days=days_old)
    return [Sign(f"s-{number}", Decimal(one), seen) for number, one in enumerate(weights)]


@pytest.mark.parametrize(
    ("weights", "confidence"),
    [
        ([], "0.000"),
        (["0.50"], "0.500"),
        (["0.50", "0.50"], "0.750"),
        (["0.50", "0.40"], "0.700"),
        (["0.30", "0.30", "0.30"], "0.657"),
        (["0.5"] * 40, "0.999"),
    ],
)
def test_doubts_multiply(weights: list[str], confidence: str):
    assert pain_confidence(signs(*weights), now=NOW) == Decimal(confidence)


@pytest.mark.parametrize(
    ("kind", "sessions"),
    [("correction", 2), ("complaint", 3), ("repeated_question", 3), ("failure", 4)],
)
def test_so_many_sessions_of_a_kind_confirm(kind: str, sessions: int):
    weight = WEIGHTS[kind]
    assert pain_confidence(signs(*[weight] * (sessions - 1)), now=NOW) < CONFIRMED
    assert pain_confidence(signs(*[weight] * sessions), now=NOW) >= CONFIRMED


def test_what_passes_by_itself_takes_a_dozen():
    assert pain_confidence(signs(*[TRANSIENT_WEIGHT] * 11), now=NOW) < CONFIRMED
    assert pain_confidence(signs(*[TRANSIENT_WEIGHT] * 12), now=NOW) >= CONFIRMED


def test_of_one_session_the_strongest_sign_counts():
    same = [Sign("s", Decimal(weight), NOW) for weight in ("0.30", "0.50", "0.40")]
    assert pain_confidence(same, now=NOW) == Decimal("0.500")


@pytest.mark.parametrize(
    ("days", "left"),
    [(-5, "1"), (0, "1"), (30, "1"), (60, "0.5"), (90, "0.25"), (120, "0.125")],
)
def test_a_sign_is_fresh_for_a_month_and_then_halves_each_month(days: int, left: str):
    assert decay(timedelta(days=days)) == Decimal(left)


def test_old_evidence_confirms_nothing():
    assert pain_confidence(signs("0.50", "0.50", days_old=90), now=NOW) == Decimal("0.234")
