"""Measure the feedback detectors on the project's own labelled utterances.

    python -m benchmarks.own_utterances [PART] [--model] [--faults LABEL] [--kinds]

The linear model has learned from every part: how it does on what it has not seen, the table of
`benchmarks.train_classifier` tells. Of `held` the rules' figures are printed and nothing else.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.score_utterances_run import LABELS, predict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).parent / "utterances"
PARTS = ("develop", "held", "second", "third", "fourth")
ATTITUDES = ("positive", "negative", "neutral")
LANGUAGES = ("all", "zh", "en", "mixed")


@dataclass(frozen=True)
class Judged:
    """An item with what was found in it."""

    item: dict[str, Any]
    found: dict[str, Any]

    def has(self, label: str, value: Any) -> tuple[bool, bool]:
        """Tell whether the item has a value, and whether it was found to have it."""
        return self.item.get(label) == value, self.found[label] == value


def main() -> int:
    parser = argparse.ArgumentParser(description="Score the detectors on the own utterances.")
    parser.add_argument("part", nargs="?", choices=PARTS, default="develop")
    parser.add_argument("--faults", choices=LABELS, help="list what was read otherwise")
    parser.add_argument("--kinds", action="store_true", help="corrections right, by kind of note")
    parser.add_argument("--model", action="store_true", help="let the linear model decide")
    arguments = parser.parse_args()
    if arguments.faults and arguments.part == "held":
        parser.error("items of the held part are not shown")
    times: list[float] = []
    judged = [
        Judged(item, predict(item, times, model=arguments.model))
        for item in read_items(arguments.part)
    ]
    _print_figures(judged)
    if arguments.kinds:
        _print_kinds(judged)
    for one in judged if arguments.faults else []:
        _print_fault(one, arguments.faults)
    print(f"{len(judged)} utterances, median {statistics.median(times) * 1000:.3f} ms")
    return 0


def figures(pairs: list[tuple[bool, bool]]) -> dict[str, float]:
    """Give precision, recall, F1 and accuracy of pairs of (is so, was found so)."""
    counted = Counter(pairs)
    right, extra, missed = counted[True, True], counted[False, True], counted[True, False]
    return {
        "n": len(pairs),
        "so": right + missed,
        "precision": right / max(1, right + extra),
        "recall": right / max(1, right + missed),
        "f1": 2 * right / max(1, 2 * right + extra + missed),
        "accuracy": (right + counted[False, False]) / max(1, len(pairs)),
    }


def read_items(part: str) -> list[dict[str, Any]]:
    lines = (FOLDER / f"{part}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def _print_figures(judged: list[Judged]) -> None:
    for label, value in _columns():
        for language, some in _by(judged, lambda one: str(one.item.get("lang"))):
            found = figures([one.has(label, value) for one in some])
            name = label if value is True else f"{label} {value}"
            print(
                f"{name:22s} {language:6s} n={found['n']:4.0f} so={found['so']:4.0f} "
                f"P={found['precision']:.3f} R={found['recall']:.3f} F1={found['f1']:.3f}"
            )
    for language, some in _by(judged, lambda one: str(one.item.get("lang"))):
        alike = sum(one.item["satisfaction"] == one.found["satisfaction"] for one in some)
        print(f"satisfaction           {language:6s} accuracy={alike / max(1, len(some)):.3f}")


def _columns() -> Iterator[tuple[str, Any]]:
    for label in LABELS:
        for value in ATTITUDES if label == "satisfaction" else (True,):
            yield label, value


def _by(judged: list[Judged], key: Callable[[Judged], str]) -> Iterator[tuple[str, list[Judged]]]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        groups["all"].append(one)
        groups[key(one)].append(one)
    for language in LANGUAGES:
        if groups[language]:
            yield language, groups[language]


def _print_kinds(judged: list[Judged]) -> None:
    counted: dict[tuple[bool, str], list[bool]] = defaultdict(list)
    for one in judged:
        is_so = bool(one.item["correction"])
        kind = str(one.item.get("note", "")).split(",")[0]
        counted[is_so, kind].append(is_so == one.found["correction"])
    for (is_so, kind), right in sorted(counted.items()):
        print(f"{'is' if is_so else 'is not':6s} {kind:36s} {sum(right)}/{len(right)}")


def _print_fault(one: Judged, label: str) -> None:
    if one.item.get(label) != one.found[label]:
        before = one.item.get("previous") or {}
        print(
            f"{one.item.get('id')} is={one.item.get(label)} found={one.found[label]} "
            f"[{one.item.get('note', '')}] {one.item['message']!r}\n"
            f"    after {before.get('intent', '')[:90]!r} -> {before.get('reply', '')[:120]!r}"
        )


if __name__ == "__main__":
    sys.exit(main())
