"""Read a message, clause by clause, against the turn that it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import AGAINST, Act
from apps.feedback.domain.clause_acts import Reading, read_clause
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.domain.questions import is_tag
from apps.feedback.domain.settle import settle
from apps.feedback.domain.wording import read_clauses

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apps.feedback.domain.wording import Clause

MOST_QUOTED_CHARS = 80
LEAST_TAGGED = 2
_ASKED_FOR = frozenset({Act.NEXT, Act.AGAIN, Act.SCHEDULE, Act.KEEP})

_INSISTS = re.compile(r"\bnot\b|^(?:do|make|run|send|give|put|keep|let|use|have)\b", re.ASCII)


@dataclass(frozen=True)
class Utterance:
    """A message read against the turn it answers."""

    readings: list[Reading]
    previous: PreviousTurn

    @cached_property
    def acts(self) -> frozenset[Act]:
        """The acts of all clauses."""
        return frozenset(act for reading in self.readings for act in reading.acts)

    def contrasts(self) -> bool:
        """Whether a clause that objects begins with a "but"."""
        return any(one.clause.contrasts and one.acts.keys() & AGAINST for one in self.readings)

    def thanks_ahead(self) -> bool:
        """Whether the thanks come last, for what was just asked for."""
        if len(self.readings) < LEAST_TAGGED or Act.THANKS not in self.readings[-1].acts:
            return False
        return bool(self.readings[-2].acts.keys() & _ASKED_FOR)

    def why(self, wanted: Iterable[Act]) -> list[str]:
        """Say which clauses showed the wanted acts, in the order of the message."""
        if self.acts.isdisjoint(wanted):
            return []
        return [
            f"{act.value}: {one.clause.text[:MOST_QUOTED_CHARS]}"
            for one in self.readings
            for act in one.acts
            if act in wanted
        ]


def _ends_in_a_tag(clauses: list[Clause]) -> bool:
    """Tell whether a tag asks about the clause before it; after a "not" it only insists."""
    if len(clauses) < LEAST_TAGGED or not is_tag(clauses[-1]):
        return False
    return not _INSISTS.search(clauses[-2].text)


def read_utterance(message: str, previous: PreviousTurn | None) -> Utterance:
    """Find in each clause of a message what it does to the previous answer."""
    turn = previous or PreviousTurn()
    clauses = read_clauses(message)
    tagged = len(clauses) - 2 if _ends_in_a_tag(clauses) else None
    readings = [
        read_clause(clause, turn, tagged=number == tagged) for number, clause in enumerate(clauses)
    ]
    settle(readings, turn)
    return Utterance(readings, turn)
