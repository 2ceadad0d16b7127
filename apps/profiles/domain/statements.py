"""Find by rule what a message says that is worth remembering: preferences, facts, lessons.

Most messages say nothing of the kind: a task is not a preference, a question not a fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from apps.profiles.domain.facts import fact_confidence
from apps.profiles.domain.lessons import lesson_confidence
from apps.profiles.domain.preferences import preference_confidence
from apps.profiles.domain.speech import Sentence, own_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.profiles.domain.speech import Clause

Kind = Literal["preference", "fact", "lesson"]

MOST_TEXT = 300
MOST_STATEMENTS = 8
MOST_CONFIDENCE = Decimal("0.99")


@dataclass(frozen=True, slots=True)
class MemoryDraft:
    """Something worth remembering that is not stored yet, with the words that prove it."""

    kind: Kind
    text: str
    quote: str
    confidence: Decimal


def find_statements(message: str) -> list[MemoryDraft]:
    """List what a person's message says that lasts, in their own words, each once."""
    found: dict[str, MemoryDraft] = {}
    for sentence in own_sentences(message):
        for draft in _in_sentence(sentence):
            found.setdefault(draft.text, draft)
    return list(found.values())[:MOST_STATEMENTS]


def _in_sentence(sentence: Sentence) -> Iterator[MemoryDraft]:
    """Yield a sentence's lesson, else what its clauses say."""
    stated = [draft for clause in sentence.clauses if (draft := _in_clause(clause))]
    confidence = lesson_confidence(sentence)
    if confidence is not None and not any(draft.kind == "fact" for draft in stated):
        yield _draft("lesson", sentence.quote, confidence)
        return
    yield from stated


def _in_clause(clause: Clause) -> MemoryDraft | None:
    preferred = preference_confidence(clause)
    if preferred is not None:
        return _draft("preference", clause.quote, preferred)
    known = fact_confidence(clause)
    return _draft("fact", clause.quote, known) if known is not None else None


def _draft(kind: Kind, quote: str, confidence: Decimal) -> MemoryDraft:
    text = " ".join(quote[:MOST_TEXT].split())
    return MemoryDraft(kind, text, quote[:MOST_TEXT], confidence)
