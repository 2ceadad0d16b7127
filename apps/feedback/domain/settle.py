"""Let the clauses of a message bear on one another before anything is concluded."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import AGAINST, IMPLIED, Act
from apps.feedback.domain.fresh_order import is_topic, repeats_order
from apps.feedback.domain.lasting import read_later
from apps.feedback.domain.previous_turn import split_words
from apps.feedback.domain.questions import is_acknowledgement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.feedback.domain.clause_acts import Reading
    from apps.feedback.domain.previous_turn import PreviousTurn

SHORTEST_TASK = 6
SHORTEST_TASK_ZH = 3
LONGEST_ECHO = 20
LONGEST_VERDICT = 24
_PREAMBLE = frozenset({Act.PRAISE, Act.ACCEPT, Act.THANKS})
MOST_CLAUSES_IMPLYING = 6

_CONTRAST = re.compile(
    r"^(?:not (?!too|so|more|less)|不是|而不是|别用|不要用)|\b(?:instead(?! of)|rather(?! than))\b",
    re.ASCII,
)
_NOT_THIS = re.compile(r"不是[^吗么]{1,15}$|\b(?:is|are|was) not [\w ]{1,25}$", re.ASCII)
_BUT_THAT = re.compile(
    r"^(?:而)?(?:是|应该|要|得)(?!不是|吧|吗)|^(?:it|they|he|she) (?:is|are|should)\b", re.ASCII
)
_REQUESTS_LATER = re.compile(
    r"提醒|叫我|喊我|通知我|定时|闹钟|给我|发我|^(?:can|could|would|will) you|\b(?:remind|ping|"
    r"wake|notify|"
    r"schedule)\b",
    re.ASCII,
)
_LEAVE_ME_OUT = re.compile(
    r"别(?:再|老|总)?(?:让|叫|要|来)?(?:我|问)|不用(?:每次|再|都)?(?:问|找|等|叫)|\bno need to "
    r"ask\b|\bwithout "
    r"asking\b|"
    r"\bdo not (?:ask|make me)\b",
    re.ASCII,
)
_OWN_PART = re.compile(
    r"^(?:我|咱)(?!要|说|让)|^i (?!asked|said|told|wanted|can|could|do not (?:see|want))", re.ASCII
)
_REFUSED_VERB = re.compile(r"^(?:别|不要|不用|不)(?:再)?(?![是会能的人家处说])([一-鿿])")
_TOO_MUCH_OF_A_GOOD_THING = re.compile(
    r"太(?:专业|详细|细|快|全|高级|强|学术|正式|直接|客气|委婉|深)"
)


def settle(readings: list[Reading], previous: PreviousTurn) -> None:
    """Drop and add acts of single clauses that the other clauses explain."""
    _read_the_order_given_again(readings, previous)
    _drop_terms_of_a_new_task(readings)
    _drop_context_of_a_question(readings)
    _join_contrasts(readings)
    _doubt_after_an_echo(readings, previous)
    _turn_praise_into_a_flaw(readings)
    read_later(readings, previous)
    _drop_what_is_no_complaint(readings)


def _read_the_order_given_again(readings: list[Reading], previous: PreviousTurn) -> None:
    """Read the previous order with other values in it as one of its own, whatever words it uses."""
    told = [one for one in readings if not _only_leads_on(one)]
    if not told or any(one.acts.keys() & {Act.QUESTION, Act.OWN_SLIP} for one in told):
        return
    joint = "" if told[0].clause.lead[0] >= "一" else " "
    if repeats_order(joint.join(one.clause.lead for one in told), previous):
        for reading in told:
            reading.drop(*AGAINST)
        told[0].acts[Act.AGAIN] = told[0].clause.text


def _only_leads_on(reading: Reading) -> bool:
    """Tell whether a clause only leads to what follows: thanks, praise, "next"."""
    if reading.acts:
        return reading.acts.keys() <= _PREAMBLE
    return reading.says_next or is_acknowledgement(reading.clause)


def _drop_terms_of_a_new_task(readings: list[Reading]) -> None:
    """Drop what only says more of a task set beside it: its terms after it, its topic before."""
    new_task = marked = False
    heads = False
    for reading in reversed(readings):
        if heads and is_topic(reading.clause.text):
            reading.drop(*IMPLIED)
        else:
            heads = _asks_again(reading)
    for reading in readings:
        if new_task and not reading.clause.contrasts and not _CONTRAST.search(reading.clause.lead):
            if marked and reading.acts.keys() <= IMPLIED:
                reading.acts[Act.AGAIN] = reading.clause.text
            reading.drop(Act.CHANGE, Act.FLAW, Act.VALUE)
        if marked := reading.says_next:
            reading.drop(*IMPLIED)
        new_task = new_task or marked or _sets_a_task(reading)


def _asks_again(reading: Reading) -> bool:
    again = Act.AGAIN in reading.acts or reading.says_next
    return again and not reading.acts.keys() & AGAINST


def _sets_a_task(reading: Reading) -> bool:
    acts = reading.acts.keys()
    asks = acts & {Act.NEXT, Act.AGAIN, Act.KEEP, Act.SCHEDULE} and not acts & AGAINST
    shortest = SHORTEST_TASK_ZH if reading.clause.text[0] >= "一" else SHORTEST_TASK
    return bool(asks) and len(reading.clause.text) >= shortest


def _drop_context_of_a_question(readings: list[Reading]) -> None:
    """Drop what only leads up to a question, and implications in a long account."""
    asks = bool(readings) and Act.QUESTION in readings[-1].acts
    if asks or len(readings) > MOST_CLAUSES_IMPLYING:
        for reading in readings:
            reading.drop(*IMPLIED)
    blames = any(reading.acts.keys() & AGAINST for reading in readings)
    for reading in readings:
        if asks and not _REQUESTS_LATER.search(reading.clause.text):
            reading.drop(Act.SCHEDULE)
        if blames and (Act.QUESTION in reading.acts or reading.clause.text == "again"):
            reading.drop(Act.AGAIN)


def _drop_what_is_no_complaint(readings: list[Reading]) -> None:
    """Drop wishes about the way of working, praise put as a measure, the speaker's own part."""
    acts = frozenset(act for reading in readings for act in reading.acts)
    for reading in readings:
        reading.drop(*_no_complaint(reading, acts))
    if readings and Act.INFORM in readings[-1].acts:
        for reading in readings:
            reading.drop(*IMPLIED)


