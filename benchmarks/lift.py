"""Shows how often lift is right: skills whose true effect is known, looked at again and again.

    python -m benchmarks.lift [--runs 1000] [--sessions 2000] [--share 0.10]

Sessions come one by one; the product's own rule says which of them go without the skill, and after
every fifth the product's own verdict is read. A run counts under the first verdict that is not "no
evidence yet", so a null skill that is called helpful at any look is an error, whatever later looks
say. Scores are drawn in two ways: smooth, and as a rule gives them, where a session either went
well or did not.
"""

from __future__ import annotations

import argparse
import random
import sys
import uuid
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.evolution.domain.holdout import is_withheld
from apps.evolution.domain.lift import LEAST_SESSIONS, UNDECIDED, Arm, Verdict, compare_arms
from benchmarks.table import print_table

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 20
EFFECTS = (0.10, 0.0, -0.10)
MEAN = 0.65
SPREAD = 0.2
LOW, HIGH = 0.30, 0.80
LOOK_EVERY = 5
POWER = 0.9


class Side:
    """The scores of one arm, summed up as they come (Welford)."""

    def __init__(self) -> None:
        self.sessions, self.mean, self.squares = 0, 0.0, 0.0

    def add(self, score: float) -> None:
        self.sessions += 1
        off = score - self.mean
        self.mean += off / self.sessions
        self.squares += off * (score - self.mean)

    def arm(self) -> Arm:
        return Arm(
            self.sessions, Decimal(self.mean), Decimal(self.squares / max(1, self.sessions - 1))
        )


def smooth(draw: random.Random, effect: float) -> float:
    """A score anywhere between 0 and 1, with a standard deviation of 0.2."""
    mean = MEAN + effect
    weight = mean * (1 - mean) / SPREAD**2 - 1
    return draw.betavariate(mean * weight, (1 - mean) * weight)


def two_values(draw: random.Random, effect: float) -> float:
    """A session that went well, or one that did not; its standard deviation is 0.15 to 0.25."""
    return HIGH if draw.random() * (HIGH - LOW) < MEAN + effect - LOW else LOW


def first_verdict(
    draw: random.Random,
    score: Callable[[random.Random, float], float],
    effect: float,
    *,
    sessions: int,
    share: Decimal,
) -> tuple[Verdict, int]:
    """The first verdict on a skill of this effect, and after how many sessions it came."""
    skill = uuid.UUID(int=draw.getrandbits(128))
    served, withheld = Side(), Side()
    for number in range(1, sessions + 1):
        without = is_withheld(skill, f"session-{number}", share)
        (withheld if without else served).add(score(draw, 0.0 if without else effect))
        if number % LOOK_EVERY or min(served.sessions, withheld.sessions) < LEAST_SESSIONS:
            continue
        verdict = compare_arms(served.arm(), withheld.arm()).verdict
        if verdict != UNDECIDED:
            return verdict, number
    return UNDECIDED, sessions


def row_of(found: list[tuple[Verdict, int]], right: Verdict) -> list[str]:
    """The shares of the verdicts, and when enough runs had the right one."""
    shares = [
        f"{sum(one == verdict for one, _ in found) / len(found):.3f}"
        for verdict in ("helpful", "harmful", UNDECIDED)
    ]
    if right == UNDECIDED:
        return [*shares, "", ""]
    times = sorted(number for verdict, number in found if verdict == right)
    return [*shares, at_share(times, len(found) / 2), at_share(times, len(found) * POWER)]


def at_share(times: list[int], runs: float) -> str:
    place = round(runs) - 1
    return str(times[place]) if place < len(times) else "later"


def main() -> int:
    parser = argparse.ArgumentParser(description="Show how often the verdict on a skill is right.")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=2000)
    parser.add_argument("--share", type=Decimal, default=Decimal("0.10"))
    asked = parser.parse_args()
    rows = []
    for score in (smooth, two_values):
        for effect in EFFECTS:
            draw = random.Random(SEED)
            found = [
                first_verdict(draw, score, effect, sessions=asked.sessions, share=asked.share)
                for _ in range(asked.runs)
            ]
            right: Verdict = "helpful" if effect > 0 else "harmful" if effect else UNDECIDED
            shape = score.__name__.replace("_", " ")
            rows.append([f"{effect:+.2f}, {shape}", *row_of(found, right)])
    print_table(
        f"{asked.runs} runs of {asked.sessions} sessions each, {asked.share} withheld, "
        f"looked at every {LOOK_EVERY}",
        ("true effect", "helpful", "harmful", "no evidence", "half at", "0.9 at"),
        rows,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
