"""Speak of schedules within a conversation: read a request, take a yes, a change or a no.

What comes back is context for the agent, who passes it on. Nothing is scheduled without the yes of
the person whose session asked; what they were asked last is what their answer is for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils import timezone as clock

from apps.errors import DomainError
from apps.evolution.models import Question
from apps.feedback.domain.classify import classify_message
from apps.learning.domain.schedule_talk import ask_which, say_agreed, say_dropped, say_understood
from apps.scheduling.amend_proposal import amend_proposal
from apps.scheduling.ask_further import language_of
from apps.scheduling.confirm_schedule import Purpose, confirm_schedule, find_waiting
from apps.scheduling.domain.amend import is_no, is_yes
from apps.scheduling.domain.fired_text import is_fired_text
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.spec import Verdict
from apps.scheduling.domain.understand import understand
from apps.scheduling.domain.zones import find_zone
from apps.scheduling.message_models import AgentMessage
from apps.scheduling.parse_schedule import Asking, parse_schedule
from apps.trajectories.domain.injected import strip_injected

if TYPE_CHECKING:
    from datetime import datetime

    from apps.scheduling.models import ScheduleProposal
    from apps.scheduling.parse_schedule import Parsed
    from apps.tenants.models import EndUser, Membership, Tenant

LONGEST_REQUEST = 200
LONGEST_ANSWER = 60
# Of a schedule that was understood, only what begins like this is a change.
_CHANGES = re.compile(
    r"\s*(?:改|换|调|挪|推迟|提前|不是|不对|不[,，]|还是|"
    r"(?:no,|make|change|move|switch|actually|rather|instead|how about|what about)\b)",
    re.IGNORECASE,
)
_CHOICE = re.compile(r"\s*(?:第|no\.?|#)?\s*([1-9])\s*(?:个|种|\.|。)?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks, in which session, and which member owns what is made for them."""

    tenant: Tenant
    person: EndUser
    session_id: str
    owner: Membership | None
    by: str


def speak_of_schedules(speaker: Speaker, message: str) -> str:
    """Give what the agent is to tell the person; empty where a message is not about schedules."""
    said = strip_injected(message)
    if not said or len(said) > LONGEST_REQUEST or is_fired_text(said):
        return ""
    now = clock.now()
    if len(said) <= LONGEST_ANSWER and (waiting := _waiting(speaker)):
        answered = _answer(speaker, waiting, said, now)
        if answered:
            return answered
    if not _wants_schedule(said, now) or _was_fired(speaker, said):
        return ""
    parsed = parse_schedule(
        speaker.tenant,
        said,
        now=now,
        by=speaker.by,
        end_user=speaker.person,
        session_id=speaker.session_id,
    )
    return _tell(parsed, language_of(said))


def _wants_schedule(said: str, now: datetime) -> bool:
    """Tell whether to speak of it: what cannot be read is asked about only where one is wished."""
    verdict = understand(said, now=now.replace(tzinfo=None), timezone="UTC").verdict
    if verdict is Verdict.UNCLEAR:
        return classify_message(said, None).schedule_intent
    return verdict is not Verdict.NONE


def _waiting(speaker: Speaker) -> ScheduleProposal | None:
    """What this person was asked last, if that was of a schedule."""
    waiting = find_waiting(speaker.tenant, speaker.session_id)
    if waiting is None or waiting.end_user_id != speaker.person.pk:
        return None
    asked = Question.objects.for_tenant(speaker.tenant).waiting()
    later = asked.filter(session_id=speaker.session_id, asked_at__gte=waiting.created_at)
    return None if later.exists() else waiting


def _was_fired(speaker: Speaker, said: str) -> bool:
    """Tell whether a message only repeats a firing that was handed over in this session."""
    rows = AgentMessage.objects.for_tenant(speaker.tenant).filter(text=said)
    return rows.filter(session_id=speaker.session_id).exclude(delivered_at=None).exists()


def _answer(speaker: Speaker, waiting: ScheduleProposal, said: str, now: datetime) -> str:
    language = language_of(waiting.text)
    if is_no(said):
        waiting.replaced_at = now
        waiting.save(update_fields=["replaced_at"])
        return say_dropped(language)
    try:
        chosen = _chosen(waiting, said)
        if chosen is not None:
            return _agree(speaker, waiting, chosen, language)
        if is_yes(said):
            return ask_which(waiting.readings, language) if waiting.readings else ""
        return _amend(speaker, waiting, said, now)
    except DomainError as error:
        return say_understood([], language, question=str(error.detail))


def _chosen(waiting: ScheduleProposal, said: str) -> int | None:
    """Tell which reading a person agrees to; a bare yes agrees only to the one there is."""
    readings: list[dict[str, Any]] = waiting.readings
    if is_yes(said):
        is_clear = len(readings) == 1 and not readings[0].get("time_missing")
        return 0 if is_clear else None
    found = _CHOICE.fullmatch(said)
    if found and len(readings) > 1 and int(found[1]) <= len(readings):
        return int(found[1]) - 1
    for place, reading in enumerate(readings):
        if said.strip() in reading["description"].values():
            return place
    return None


def _agree(speaker: Speaker, waiting: ScheduleProposal, reading: int, language: str) -> str:
    made = confirm_schedule(waiting, reading, purpose=Purpose(), by=speaker.by, owner=speaker.owner)
    return say_agreed(waiting.readings[reading], made.task, language)


def _amend(speaker: Speaker, waiting: ScheduleProposal, said: str, now: datetime) -> str:
    is_asked = not waiting.readings or any(one.get("time_missing") for one in waiting.readings)
    if not (is_asked or _CHANGES.match(said)):
        return ""
    zone = _zone(said) if waiting.reason == "zone_missing" else ""
    if waiting.reason == "zone_missing" and not zone:
        return ""
    asking = Asking(
        speaker.by, timezone=zone, end_user=speaker.person, session_id=speaker.session_id
    )
    parsed = amend_proposal(waiting, "" if zone else said, now=now, asking=asking)
    if parsed.proposal_id == str(waiting.pk):  # nothing of it was read
        return ""
    return _tell(parsed, language_of(waiting.text))


def _zone(said: str) -> str:
    try:
        return find_zone(said.strip().strip("。.!！").lower())
    except UnclearError:
        return ""


def _tell(parsed: Parsed, language: str) -> str:
    if parsed.verdict == Verdict.NONE:
        return ""
    return say_understood(
        parsed.readings,
        language,
        task=parsed.task,
        question=parsed.question,
        choices=parsed.choices,
    )
