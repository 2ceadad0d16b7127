"""Turn a message and its reading by the rules into numbers, for the linear model beside them."""

from __future__ import annotations

import math
import re
import zlib
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import Act
from apps.feedback.domain.cantonese import standardise
from apps.feedback.domain.previous_turn import split_words
from apps.feedback.domain.traditional import simplify
from apps.language.tokens import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from apps.feedback.domain.previous_turn import PreviousTurn
    from apps.feedback.domain.utterance import Utterance

GRAM_BUCKETS = 4096
MOST_CHARACTERS = 600  # what a person thinks of an answer is said at the beginning
MOST_CLAUSES = 6
LETTERS_A_SIGN = 2.5  # a Chinese sign says about as much as so many letters
SHORT_LETTERS = 12
LONG_LETTERS = 120

# Acts that mean something else when they stand alone, or answer a question of the agent.
_TELLING = (
    *(Act.REJECT, Act.FAULT, Act.FLAW, Act.CHANGE, Act.VALUE, Act.DENIAL),
    *(Act.NEXT, Act.AGAIN, Act.QUESTION, Act.PRAISE),
)
_HAN = re.compile(r"[一-鿿]+")
_WORD = re.compile(r"[a-z']+")
_TOKEN = re.compile(r"[a-z']+|[一-鿿]|[?!,.:;]")
_NUMBER = re.compile(r"\d+", re.ASCII)
_SIGNS = {
    "asks": re.compile(r"[?？]"),
    "ends in a question": re.compile(r"[?？]\s*$"),
    "exclaims": re.compile(r"[!！]"),
    "trails off": re.compile(r"\.\.|…"),
    "capitals": re.compile(r"\b[A-Z]{3,}\b"),
    "number": _NUMBER,
}


def rule_features(utterance: Utterance, verdicts: Mapping[str, bool]) -> dict[str, float]:
    """Say in numbers what the rules concluded, and which acts they saw at which place."""
    acts, readings = utterance.acts, utterance.readings
    first = readings[0].acts.keys() if readings else frozenset()
    last = readings[-1].acts.keys() if readings else frozenset()
    found: dict[str, float] = {f"rules: {name}": float(so) for name, so in verdicts.items()}
    for act in Act:
        found[f"act: {act}"] = float(act in acts)
        found[f"first: {act}"] = float(act in first)
        found[f"last: {act}"] = float(act in last)
    for act in _TELLING:
        found[f"answers: {act}"] = float(utterance.previous.asks and act in acts)
        found[f"alone: {act}"] = float(acts == {act})
    silent = sum(not one.acts for one in readings)
    found["silent"] = float(not acts)
    found["silent clauses"] = silent / max(1, len(readings))
    found["clauses"] = min(len(readings), MOST_CLAUSES) / 3
    found["contrasts"] = float(utterance.contrasts())
    found["thanks ahead"] = float(utterance.thanks_ahead())
    return found


def turn_features(message: str, previous: PreviousTurn) -> dict[str, float]:
    """Say in numbers how a message looks, and what of the turn before it comes up in it again."""
    found = {name: float(bool(sign.search(message))) for name, sign in _SIGNS.items()}
    failed = any(call.status == "error" for call in previous.tools)
    return found | {
        "agent asks": float(previous.asks),
        "turn schedules": float(previous.schedules),
        "turn is missing": float(previous.is_missing),
        "reply has a question": float(bool(_SIGNS["asks"].search(previous.reply))),
        "reply length": math.log1p(len(previous.reply)) / 5,
        "tools": float(bool(previous.tools)),
        "tool failed": float(failed),
        **_size(message),
        **_numbers(message, previous),
        **_overlap(message, previous),
    }


def grams(message: str) -> Iterator[str]:
    """Give the pieces of a message: one to three signs or words, and how it opens and ends."""
    text = standardise(simplify(fold(message[:MOST_CHARACTERS])))
    for run in _HAN.findall(text):
        yield from (run[at : at + n] for n in (1, 2, 3) for at in range(len(run) - n + 1))
    words = _WORD.findall(text)
    for n in (1, 2, 3):
        yield from (" ".join(words[at : at + n]) for at in range(len(words) - n + 1))
    if tokens := _TOKEN.findall(text):
        yield from (f"{edge} …" for edge in (tokens[0], " ".join(tokens[:2])))
        yield from (f"… {edge}" for edge in (tokens[-1], " ".join(tokens[-2:])))


def bucket(gram: str) -> int:
    """Give the column of a piece: pieces that share one are told apart by their company."""
    return zlib.crc32(gram.encode()) % GRAM_BUCKETS


def _size(message: str) -> dict[str, float]:
    signs = sum(map(len, _HAN.findall(message)))
    letters = sum(sign.isascii() and sign.isalpha() for sign in message)
    size = signs * LETTERS_A_SIGN + letters
    return {
        "length": math.log1p(size) / 4,
        "short": float(size < SHORT_LETTERS),
        "long": float(size > LONG_LETTERS),
        "chinese": float(signs > 0),
        "latin": float(letters > 0),
        "mixed": float(signs > 0 and letters > 2),
        "share of chinese": signs * LETTERS_A_SIGN / max(1.0, size),
    }


def _numbers(message: str, previous: PreviousTurn) -> dict[str, float]:
    said = set(_NUMBER.findall(message))
    ordered, answered = (
        set(_NUMBER.findall(text)) for text in (previous.intent, previous.reply[:MOST_CHARACTERS])
    )
    return {
        "number ordered": float(bool(said & ordered)),
        "number answered": float(bool(said & answered)),
        "number new": float(bool(said - ordered - answered)),
        "number ordered only": float(bool(said & ordered - answered)),
        "number answered only": float(bool(said & answered - ordered)),
    }


def _overlap(message: str, previous: PreviousTurn) -> dict[str, float]:
    said = split_words(message[:MOST_CHARACTERS])
    ordered, answered = previous.ordered_words, previous.answered_words
    count = max(1, len(said))
    return {
        "words ordered": len(said & ordered) / count,
        "words answered": len(said & answered) / count,
        "words answered only": len(said & answered - ordered) / count,
        "words new": len(said - previous.words) / count,
        "order repeated": len(said & ordered) / max(1, len(ordered)),
    }
