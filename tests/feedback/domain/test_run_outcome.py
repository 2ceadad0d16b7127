"""What is known of a run beyond its calls is added to its score, once for each thing known."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from apps.feedback.domain.auto_score import ScoreLine
from apps.feedback.domain.run_outcome import RunFacts, adjust_outcome

ALIKE = ScoreLine("similar runs mostly failed (4 of 5)", Decimal("-0.09"))
KNOWN: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({}, {}),
    ({"satisfaction": "neutral"}, {}),
    ({"satisfaction": "positive"}, {"the next message was content": "0.05"}),
    ({"satisfaction": "negative"}, {"the next message was displeased": "-0.10"}),
    ({"satisfaction": "negative", "corrected": True}, {}),
    ({"interrupted": True}, {"stopped by the person": "-0.20"}),
    (
        {"interrupted": True, "had_errors": True, "replied": False},
        {"stopped by the person": "-0.20"},
    ),
    ({"had_errors": True}, {}),
    ({"replied": False}, {}),
    ({"had_errors": True, "replied": False}, {"ended after errors, without a reply": "-0.10"}),
    ({"similar": ALIKE}, {ALIKE.reason: "-0.09"}),
]


@pytest.mark.parametrize(("facts", "lines"), KNOWN)
def test_each_thing_known_is_one_line(facts: dict[str, Any], lines: dict[str, str]):
    found = adjust_outcome(RunFacts(Decimal("0.50"), **facts))
    assert {line.reason: str(line.change) for line in found} == lines


@pytest.mark.parametrize(("formula", "change"), [("0.80", []), ("0.78", ["0.02"]), ("0.90", [])])
def test_thanks_lift_nothing_above_a_clean_run(formula: str, change: list[str]):
    found = adjust_outcome(RunFacts(Decimal(formula), satisfaction="positive"))
    assert [str(line.change) for line in found] == change
