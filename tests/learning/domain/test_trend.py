from decimal import Decimal

import pytest

from apps.learning.domain.trend import trend


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([], "stable"),
        (["0.9"], "stable"),
        (["0.2", "0.4", "0.6", "0.8"], "improving"),
        (["0.8", "0.6", "0.4", "0.2"], "declining"),
        (["0.70", "0.72", "0.69", "0.71"], "stable"),
        (["0.50", "0.55"], "stable"),
        (["0.55", "0.50"], "stable"),
        (["0.50", "0.551"], "improving"),
        ([None, "0.4", None, "0.8"], "improving"),
        ([None, "0.4", None], "stable"),
        (["0.2", "0.9", "0.9"], "improving"),
    ],
)
def test_the_trend_goes_from_the_older_half_to_the_newer(
    scores: list[str | None], expected: str
) -> None:
    assert trend([None if score is None else Decimal(score) for score in scores]) == expected


def test_a_zero_is_a_score() -> None:
    assert trend([Decimal(0), Decimal(1)]) == "improving"
    assert trend([Decimal(1), Decimal(0)]) == "declining"
