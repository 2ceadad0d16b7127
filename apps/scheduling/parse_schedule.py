"""Read words as a schedule and keep what was understood, until somebody says yes to it.

Nothing here makes a schedule; that takes the token and a confirmation, see `confirm_schedule.py`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from apps.errors import DomainError
from apps.scheduling.ask_further import ask_further, language_of
from apps.scheduling.domain.reading_shape import show_readings
from apps.scheduling.domain.spec import Understanding, Verdict
from apps.scheduling.domain.understand import understand
from apps.scheduling.models import ScheduleProposal
from apps.scheduling.person_zone import check_zone, find_zone_of, keep_zone
from apps.scheduling.tenant_calendar import days_off, has_calendar
from apps.tenants.models import ApiKey

if TYPE_CHECKING:
    from apps.scheduling.domain.spec import Span
    from apps.tenants.models import EndUser, Membership, Tenant

MOST_CHARACTERS = 2000
KEPT = timedelta(hours=24)
# Where a person is not known to live, words are read there, to see whether they name a place.
NOWHERE = "Etc/GMT"


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was understood, in the shape of the API; the token is told this once."""

    verdict: str
    readings: list[dict[str, Any]]
    task: str = ""
    reason: str = ""
    question: str = ""
    choices: list[str] = field(default_factory=list)
    layer: str = "rules"
    timezone: str = ""
    spans: list[dict[str, Any]] = field(default_factory=list)
    proposal_id: str | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """Who speaks, and from where: in which zone, language and session."""

    by: str
    timezone: str = ""
    locale: str = ""
    end_user: EndUser | None = None
    member: Membership | None = None
    session_id: str = ""


def parse_schedule(  # noqa: PLR0913 – what is said, and who says it where
    tenant: Tenant,
    text: str,
    *,
    now: datetime,
    by: str,
    timezone: str = "",
    locale: str = "",
    end_user: EndUser | None = None,
    member: Membership | None = None,
    session_id: str = "",
    paraphrase: str = "",
) -> Parsed:
    """Read words, and keep them as a proposal unless they are none; `now` is an instant.

    A `now` without an offset is the wall clock of the zone. `paraphrase` is what a model made of
    words that the rules could not read. Raises `too_long`, `unknown_zone`.
    """
    asking = Asking(by, timezone, locale, end_user, member, session_id)
    zone = zone_for(tenant, asking)
    check_length(text)
    understood, zone = understand_in(
        paraphrase or text, now, zone, has_calendar=has_calendar(tenant)
    )
    if paraphrase:
        understood = replace(understood, task=understood.task or text.strip()[:500], spans=())
    return propose(tenant, text, understood, zone, now=now, asking=asking, guess=bool(paraphrase))


def instant_of_now(now: datetime, zone: str) -> datetime:
    """Give an instant; a time without an offset is read in the zone."""
    return now if now.tzinfo else now.replace(tzinfo=ZoneInfo(zone or "UTC"))


def zone_for(tenant: Tenant, asking: Asking) -> str:
    """Give the zone that is asked for, and keep it for a person who has none; else the kept."""
    kept = find_zone_of(tenant, end_user=asking.end_user, member=asking.member)
    if not asking.timezone:
        return kept
    zone = check_zone(asking.timezone)
    if not kept and (asking.end_user or asking.member):
        keep_zone(tenant, zone, end_user=asking.end_user, member=asking.member)
    return zone


def check_length(text: str) -> None:
    """Raise `too_long` for more words than are read."""
    if len(text) > MOST_CHARACTERS:
        raise DomainError("too_long", f"text: {MOST_CHARACTERS:,} characters are the most.")


def understand_in(
    text: str, now: datetime, zone: str, *, has_calendar: bool
) -> tuple[Understanding, str]:
    """Read words in a zone, or in the one that they name; without either, that is asked for."""
    where = zone or NOWHERE
    understood = understand(
        text, now=wall_of(now, where), timezone=where, has_calendar=has_calendar
    )
    named = understood.readings[0].spec.timezone if understood.readings else ""
    if named in ("", where):
        if zone or understood.verdict in (Verdict.NONE, Verdict.UNCLEAR):
            return understood, zone
        asked = replace(understood, verdict=Verdict.UNCLEAR, readings=(), reason="zone_missing")
        return asked, ""
    return understood, named


def wall_of(now: datetime, zone: str) -> datetime:
    """Give the wall clock of a zone; a time without an offset is on it."""
    return now.astimezone(ZoneInfo(zone)).replace(tzinfo=None) if now.tzinfo else now


def propose(  # noqa: PLR0913 – a proposal is made of them
    tenant: Tenant,
    text: str,
    understood: Understanding,
    zone: str,
    *,
    now: datetime,
    asking: Asking,
    guess: bool = False,
    replaces: ScheduleProposal | None = None,
) -> Parsed:
    """Keep what was understood, with a new token; what is no schedule is only answered."""
    instant = instant_of_now(now, zone)
    language = language_of(text, asking.locale)
    asked = ask_further(understood, language)
    rests = any(reading.spec.skips_holidays for reading in understood.readings)
    holidays = days_off(tenant, wanted=rests)
    verdict = Verdict.AMBIGUOUS if guess and understood.readings else understood.verdict
    parsed = Parsed(
        str(verdict),
        show_readings(understood.readings, now=instant, is_guess=guess, holidays=holidays),
        task=understood.task,
        reason=understood.reason,
        question=asked.question,
        choices=asked.choices,
        layer="model" if guess else "rules",
        timezone=zone,
        spans=[_show_span(span) for span in understood.spans],
    )
    if understood.verdict is Verdict.NONE:
        return parsed
    token = secrets.token_urlsafe(24)
    proposal = _store(tenant, text, parsed, token, asking=asking, language=language)
    if replaces is not None:
        replaces.replaced_at = proposal.created_at
        replaces.save(update_fields=["replaced_at"])
    return replace(parsed, proposal_id=str(proposal.pk), token=token)


def _store(
    tenant: Tenant, text: str, parsed: Parsed, token: str, *, asking: Asking, language: str
) -> ScheduleProposal:
    at = datetime.now(UTC)
    return ScheduleProposal.objects.create(
        tenant=tenant,
        token_digest=ApiKey.digest(token),
        text=text,
        task=parsed.task,
        verdict=parsed.verdict,
        reason=parsed.reason,
        readings=parsed.readings,
        timezone=parsed.timezone,
        session_id=asking.session_id,
        end_user=asking.end_user,
        created_by=asking.by[:200],
        created_at=at,
        expires_at=at + KEPT,
        language=language,
        layer=parsed.layer,
    )


def _show_span(span: Span) -> dict[str, Any]:
    return {"start": span.start, "end": span.end, "role": span.role}
