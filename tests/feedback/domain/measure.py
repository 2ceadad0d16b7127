"""Labelled sentences as rows, and how far the detectors agree with their labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.feedback.domain.classify import MessageClass, classify_message
from tests.feedback.domain.trade_turns import TRADE_TURNS
from tests.feedback.domain.turns import TURNS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apps.feedback.domain.previous_turn import PreviousTurn

Row = tuple[str, str, str]
ALL_TURNS = TURNS | TRADE_TURNS
LABELS = {
    "correction": "correction",
    "skill": "save_as_skill",
    "schedule": "schedule_intent",
    "again": "retry_same_question",
}


@dataclass(frozen=True)
class Agreement:
    """Counts of one label over many sentences, with the sentences that were read otherwise."""

    right: int
    too_many: list[str]
    too_few: list[str]

    @property
    def precision(self) -> float:
        """The share of what was found that should have been."""
        return self.right / max(1, self.right + len(self.too_many))

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.right / max(1, 2 * self.right + len(self.too_many) + len(self.too_few))


def previous_of(row: Row) -> PreviousTurn:
    """Give the turn that a row's sentence answers."""
    return ALL_TURNS[row[1]]


def read(row: Row) -> MessageClass:
    """Classify a row's sentence against its turn."""
    return classify_message(row[0], previous_of(row))


def agreement(rows: Iterable[Row], label: str) -> Agreement:
    """Compare what is found with what the rows say, for one label."""
    right, too_many, too_few = 0, [], []
    for row in rows:
        wanted, found = label in row[2].split(), getattr(read(row), LABELS[label])
        right += wanted and found
        if found and not wanted:
            too_many.append(row[0])
        if wanted and not found:
            too_few.append(row[0])
    return Agreement(right, too_many, too_few)


def satisfaction_of(row: Row) -> str:
    """Give the attitude that a row's labels name."""
    labels = row[2].split()
    return next((word for word in ("positive", "negative") if word in labels), "neutral")
