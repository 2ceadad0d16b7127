"""How the detectors do on the labelled corpus beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from apps.feedback.domain.classify import MessageClass, classify_message
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.trajectories.domain.tool_chain import ToolCall, read_status

FILE = Path(__file__).parents[3].parent / "shared" / "data" / "utterances-public.json"
ITEMS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else []
pytestmark = [
    pytest.mark.shared_data,
    pytest.mark.skipif(not ITEMS, reason="the sample data is not beside the checkout"),
]


def verdict(item: dict[str, Any]) -> MessageClass:
    """Classify an item of the corpus."""
    before = item["previous"]
    tools = [
        ToolCall(call["tool"], call.get("args"), read_status(call.get("status")))
        for call in before["tools"]
    ]
    return classify_message(item["message"], PreviousTurn(before["intent"], tools, before["reply"]))


@pytest.mark.parametrize("language", ["zh", "en", "mixed"])
def test_corrections_agree(language: str) -> None:
    items = [item for item in ITEMS if item["lang"] == language]
    found = [(item["correction"], verdict(item).correction) for item in items]
    right = found.count((True, True))
    assert right / max(1, sum(guess for _, guess in found)) >= 0.93
    assert right / max(1, sum(truth for truth, _ in found)) >= 0.88


def test_satisfaction_agrees() -> None:
    right = sum(verdict(item).satisfaction == item["satisfaction"] for item in ITEMS)
    assert right >= 0.88 * len(ITEMS)


@pytest.mark.parametrize("label", ["save_as_skill", "schedule_intent", "retry_same_question"])
def test_wishes_agree(label: str) -> None:
    wrong = [item["message"] for item in ITEMS if getattr(verdict(item), label) != item[label]]
    assert len(wrong) <= 0.04 * len(ITEMS), wrong