def _no_complaint(reading: Reading, others: frozenset[Act]) -> Iterator[Act]:
    text, fault = reading.clause.text, reading.acts.get(Act.FAULT, "")
    if others & {Act.KEEP, Act.SCHEDULE} and _LEAVE_ME_OUT.search(text):
        yield from (Act.CHANGE, Act.FAULT, Act.REJECT)
    if Act.PRAISE in reading.acts and len(text) <= LONGEST_VERDICT:
        yield Act.CHANGE
    if Act.PRAISE in others and _OWN_PART.search(text):
        yield Act.FAULT
    if Act.AGAIN in others and fault.startswith(("same", "一样", "同样")):
        yield Act.FAULT


def _join_contrasts(readings: list[Reading]) -> None:
    for first, second in pairwise(readings):
        if _NOT_THIS.search(first.clause.text) and _BUT_THAT.search(second.clause.text):
            first.acts[Act.CHANGE] = first.clause.text
        refused = _REFUSED_VERB.search(second.clause.lead)
        if refused and refused[1] in first.clause.text:
            second.acts[Act.CHANGE] = second.clause.text


def _doubt_after_an_echo(readings: list[Reading], previous: PreviousTurn) -> None:
    """Object in what follows a word of the answer thrown back as a question."""
    echoed = any(_echoes(one, previous) for one in readings[:-1])
    pleased_or_asks = {Act.PRAISE, Act.ACCEPT, Act.QUESTION}
    if echoed and not previous.asks and not readings[-1].acts.keys() & pleased_or_asks:
        readings[-1].drop(Act.CHANGE, Act.VALUE)
        readings[-1].acts[Act.FAULT] = readings[-1].clause.text


def _echoes(reading: Reading, previous: PreviousTurn) -> bool:
    clause = reading.clause
    if not clause.asks or len(clause.lead) > LONGEST_ECHO:
        return False
    words = split_words(clause.lead)
    return clause.lead in previous.text or (bool(words) and words <= previous.words)


def _turn_praise_into_a_flaw(readings: list[Reading]) -> None:
    """Read "too professional" as praise when alone, as a flaw where a change is asked for."""
    acts = {act for reading in readings for act in reading.acts}
    if acts & {Act.CHANGE, Act.REDO, Act.AGAIN}:
        for reading in readings:
            if _TOO_MUCH_OF_A_GOOD_THING.search(reading.clause.text):
                reading.drop(Act.PRAISE)
                reading.acts[Act.FLAW] = reading.clause.text
