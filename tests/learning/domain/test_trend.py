from decimal import Decimal
from typing import Any

import pytest

from apps.learning.domain.trend import Scores, compare, split, trend


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


def days(*scores: tuple[int, str]) -> list[Scores]:
    return [Scores(count, Decimal(total)) for count, total in scores]


@pytest.mark.parametrize(
    ("by_day", "halves"),
    [
        ([], ((0, "0"), 0, 0)),
        ([(1, "0.5")], ((0, "0"), 0, 0)),
        ([(2, "1.0")], ((0, "0"), 0, 1)),
        ([(2, "1.0"), (2, "1.2")], ((2, "1.0"), 1, 0)),
        ([(2, "1.0"), (0, "0"), (2, "1.2")], ((2, "1.0"), 2, 0)),
        ([(1, "0.5"), (5, "3.0"), (1, "0.9")], ((1, "0.5"), 1, 2)),
        ([(5, "3.0"), (1, "0.9")], ((0, "0"), 0, 3)),
    ],
)
def test_the_older_half_ends_within_a_day(by_day: list[tuple[int, str]], halves: Any):
    (count, total), place, few = halves
    assert split(days(*by_day)) == (Scores(count, Decimal(total)), place, few)


def test_halves_are_compared_by_their_means():
    assert compare(*days((2, "1.0"), (4, "2.6"))) == "improving"
    assert compare(*days((2, "1.0"), (4, "2.2"))) == "stable"
    assert compare(*days((0, "0"), (4, "2.2"))) == "stable"
