"""Take in what a person says of a schedule that waits for their yes: it becomes a new proposal."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone as clock

from apps.errors import Conflict
from apps.scheduling.ask_further import ask_further, language_of
from apps.scheduling.domain.amend import amend
from apps.scheduling.domain.reading_shape import read_spec
from apps.scheduling.domain.spec import Kind, Reading, Understanding, Verdict
from apps.scheduling.parse_schedule import (
    MOST_CHARACTERS,
    Asking,
    Parsed,
    check_length,
    propose,
    understand_in,
    wall_of,
    zone_for,
)
from apps.scheduling.tenant_calendar import has_calendar

if TYPE_CHECKING:
    from datetime import datetime

    from apps.scheduling.models import ScheduleProposal

_RECURS = re.compile(
    r"每|\b(?:every|each|daily|weekly|monthly|yearly|a (?:day|week|month))\b", re.IGNORECASE
)


@transaction.atomic
def amend_proposal(
    proposal: ScheduleProposal, words: str, *, now: datetime, asking: Asking
) -> Parsed:
    """Read what a person says of a proposal; what comes of it takes its place.

    Words that change nothing leave it as it is, with the reason in the answer. Raises what
    `parse_schedule` raises, and what `check_open` does.
    """
    check_open(proposal)
    check_length(words)
    known = zone_for(proposal.tenant, asking)
    zone = asking.timezone or proposal.timezone or known
    words = words.strip()
    calendar = has_calendar(proposal.tenant)
    if proposal.reason == "zone_missing" or not words:
        understood, zone = understand_in(proposal.text, now, zone, has_calendar=calendar)
    elif proposal.readings:
        understood = _amend(proposal, words, now, zone, has_calendar=calendar)
    else:
        understood, zone = _complete(proposal.text, words, now, zone, has_calendar=calendar)
    if understood.verdict in (Verdict.NONE, Verdict.UNCLEAR):
        return _unchanged(proposal, understood, asking)
    understood = replace(understood, task=proposal.task or understood.task)
    said = f"{proposal.text} · {words}"[-MOST_CHARACTERS:] if words else proposal.text
    return propose(
        proposal.tenant, said, understood, zone, now=now, asking=asking, replaces=proposal
    )


def check_open(proposal: ScheduleProposal) -> None:
    """Raise `proposal_expired`, `proposal_replaced` or `proposal_confirmed` where it is over."""
    if proposal.confirmed_at:
        raise Conflict("proposal_confirmed", "This was confirmed already.")
    if proposal.replaced_at:
        raise Conflict("proposal_replaced", "What was said later took its place.")
    if clock.now() >= proposal.expires_at:
        raise Conflict("proposal_expired", "This waited for more than 24 hours; say it again.")


def _complete(
    text: str, words: str, now: datetime, zone: str, *, has_calendar: bool
) -> tuple[Understanding, str]:
    """Read what was not clear together with what was said to it, else the answer by itself."""
    for said in (f"{text} {words}", f"{words} {text}", words):
        understood, named = understand_in(said, now, zone, has_calendar=has_calendar)
        if understood.readings:
            break
    again = tuple(one for one in understood.readings if one.spec.kind is not Kind.ONCE)
    if again and said == words and _RECURS.search(text):
        is_sure = len(again) == 1 and not again[0].assumptions
        verdict = Verdict.EXACT if is_sure else Verdict.AMBIGUOUS
        understood = replace(understood, readings=again, verdict=verdict)
    return understood, named


def _amend(
    proposal: ScheduleProposal, words: str, now: datetime, zone: str, *, has_calendar: bool
) -> Understanding:
    before = [Reading(read_spec(shape)) for shape in proposal.readings]
    wall = wall_of(now, zone)
    found = amend(before, words, now=wall, timezone=zone, has_calendar=has_calendar)
    coming = tuple(one for one in found.readings if not one.spec.at or one.spec.at > wall)
    if found.readings and not coming:
        return Understanding(Verdict.UNCLEAR, reason="past")
    is_sure = len(coming) == 1 and not coming[0].assumptions
    verdict = found.verdict if not coming else Verdict.EXACT if is_sure else Verdict.AMBIGUOUS
    return replace(found, readings=coming, verdict=verdict)


def _unchanged(proposal: ScheduleProposal, understood: Understanding, asking: Asking) -> Parsed:
    asked = ask_further(understood, language_of(proposal.text, asking.locale))
    return Parsed(
        Verdict.UNCLEAR,
        proposal.readings,
        task=proposal.task,
        reason=understood.reason or "unread",
        question=asked.question,
        choices=asked.choices,
        timezone=proposal.timezone,
        proposal_id=str(proposal.pk),
    )
