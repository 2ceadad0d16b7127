"""The linear model weighs what the rules found; without vectors of its embedder they decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from apps.feedback.domain.classify import classify_message
from apps.feedback.domain.linear_features import GRAM_BUCKETS, bucket, grams
from apps.feedback.domain.linear_model import (
    OUTPUTS,
    WEIGHTS,
    LinearModel,
    Reading,
    load_model,
    read_for_model,
)
from apps.feedback.domain.message_vector import MessageVector, vectors_of
from apps.feedback.domain.utterance import read_utterance
from apps.llm.embedding import embedder
from tests.feedback.domain.fresh_orders import fresh_orders
from tests.feedback.domain.turns import turn
from tests.feedback.domain.value_corrections import EN, MIXED, ZH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.feedback.domain.previous_turn import PreviousTurn

REPORT = turn("Make the weekly downtime report of line 3, week 51.", "Done: line 3.", write={})
MEANING = np.zeros(512, dtype=np.float32)
MOST_WRONG = 0.02
EVERY = 16  # so many sequences are enough to see a rate


def test_the_stored_weights_fit_the_features_of_today() -> None:
    reading = _read("改成第52周")
    model = load_model()
    assert tuple(reading.named) == model.names
    assert model.weights.shape == (len(OUTPUTS), len(reading.row()))
    assert model.source == embedder().id
    assert WEIGHTS.stat().st_size < 300_000


def test_a_vector_of_another_source_leaves_it_to_the_rules() -> None:
    vector = MessageVector("another-embedder", MEANING)
    with_vector = classify_message("should be line 4", REPORT, vector=vector)
    assert with_vector == classify_message("should be line 4", REPORT)


def test_a_message_that_answers_nothing_is_left_to_the_rules() -> None:
    vector = MessageVector(load_model().source, MEANING)
    assert classify_message("还是不行", None, vector=vector) == classify_message("还是不行", None)


def test_what_lies_above_its_threshold_is_found() -> None:
    reading = _read("line 4 would be nicer")
    model = _model_that_knows("would be", reading)
    assert model.judge(reading)["correction"] > 0 > model.judge(reading)["negative"]
    assert model.reasons("correction", reading) == ["“would be”"]


def test_what_the_model_alone_finds_says_what_it_reads_like(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    message = "hm tea"
    model = _model_that_knows("hm tea", _read(message))
    monkeypatch.setattr("apps.feedback.domain.classify.load_model", lambda: model)
    verdict = classify_message(message, REPORT, vector=MessageVector("made", MEANING))
    assert verdict.correction
    assert verdict.why == ["reads like a correction: “hm tea”"]


@pytest.mark.parametrize(
    ("message", "piece"),
    [("應該是第四條", "应该是"), ("Should be line 4", "should be"), ("page 上不对", "不对")],
)
def test_pieces_are_of_folded_text(message: str, piece: str) -> None:
    assert piece in set(grams(message))


def test_messages_are_embedded_in_one_call() -> None:
    source = _Counting()
    assert [one.source for one in vectors_of(["a", "b"], source) if one] == ["made", "made"]
    assert source.calls == 1
    assert vectors_of(["a", "b"], None) == [None, None]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_fresh_orders_correct_nothing(language: str) -> None:
    rows = [(one.previous, one.message) for one in fresh_orders(language)][::EVERY]
    vectors = vectors_of([said for _, said in rows], embedder())
    found = [
        said
        for (before, said), vector in zip(rows, vectors, strict=True)
        if classify_message(said, before, vector=vector).correction
    ]
    assert len(found) <= MOST_WRONG * len(rows), found


@pytest.mark.parametrize("rows", [EN, ZH, MIXED], ids=["en", "zh", "mixed"])
def test_another_value_for_the_result_is_a_correction(rows: list[tuple[PreviousTurn, str]]) -> None:
    vectors = vectors_of([said for _, said in rows], embedder())
    missed = [
        said
        for (before, said), vector in zip(rows, vectors, strict=True)
        if not classify_message(said, before, vector=vector).correction
    ]
    assert len(missed) <= 0.08 * len(rows), missed


def _read(message: str) -> Reading:
    verdicts = dict.fromkeys(OUTPUTS, False)
    return read_for_model(message, read_utterance(message, REPORT), verdicts, MEANING)


def _model_that_knows(piece: str, reading: Reading) -> LinearModel:
    """Make a model for which one piece alone is a correction."""
    weights = np.zeros((len(OUTPUTS), len(reading.row())), dtype=np.float32)
    weights[0, weights.shape[1] - GRAM_BUCKETS + bucket(piece)] = 4.0
    thresholds = dict.fromkeys(OUTPUTS, 0.6)
    return LinearModel("made", tuple(reading.named), weights, MEANING[:6], thresholds)


class _Counting:
    """A source of empty vectors that counts how often it is asked."""

    id = "made"

    def __init__(self) -> None:
        self.calls = 0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls += 1
        return [[0.0] for _ in texts]
