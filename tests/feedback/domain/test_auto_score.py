"""The score by rule: exact tenths, with lines that add up."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from apps.errors import DomainError
from apps.feedback.domain.auto_score import apply_correction, read_rating, score_chain
from apps.trajectories.domain.tool_chain import ToolCall, read_status


def chain(*words: str) -> list[ToolCall]:
    """Build a chain from "tool:status" words; every call has its own arguments."""
    calls = (word.split(":") for word in words)
    return [
        ToolCall(tool, {"step": number}, read_status(status))
        for number, (tool, status) in enumerate(calls)
    ]


@pytest.mark.parametrize(
    ("calls", "value"),
    [
        ([], "0.50"),
        (["read:ok", "edit:completed"], "0.80"),
        (["a:error", "b:error", "c:completed"], "0.30"),
        (["a:error", "b:failed"], "0.20"),
        (["a:failed", "b:completed"], "0.60"),
        (["a:completed", "b:error"], "0.50"),
        (["a:", "b:"], "0.70"),
        (["run:error", "run:completed"], "0.50"),
        (["run:error", "run:error"], "0.10"),
        (["read:ok", "read:ok"], "0.80"),
    ],
)
def test_a_chain_is_scored(calls: list[str], value: str) -> None:
    result = score_chain(chain(*calls))
    assert result.value == Decimal(value)
    assert sum(line.change for line in result.lines) == result.value


def test_a_clean_success_is_exactly_eight_tenths() -> None:
    assert score_chain(chain(*["a:ok"] * 9)).value >= Decimal("0.8")
    assert str(score_chain(chain("a:ok")).value) == "0.80"


def test_the_same_call_twice_is_a_retry_and_named() -> None:
    twice = [ToolCall("edit_file", {"path": "a.py"}, "completed")] * 2
    result = score_chain(twice)
    assert result.value == Decimal("0.70")
    assert "retried edit_file" in [line.reason for line in result.lines]


def test_a_correction_takes_three_tenths_and_never_goes_below_zero() -> None:
    values = [Decimal("0.80")]
    while values[-1]:
        values.append(apply_correction(values[-1]).value)
    assert values == [Decimal("0.80"), Decimal("0.50"), Decimal("0.20"), Decimal(0)]
    floor = apply_correction(Decimal("0.20"))
    assert sum(line.change for line in floor.lines) == floor.value


@pytest.mark.parametrize(
    ("rating", "value"),
    [("positive", 1), ("negative", 0), (0, 0), (1, 1), (0.75, "0.75"), (Decimal("0.1"), "0.1")],
)
def test_a_rating_is_read(rating: Any, value: Any) -> None:
    assert read_rating(rating) == Decimal(value)


@pytest.mark.parametrize(
    "rating",
    [
        "neutral",
        "Positive!",
        "",
        "0.5",
        float("nan"),
        float("inf"),
        1.5,
        -0.1,
        True,
        False,
        None,
        [],
    ],
)
def test_any_other_rating_is_refused(rating: Any) -> None:
    with pytest.raises(DomainError) as refused:
        read_rating(rating)
    assert refused.value.code == "invalid_feedback"
    assert "positive" in refused.value.detail
    assert "0 to 1" in refused.value.detail
