"""Times and what is said of them: the median, and the shares that were quicker."""

from __future__ import annotations

import statistics
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


@dataclass
class Timings:
    """The seconds that each repetition took."""

    seconds: list[float] = field(default_factory=list)

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Take the time of what runs inside."""
        begun = time.perf_counter()
        yield
        self.seconds.append(time.perf_counter() - begun)

    @property
    def median_ms(self) -> float:
        return statistics.median(self.seconds) * 1000

    def percentile_ms(self, percent: int) -> float:
        """The time, in milliseconds, that this share of the repetitions did not exceed."""
        ordered = sorted(self.seconds)
        rank = max(1, -(-len(ordered) * percent // 100))
        return ordered[rank - 1] * 1000


def repeat(times: int, action: Callable[[], object], *, warm_up: int = 0) -> Timings:
    """Time an action so many times, after some that do not count."""
    for _ in range(warm_up):
        action()
    timings = Timings()
    for _ in range(times):
        with timings.measure():
            action()
    return timings


def ratios(left: Sequence[float], right: Sequence[float]) -> list[float]:
    """What the left is to the right, pair by pair."""
    return [one / other for one, other in zip(left, right, strict=True)]


def spread(values: Sequence[float], form: str = ".2f") -> str:
    """Spell a median with the smallest and the largest."""
    middle = statistics.median(values)
    return f"{middle:{form}} ({min(values):{form}}-{max(values):{form}})"
