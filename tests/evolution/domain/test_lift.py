"""What an item brings: the difference, how sure it is, and when anything is said of it."""

from __future__ import annotations

import random
from decimal import Decimal
from statistics import NormalDist

import pytest

from apps.evolution.domain.lift import Arm, Lift, arm_of, compare_arms, compare_scores, student_t


def scores(*values: str, times: int = 1) -> list[Decimal]:
    return [Decimal(value) for value in values] * times


def arm(sessions: int, mean: str, variance: str = "0.04") -> Arm:
    return Arm(sessions, Decimal(mean), Decimal(variance))


@pytest.mark.parametrize(
    ("chance", "freedom", "tabled"),
    [
        (0.975, 3, 3.182),
        (0.975, 7, 2.365),
        (0.975, 10, 2.228),
        (0.999, 30, 3.385),
        (0.9995, 7, 5.408),
        (0.9999, 7, 7.063),
    ],
)
def test_students_t_is_that_of_the_tables(chance: float, freedom: float, tabled: float):
    found = student_t(NormalDist().inv_cdf(chance), freedom)
    assert found == pytest.approx(tabled, rel=0.004)


@pytest.mark.parametrize(("served", "withheld"), [([], []), (["0.8"], []), ([], ["0.8"])])
def test_without_both_sides_there_is_no_difference(served: list[str], withheld: list[str]):
    found = compare_scores(scores(*served), scores(*withheld))
    assert found == Lift(len(served), len(withheld))
    assert (found.mean, found.verdict) == (None, "no evidence yet")


def test_the_difference_is_exact_and_stands_in_its_interval():
    found = compare_scores(scores("0.8", "0.7", times=40), scores("0.5", "0.6", times=20))
    assert found.mean == Decimal("0.200")
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.mean < found.high
    assert (found.served, found.withheld, found.verdict) == (80, 40, "helpful")


def test_the_other_way_round_it_is_harmful():
    there = compare_arms(arm(200, "0.8"), arm(100, "0.6"))
    back = compare_arms(arm(100, "0.6"), arm(200, "0.8"))
    assert (there.verdict, back.verdict) == ("helpful", "harmful")
    assert [there.mean, there.low, there.high] == [
        -one for one in (back.mean, back.high, back.low) if one is not None
    ]


@pytest.mark.parametrize(("withheld", "verdict"), [(19, "no evidence yet"), (20, "helpful")])
def test_nothing_is_said_before_both_sides_have_enough(withheld: int, verdict: str):
    found = compare_arms(arm(400, "0.9", "0.01"), arm(withheld, "0.3", "0.01"), least=20)
    assert found.low is not None
    assert found.low > 0
    assert found.verdict == verdict


@pytest.mark.parametrize(("served", "withheld"), [(1, 1), (40, 1), (2, 2)])
def test_few_sessions_leave_everything_open_within_what_scores_allow(served: int, withheld: int):
    found = compare_arms(arm(served, "0.8"), arm(withheld, "0.4"), least=1)
    assert (found.low, found.high) == (Decimal(-1), Decimal(1))
    assert found.verdict == "no evidence yet"


def test_sessions_that_all_went_alike_are_not_taken_for_certain():
    mostly = arm_of(scores("0.8", "0.8", "0.8", "0.8", "0.3", times=14))
    found = compare_arms(mostly, arm_of(scores("0.8", times=8)))
    assert found.verdict == "no evidence yet"


def test_all_scores_the_same_is_a_difference_of_nothing():
    found = compare_scores(scores("0.8", times=90), scores("0.8", times=10))
    assert (found.mean, found.low, found.high) == (0, 0, 0)
    assert found.verdict == "no evidence yet"


def test_more_sessions_narrow_the_interval():
    reaches = []
    for times in (1, 4, 16):
        found = compare_arms(arm(90 * times, "0.7"), arm(10 * times, "0.7"))
        assert found.high is not None
        reaches.append(found.high)
    assert reaches == sorted(reaches, reverse=True)
    assert reaches[0] > 2 * reaches[2]


def test_looking_again_and_again_does_not_make_a_useless_item_helpful():
    draws = [random.Random(seed) for seed in range(200)]  # noqa: S311 - scores, no secrets
    called = sum(ever_called_helpful(draw) for draw in draws)
    assert called <= 10


def ever_called_helpful(draw: random.Random) -> bool:
    """Look at a null item after every tenth session; one session of five goes without it."""
    served: list[Decimal] = []
    withheld: list[Decimal] = []
    for number in range(1, 301):
        side = withheld if draw.random() < 0.2 else served
        side.append(Decimal(draw.choice(["0.30", "0.50", "0.80", "0.80"])))
        if number % 10 == 0 and compare_scores(served, withheld).verdict == "helpful":
            return True
    return False
