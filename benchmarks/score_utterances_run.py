"""Measure the feedback detectors on a labelled corpus, by the corpus's own scorer.

    python -m benchmarks.score_utterances_run SCORER.py CORPUS.json [--model] [--errors LABEL] …

With --model each message is embedded and the linear model decides; without it, the rules alone.
The scorer is called with the corpus and a file of predictions, and prints what it prints.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from apps.feedback.domain.classify import classify_message
from apps.feedback.domain.message_vector import MessageVector
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.llm.embedding import embedder
from apps.trajectories.domain.tool_chain import ToolCall, read_status

LABELS = ("correction", "satisfaction", "save_as_skill", "schedule_intent", "retry_same_question")


def main() -> int:
    parser = argparse.ArgumentParser(description="Score the feedback detectors on a corpus.")
    parser.add_argument("scorer", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--model", action="store_true", help="let the linear model decide")
    arguments, passed_on = parser.parse_known_args()
    items = json.loads(arguments.corpus.read_text("utf-8"))
    times: list[float] = []
    if arguments.model:
        embedder().embed(["load"])
    predictions = {item["id"]: predict(item, times, model=arguments.model) for item in items}
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(predictions, file)
        file.flush()
        command = [sys.executable, arguments.scorer, arguments.corpus, file.name, *passed_on]
        outcome = subprocess.run(command, check=False).returncode
    print(f"median {statistics.median(times) * 1000:.3f} ms, slowest {max(times) * 1000:.3f} ms")
    return outcome


def predict(item: dict[str, Any], times: list[float], *, model: bool = False) -> dict[str, Any]:
    previous = previous_of(item.get("previous"))
    started = time.perf_counter()
    vector = vector_of(item["message"]) if model else None
    verdict = classify_message(item["message"], previous, vector=vector)
    times.append(time.perf_counter() - started)
    return {label: getattr(verdict, label) for label in LABELS}


def vector_of(message: str) -> MessageVector:
    return MessageVector(embedder().id, embedder().embed([message])[0])


def previous_of(before: dict[str, Any] | None) -> PreviousTurn | None:
    if before is None:
        return None
    tools = [
        ToolCall(call["tool"], call.get("args"), read_status(call.get("status")))
        for call in before.get("tools") or []
    ]
    return PreviousTurn(before.get("intent") or "", tools, before.get("reply") or "")


if __name__ == "__main__":
    sys.exit(main())
