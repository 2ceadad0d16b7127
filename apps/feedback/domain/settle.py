"""Let the clauses of a message bear on one another before anything is concluded."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import AGAINST, IMPLIED, Act

if TYPE_CHECKING:
    from apps.feedback.domain.clause_acts import Reading
    from apps.feedback.domain.previous_turn import PreviousTurn

SHORTEST_TASK = 6
LONGEST_ECHO = 20
MOST_CLAUSES_IMPLYING = 6

_CONTRAST = re.compile(
    r"^(?:not (?!too|so|more|less)|不是|而不是|别用|不要用)|\b(?:instead|rather)\b", re.ASCII
)
_NOT_THIS = re.compile(r"不是[^吗么]{1,15}$|\b(?:is|are|was) not [\w ]{1,25}$", re.ASCII)
_BUT_THAT = re.compile(
    r"^(?:而)?(?:是|应该|要|得)(?!不是|吧|吗)|^(?:it|they|he|she) (?:is|are|should)\b", re.ASCII
)
_REFUSED_VERB = re.compile(r"^(?:别|不要|不用|不)(?:再)?(?![是会能的人家处说])([一-鿿])")
_TOO_MUCH_OF_A_GOOD_THING = re.compile(
    r"太(?:专业|详细|细|快|全|高级|强|学术|正式|直接|客气|委婉|深)"
)


def settle(readings: list[Reading], previous: PreviousTurn) -> None:
    """Drop and add acts of single clauses that the other clauses explain."""
    _drop_terms_of_a_new_task(readings)
    _drop_context_of_a_question(readings)
    _join_contrasts(readings)
    _doubt_after_an_echo(readings, previous)
    _turn_praise_into_a_flaw(readings)


def _drop_terms_of_a_new_task(readings: list[Reading]) -> None:
    new_task = False
    for reading in readings:
        if new_task and not reading.clause.contrasts and not _CONTRAST.search(reading.clause.lead):
            reading.drop(Act.CHANGE, Act.FLAW, Act.VALUE)
        new_task = new_task or _sets_a_task(reading)


def _sets_a_task(reading: Reading) -> bool:
    acts = reading.acts.keys()
    asks = acts & {Act.NEXT, Act.AGAIN, Act.KEEP} and not acts & AGAINST
    return bool(asks) and len(reading.clause.text) >= SHORTEST_TASK


def _drop_context_of_a_question(readings: list[Reading]) -> None:
    """Drop what only leads up to a question, and implications in a long account."""
    asks = bool(readings) and Act.QUESTION in readings[-1].acts
    if asks or len(readings) > MOST_CLAUSES_IMPLYING:
        for reading in readings:
            reading.drop(*IMPLIED)
    if any(reading.acts.keys() & AGAINST for reading in readings):
        for reading in readings:
            if Act.QUESTION in reading.acts or reading.clause.text == "again":
                reading.drop(Act.AGAIN)


def _join_contrasts(readings: list[Reading]) -> None:
    for first, second in pairwise(readings):
        if _NOT_THIS.search(first.clause.text) and _BUT_THAT.search(second.clause.text):
            first.acts[Act.CHANGE] = first.clause.text
        refused = _REFUSED_VERB.search(second.clause.lead)
        if refused and refused[1] in first.clause.text:
            second.acts[Act.CHANGE] = second.clause.text


def _doubt_after_an_echo(readings: list[Reading], previous: PreviousTurn) -> None:
    """Object in what follows a word of the answer thrown back as a question."""
    echoed = any(
        one.clause.asks
        and len(one.clause.lead) <= LONGEST_ECHO
        and one.clause.lead in previous.text
        for one in readings[:-1]
    )
    pleased_or_asks = {Act.PRAISE, Act.ACCEPT, Act.QUESTION}
    if echoed and not previous.asks and not readings[-1].acts.keys() & pleased_or_asks:
        readings[-1].drop(Act.CHANGE, Act.VALUE)
        readings[-1].acts[Act.FAULT] = readings[-1].clause.text


def _turn_praise_into_a_flaw(readings: list[Reading]) -> None:
    """Read "too professional" as praise when alone, as a flaw where a change is asked for."""
    acts = {act for reading in readings for act in reading.acts}
    if acts & {Act.CHANGE, Act.REDO, Act.AGAIN}:
        for reading in readings:
            if _TOO_MUCH_OF_A_GOOD_THING.search(reading.clause.text):
                reading.drop(Act.PRAISE)
                reading.acts[Act.FLAW] = reading.clause.text
