"""Weigh what the rules saw, what a message means and how it is worded: a small linear model."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apps.feedback.domain.linear_features import (
    GRAM_BUCKETS,
    bucket,
    grams,
    rule_features,
    turn_features,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from apps.feedback.domain.utterance import Utterance

    Floats = np.ndarray[Any, np.dtype[np.float32]]

WEIGHTS = Path(__file__).with_name("classifier_weights.npz")
OUTPUTS = (
    *("correction", "positive", "negative"),
    *("save_as_skill", "schedule_intent", "retry_same_question"),
)
MEANING_SCALE = 5.0  # unit vectors of 512 numbers beside features of 0 and 1
GRAM_SCALE = 4.0
MOST_REASONS = 2
LEAST_REASON = 0.1


@dataclass(frozen=True)
class Reading:
    """What the model is given of a message: numbers by name, its pieces, its meaning."""

    named: dict[str, float]
    pieces: frozenset[str]
    meaning: Any

    def row(self) -> Floats:
        """Lay everything out in one row: the named numbers, the meaning, the pieces by bucket."""
        import numpy as np  # noqa: PLC0415 - the rules alone do without it

        places = sorted({bucket(piece) for piece in self.pieces})
        worded = np.zeros(GRAM_BUCKETS, dtype=np.float32)
        worded[places] = gram_value(len(places))
        named = np.fromiter(self.named.values(), dtype=np.float32, count=len(self.named))
        meaning = np.asarray(self.meaning, dtype=np.float32) * np.float32(MEANING_SCALE)
        return np.concatenate([named, meaning, worded])


@dataclass(frozen=True)
class LinearModel:
    """Weights of every output, a row each, over the columns of `Reading.row`."""

    source: str
    names: tuple[str, ...]
    weights: Floats
    intercepts: Floats
    thresholds: dict[str, float]

    def judge(self, reading: Reading) -> dict[str, float]:
        """Give for each output how far it lies above (or below) its threshold, from −1 to 1."""
        import numpy as np  # noqa: PLC0415

        sums = self.weights @ reading.row() + self.intercepts
        shares = 1.0 / (1.0 + np.exp(-sums))
        return {
            output: float(share) - self.thresholds[output]
            for output, share in zip(OUTPUTS, shares, strict=True)
        }

    def reasons(self, output: str, reading: Reading) -> list[str]:
        """Name what spoke most for an output: acts that the rules saw, pieces of the message."""
        weights = self.weights[OUTPUTS.index(output)]
        found = {
            name.removeprefix("act: "): float(weights[self.column[name]]) * value
            for name, value in reading.named.items()
            if name.startswith("act: ") and value
        }
        start, value = len(weights) - GRAM_BUCKETS, gram_value(len(reading.pieces))
        for piece in sorted(reading.pieces):
            found[f"“{piece}”"] = float(weights[start + bucket(piece)]) * value
        strongest = sorted(found, key=lambda name: -found[name])[:MOST_REASONS]
        return [name for name in strongest if found[name] >= LEAST_REASON]

    @cached_property
    def column(self) -> dict[str, int]:
        """Where each named feature stands."""
        return {name: at for at, name in enumerate(self.names)}


def read_for_model(
    message: str, utterance: Utterance, verdicts: Mapping[str, bool], meaning: Any
) -> Reading:
    """Gather what the model weighs of a message that the rules have read."""
    named = rule_features(utterance, verdicts) | turn_features(message, utterance.previous)
    return Reading(named, frozenset(grams(message)), meaning)


def gram_value(count: int) -> float:
    """Let the pieces of a long message count no more together than those of a short one."""
    return GRAM_SCALE / math.sqrt(max(1, count))


@lru_cache(maxsize=1)
def load_model() -> LinearModel:
    """Read the weights beside this file; `benchmarks/train_classifier.py` writes them."""
    import numpy as np  # noqa: PLC0415

    with np.load(WEIGHTS, allow_pickle=False) as stored:
        return LinearModel(
            source=str(stored["source"]),
            names=tuple(map(str, stored["names"])),
            weights=stored["weights"].astype(np.float32),
            intercepts=stored["intercepts"].astype(np.float32),
            thresholds=dict(zip(OUTPUTS, map(float, stored["thresholds"]), strict=True)),
        )
