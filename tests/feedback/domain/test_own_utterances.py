"""How the detectors do on the labelled utterances that are for looking at faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.own_utterances import figures
from benchmarks.score_utterances_run import predict

FILE = Path(__file__).parents[3] / "benchmarks" / "utterances" / "develop.jsonl"
ITEMS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
FOUND = [predict(item, []) for item in ITEMS]


@pytest.mark.parametrize(
    ("label", "least"),
    [("correction", 0.9), ("save_as_skill", 0.95), ("schedule_intent", 0.93)],
)
def test_labels_are_found(label: str, least: float) -> None:
    pairs = [
        (bool(item[label]), bool(found[label])) for item, found in zip(ITEMS, FOUND, strict=True)
    ]
    assert figures(pairs)["f1"] >= least


def test_satisfaction_is_read() -> None:
    alike = [
        item["satisfaction"] == found["satisfaction"]
        for item, found in zip(ITEMS, FOUND, strict=True)
    ]
    assert sum(alike) >= 0.91 * len(ITEMS)
