"""Train the linear model that reads messages, on the project's own labelled utterances.

    python -m benchmarks.train_classifier [--write]

Prints how the rules and the model do on each author when the others were learned from; the
thresholds are chosen among the learned authors alone, but for the two of satisfaction.
With --write the model of all authors is stored beside apps/feedback/domain/linear_model.py.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from apps.feedback.domain.classify import rule_reasons
from apps.feedback.domain.linear_model import OUTPUTS, WEIGHTS, read_for_model
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.domain.utterance import read_utterance
from apps.llm.embedding import embedder
from benchmarks.fit_linear import Fitted, fit
from benchmarks.own_utterances import LANGUAGES, figures, read_items
from benchmarks.score_utterances_run import previous_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    Floats = np.ndarray[Any, np.dtype[np.float32]]
    Bools = np.ndarray[Any, np.dtype[np.bool_]]

AUTHORS = {
    "first": ("develop", "held"),
    "second": ("second",),
    "third": ("third",),
    "fourth": ("fourth",),
}
STRENGTH = 10.0  # from 1 to 20 the F1 of corrections moves by less than 0.01
THRESHOLDS = tuple(round(0.2 + 0.05 * step, 2) for step in range(10))
# A correction wrongly seen costs a good run its score: precision counts double there.
WEIGHT_OF_RECALL = {"correction": 0.75}
# Most messages show no mood: what finds the most of each mood is not what is right most often.
FIXED = {"positive": 0.25, "negative": 0.4}
BATCH = 64


@dataclass(frozen=True)
class Sample:
    """What was labelled of one author, laid out for learning."""

    items: list[dict[str, Any]]
    rows: Floats
    truth: Bools
    by_rules: Bools
    names: tuple[str, ...]

    def of(self, language: str) -> list[int]:
        """Give the places of the items of a language."""
        return [at for at, item in enumerate(self.items) if language in ("all", item.get("lang"))]


def main() -> int:
    parser = argparse.ArgumentParser(description="Train the linear model that reads messages.")
    parser.add_argument("--write", action="store_true", help="store the model of all authors")
    arguments = parser.parse_args()
    parts = {part: sample_of(read_items(part)) for held in AUTHORS.values() for part in held}
    for author, held_out in AUTHORS.items():
        known = {one: _join(parts, AUTHORS[one]) for one in AUTHORS if one != author}
        thresholds = choose(known)
        fitted = _fit_all(list(known.values()))
        for part in held_out:
            _print_part(part, parts[part], decide(fitted, thresholds, parts[part].rows))
    everyone = {author: _join(parts, held) for author, held in AUTHORS.items()}
    thresholds = choose(everyone)
    print(f"all authors: thresholds {dict(zip(OUTPUTS, thresholds, strict=True))}")
    if arguments.write:
        _write(_fit_all(list(everyone.values())), thresholds, everyone["first"].names)
    return 0


def sample_of(items: list[dict[str, Any]]) -> Sample:
    """Read every item by the rules, embed its message, and lay it out in a row."""
    vectors = [
        vector
        for start in range(0, len(items), BATCH)
        for vector in embedder().embed([one["message"] for one in items[start : start + BATCH]])
    ]
    rows, verdicts = [], []
    for item, vector in zip(items, vectors, strict=True):
        previous = previous_of(item.get("previous")) or PreviousTurn()
        utterance = read_utterance(item["message"], previous)
        found = rule_reasons(utterance)
        verdict = {output: output in found for output in OUTPUTS}
        reading = read_for_model(item["message"], utterance, verdict, vector)
        rows.append(reading.row())
        verdicts.append(list(verdict.values()))
    truth = [[_is_so(item, output) for output in OUTPUTS] for item in items]
    return Sample(items, np.stack(rows), np.array(truth), np.array(verdicts), tuple(reading.named))


def choose(known: dict[str, Sample]) -> list[float]:
    """Choose the thresholds by leaving out one known author after the other."""
    shares, truth = [], []
    for author, sample in known.items():
        others = [one for name, one in known.items() if name != author]
        shares.append(_fit_all(others).shares(sample.rows))
        truth.append(sample.truth)
    together = np.concatenate(shares), np.concatenate(truth)
    return [FIXED.get(output) or _best_threshold(output, *together) for output in OUTPUTS]


def decide(fitted: Fitted, thresholds: Sequence[float], rows: Floats) -> Bools:
    """Decide every output; of content and discontent only the one further above its threshold."""
    above = fitted.shares(rows) - np.array(thresholds)
    found: Bools = above > 0
    positive, negative = OUTPUTS.index("positive"), OUTPUTS.index("negative")
    found[:, positive] &= above[:, positive] > above[:, negative]
    found[:, negative] &= ~found[:, positive]
    return found


def _is_so(item: dict[str, Any], output: str) -> bool:
    if output in {"positive", "negative"}:
        return bool(item["satisfaction"] == output)
    return bool(item[output])


def _best_threshold(output: str, shares: Floats, truth: Bools) -> float:
    column = OUTPUTS.index(output)
    weight = WEIGHT_OF_RECALL.get(output, 1.0)
    return max(
        (_f_score(truth[:, column], shares[:, column] > threshold, weight), threshold)
        for threshold in THRESHOLDS
    )[1]


def _f_score(truth: Bools, found: Bools, weight: float) -> float:
    """The F measure in which recall counts `weight` times what precision does."""
    right, square = float((truth & found).sum()), weight * weight
    return (1 + square) * right / max(1.0, square * float(truth.sum()) + float(found.sum()))


def _join(parts: dict[str, Sample], held: Sequence[str]) -> Sample:
    some = [parts[part] for part in held]
    return Sample(
        [item for one in some for item in one.items],
        np.concatenate([one.rows for one in some]),
        np.concatenate([one.truth for one in some]),
        np.concatenate([one.by_rules for one in some]),
        some[0].names,
    )


def _fit_all(samples: list[Sample]) -> Fitted:
    rows = np.concatenate([one.rows for one in samples])
    return fit(rows, np.concatenate([one.truth for one in samples]), STRENGTH)


def _print_part(part: str, sample: Sample, found: Bools) -> None:
    for column, output in enumerate(OUTPUTS):
        for language in LANGUAGES:
            some = sample.of(language)
            sides = []
            for side in (sample.by_rules, found):
                pairs = zip(sample.truth[some, column], side[some, column], strict=True)
                one = figures([(bool(so), bool(seen)) for so, seen in pairs])
                sides.append(f"P={one['precision']:.3f} R={one['recall']:.3f} F1={one['f1']:.3f}")
            print(f"{part:8s} {output:20s} {language:6s} rules {sides[0]}   model {sides[1]}")
    mood = [OUTPUTS.index("positive"), OUTPUTS.index("negative")]
    for language in LANGUAGES:
        some = sample.of(language)
        alike = [
            float((sample.truth[some][:, mood] == side[some][:, mood]).all(axis=1).mean())
            for side in (sample.by_rules, found)
        ]
        print(f"{part:8s} satisfaction {language:6s} rules {alike[0]:.3f}   model {alike[1]:.3f}")


def _write(fitted: Fitted, thresholds: list[float], names: tuple[str, ...]) -> None:
    np.savez_compressed(
        WEIGHTS,
        source=np.array(embedder().id),
        names=np.array(names),
        weights=fitted.weights.astype(np.float16),
        intercepts=fitted.intercepts.astype(np.float32),
        thresholds=np.array(thresholds),
    )
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    sys.exit(main())
