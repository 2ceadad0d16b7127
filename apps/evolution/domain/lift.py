"""What an item brings: the scores of sessions that were given it against those that were not.

Somebody looks at the figure after every session, so an ordinary 95 % interval would call a useless
item helpful sooner or later. A schedule of looks at fixed numbers of sessions would avoid that, but
lets new sessions lie until the next look, and shows an interval that its verdict does not follow.
Instead the interval itself is corrected: with 95 % it holds the true difference at every look at
once, and the verdict is read off it. It is Robbins' normal mixture (Ann. Math. Stat. 41, 1970;
Howard et al., Ann. Stat. 49, 2021): with `n` the sessions of both arms as one number, 1 / (1/a +
1/b), and r = n / 8, the difference may be sqrt((1 + 1/r) · (ln(1 + r) + 2 · ln(1 / 0.05)))
standard errors off. That is 3.0 at its least, near n = 64, where 1.96 would do for a single look.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from statistics import mean, variance
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Verdict = Literal["helpful", "harmful", "no evidence yet"]

UNDECIDED: Verdict = "no evidence yet"
LEAST_SESSIONS = 8
ERROR = 0.05
TIGHTEST = 8  # r = n / 8 makes the correction least near n = 64, where 0.10 is just told apart
FULL = Decimal(1)  # scores lie between 0 and 1, so no difference is larger
_PLACES = Decimal("0.001")


@dataclass(frozen=True, slots=True)
class Arm:
    """The sessions of one side: how many, the mean of their scores, and their sample variance."""

    sessions: int
    mean: Decimal = Decimal(0)
    variance: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class Lift:
    """The mean difference, served less withheld, with its interval; None while an arm is empty."""

    served: int
    withheld: int
    mean: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None
    verdict: Verdict = UNDECIDED


def compare_scores(
    served: Sequence[Decimal], withheld: Sequence[Decimal], *, least: int = LEAST_SESSIONS
) -> Lift:
    """Compare the scores of sessions that were given an item with those of sessions without it."""
    return compare_arms(arm_of(served), arm_of(withheld), least=least)


def arm_of(scores: Sequence[Decimal]) -> Arm:
    """Sum up the scores of one side."""
    if len(scores) < 2:
        return Arm(len(scores), *scores)
    return Arm(len(scores), mean(scores), variance(scores))


def compare_arms(served: Arm, withheld: Arm, *, least: int = LEAST_SESSIONS) -> Lift:
    """Compare two sides; the verdict waits until both have `least` sessions.

    The interval is Welch's, widened for repeated looks. An arm's spread is never taken for less
    than that of both together: a few sessions that all went alike say little of how they vary.
    """
    if not served.sessions or not withheld.sessions:
        return Lift(served.sessions, withheld.sessions)
    difference = served.mean - withheld.mean
    reach = _reach(served, withheld)
    low = max(-FULL, difference - reach).quantize(_PLACES, ROUND_FLOOR)
    high = min(FULL, difference + reach).quantize(_PLACES, ROUND_CEILING)
    return Lift(
        served.sessions,
        withheld.sessions,
        difference.quantize(_PLACES, ROUND_HALF_EVEN),
        low,
        high,
        _verdict(low, high) if min(served.sessions, withheld.sessions) >= least else UNDECIDED,
    )


def _verdict(low: Decimal, high: Decimal) -> Verdict:
    if low > 0:
        return "helpful"
    return "harmful" if high < 0 else UNDECIDED


def _reach(served: Arm, withheld: Arm) -> Decimal:
    """How far the true difference may lie from the one seen."""
    arms = (served, withheld)
    if min(arm.sessions for arm in arms) < 2:
        return FULL * 2
    together = _together(served, withheld)
    parts = [max(float(arm.variance), together) / arm.sessions for arm in arms]
    freedom = _freedom(parts, arms)
    return Decimal(student_t(_errors_off(served, withheld), freedom) * math.sqrt(sum(parts)))


def _together(served: Arm, withheld: Arm) -> float:
    """The sample variance of all scores as one sample."""
    a, b = served.sessions, withheld.sessions
    within = (a - 1) * float(served.variance) + (b - 1) * float(withheld.variance)
    between = a * b / (a + b) * float(served.mean - withheld.mean) ** 2
    return (within + between) / (a + b - 1)


def _freedom(parts: list[float], arms: tuple[Arm, ...]) -> float:
    """Welch and Satterthwaite's degrees of freedom."""
    if not sum(parts):
        return math.inf
    squares = (part**2 / (arm.sessions - 1) for part, arm in zip(parts, arms, strict=True))
    return sum(parts) ** 2 / sum(squares)


def _errors_off(served: Arm, withheld: Arm) -> float:
    """The standard errors that hold at every look at once."""
    ratio = 1 / (1 / served.sessions + 1 / withheld.sessions) / TIGHTEST
    return math.sqrt((1 + 1 / ratio) * (math.log1p(ratio) + 2 * math.log(1 / ERROR)))


def student_t(z: float, freedom: float) -> float:
    """The quantile of Student's t that lies as far out as `z` does among normal deviates.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5, to its fourth term.
    """
    s = z * z
    return z + z * (
        (s + 1) / (4 * freedom)
        + (5 * s**2 + 16 * s + 3) / (96 * freedom**2)
        + (3 * s**3 + 19 * s**2 + 17 * s - 15) / (384 * freedom**3)
        + (79 * s**4 + 776 * s**3 + 1482 * s**2 - 1920 * s - 945) / (92160 * freedom**4)
    )
