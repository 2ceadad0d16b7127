"""Agreement with what other projects' tests say, where this project does not differ on purpose."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from apps.errors import DomainError
from apps.feedback.domain.auto_score import read_rating, score_chain
from apps.feedback.domain.classify import classify_message
from apps.feedback.domain.precedence import strongest
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.trajectories.domain.tool_chain import (
    ToolCall,
    classify_complexity,
    fingerprint,
    has_retries,
    jaccard,
    overlaps,
    read_status,
    tool_names,
)

FILE = Path(__file__).parents[3].parent / "shared" / "data" / "peer-vectors.json"
VECTORS = json.loads(FILE.read_text("utf-8"))["vectors"] if FILE.exists() else []
pytestmark = [
    pytest.mark.shared_data,
    pytest.mark.skipif(not VECTORS, reason="the sample data is not beside the checkout"),
]


def vectors(area: str) -> list[Any]:
    """Give the vectors of an area as named parameters."""
    return [pytest.param(one, id=one["id"]) for one in VECTORS if one["area"] == area]


def wanted(vector: dict[str, Any]) -> dict[str, Any]:
    """Give what should hold: our wish before the peer's answer; a note alone changes nothing."""
    ours = {key: value for key, value in vector.get("want", {}).items() if key != "note"}
    return ours or vector["expected"]


def calls(listed: list[dict[str, Any]]) -> list[ToolCall]:
    """Build the calls of a vector."""
    return [
        ToolCall(one["tool"], one.get("args"), read_status(one.get("status"))) for one in listed
    ]


@pytest.mark.parametrize("vector", vectors("auto_score"))
def test_chains_are_scored_alike(vector: dict[str, Any]) -> None:
    value = score_chain(calls(vector["input"]["toolChain"])).value
    want = wanted(vector)
    if "score_between" in want:
        low, high = want["score_between"]
        assert low <= value <= high
    else:
        assert value == Decimal(str(want["score"]))


@pytest.mark.parametrize("vector", vectors("user_feedback"))
def test_ratings_are_read_alike(vector: dict[str, Any]) -> None:
    given, want = vector["input"], wanted(vector)
    if "sequence" in given:
        source = strongest([word.split(":")[0] for word in given["sequence"]], source=str)
        assert source == want["source"]
    elif "error" in want:
        with pytest.raises(DomainError):
            read_rating(given["rating"])
    else:
        assert read_rating(given["rating"]) == Decimal(str(want["score"]))


@pytest.mark.parametrize("vector", vectors("retries"))
def test_retries_are_told_alike(vector: dict[str, Any]) -> None:
    chain = [ToolCall(tool) for tool in vector["input"]["tools"]]
    assert has_retries(chain) is wanted(vector)["hasRetries"]


@pytest.mark.parametrize("vector", vectors("complexity"))
def test_complexity_is_told_alike(vector: dict[str, Any]) -> None:
    assert classify_complexity(vector["input"]["toolCount"]) == wanted(vector)["level"]


@pytest.mark.parametrize("vector", vectors("fingerprint"))
def test_fingerprints_are_spelled_alike(vector: dict[str, Any]) -> None:
    tools, want = vector["input"]["tools"], wanted(vector)
    assert want.get("fingerprint", fingerprint(tools)) == fingerprint(tools)
    assert want.get("names", tool_names(tools)) == tool_names(tools)


@pytest.mark.parametrize("vector", vectors("jaccard"))
def test_tool_sets_are_compared_alike(vector: dict[str, Any]) -> None:
    given, want = vector["input"], wanted(vector)
    left, right = (_names(given, *keys) for keys in (("a", "stored"), ("b", "query")))
    if "overlap" in want:
        assert overlaps(left, right, Decimal(str(given["threshold"]))) is want["overlap"]
    elif "similarity" in want:
        assert abs(float(jaccard(left, right)) - want["similarity"]) <= want["tolerance"]
    else:
        assert (fingerprint(left) == fingerprint(right)) is want["same_fingerprint"]


def _names(given: dict[str, Any], *keys: str) -> list[str]:
    value = next(given[key] for key in keys if key in given)
    return [name for name in value.split(",") if name] if isinstance(value, str) else value


@pytest.mark.parametrize("vector", vectors("correction"))
def test_corrections_are_found_alike(vector: dict[str, Any]) -> None:
    given, want = vector["input"], wanted(vector)
    if "isCorrection" not in want or "previous" not in given:
        pytest.skip("about storing, not about reading")
    before = given["previous"]
    turn = PreviousTurn("Fix the login", calls(before["toolChain"]), "Done.") if before else None
    assert classify_message(given["message"] or "", turn).correction is want["isCorrection"]


@pytest.mark.parametrize("vector", vectors("satisfaction"))
def test_satisfaction_is_read_alike(vector: dict[str, Any]) -> None:
    want = wanted(vector)
    outcomes = {"Success": "Positive", "Failed": "Negative"}
    word = want.get("signal") or want.get("sentiment") or outcomes[want["proposal_outcome"]]
    found = classify_message(vector["input"]["message"], PreviousTurn("做报表", [], "做好了。"))
    assert found.satisfaction == word.lower()
