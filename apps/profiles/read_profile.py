"""Read what is known of a person at a moment: of each field the value that counts, with its why."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from apps.language.tokens import language_of
from apps.profiles.domain.decay import LEAST_SHOWN, decayed
from apps.profiles.domain.fields import LISTS, MOST_LISTED, PAIN_POINTS, FieldName
from apps.profiles.domain.profile_line import write_line
from apps.profiles.domain.relevance import related, relevant_fields
from apps.profiles.domain.topics import LASTS
from apps.profiles.models import FieldSource, Profile, ProfileField

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from apps.profiles.models import FieldEvidence
    from apps.tenants.models import EndUser, Tenant

LEAST_COUNTED = Decimal("0.30")
MOST_QUOTES = 10
MOST_TOKENS = 100


@dataclass(frozen=True, slots=True)
class KnownField:
    """What counts of one field now: its values, how sure, whose word, and the quotes."""

    values: list[str]
    confidence: Decimal
    source: str
    last_confirmed_at: datetime
    rows: list[ProfileField]

    @property
    def evidence(self) -> list[FieldEvidence]:
        """The newest quotes that the values rest on."""
        quotes = (quote for row in self.rows for quote in row.evidence.all())
        return sorted(quotes, key=lambda quote: quote.said_at, reverse=True)[:MOST_QUOTES]


def find_profile(tenant: Tenant, end_user: EndUser, *, with_quotes: bool = True) -> Profile | None:
    """Find the person's profile with its fields and their quotes; None when nothing is known."""
    rows = Profile.objects.for_tenant(tenant).filter(end_user=end_user)
    read = "fields__evidence" if with_quotes else "fields"
    return rows.select_related("end_user", "tenant").prefetch_related(read).first()


def known_fields(profile: Profile, *, now: datetime) -> dict[str, KnownField]:
    """Give each known field by name. A person's word comes first and does not fade."""
    by_name: dict[str, list[ProfileField]] = {}
    for row in profile.fields.all():
        if _counts(row, now):
            by_name.setdefault(row.name, []).append(row)
    return {str(name): _known(name, by_name[name], now) for name in FieldName if name in by_name}


class ToldProfile(NamedTuple):
    """What of a profile helps with a message: one line, and the fields that it may tell."""

    text: str
    fields: dict[str, Sequence[str]]


def tell_profile(
    profile: Profile,
    message: str,
    *,
    now: datetime,
    max_tokens: int = MOST_TOKENS,
    pain_points: Sequence[str] = (),
) -> ToldProfile:
    """Tell what of a profile helps with a message, within the tokens; mostly nothing.

    Nothing where the person switched learning off. `pain_points` are their open problems.
    """
    fields = _helpful_fields(profile, message, now=now, pain_points=pain_points)
    language = language_of(message)
    line = write_line(list(fields), fields, language=language, max_tokens=max_tokens)
    return ToldProfile(line, fields)


def _helpful_fields(
    profile: Profile, message: str, *, now: datetime, pain_points: Sequence[str]
) -> dict[str, Sequence[str]]:
    if not profile.learning_enabled:
        return {}
    values = {
        name: one.values
        for name, one in known_fields(profile, now=now).items()
        if one.confidence >= LEAST_SHOWN
    }
    told = {**values, PAIN_POINTS: list(pain_points)}
    for name in (PAIN_POINTS, FieldName.TOPICS):
        told[name] = related(message, told.get(name, ()))
    return {name: told[name] for name in relevant_fields(message, told)}


def _counts(row: ProfileField, now: datetime) -> bool:
    """Tell whether a value is more than a hint, and a topic is of the last days."""
    if row.name == FieldName.TOPICS:
        return row.last_confirmed_at >= now - LASTS
    return row.source == FieldSource.PERSON or row.confidence >= LEAST_COUNTED


def _known(name: str, rows: list[ProfileField], now: datetime) -> KnownField:
    ranked = sorted(rows, key=lambda row: (_left(row, now), row.last_confirmed_at), reverse=True)
    by_person = [row for row in ranked if row.source == FieldSource.PERSON]
    counted = (by_person or ranked)[: MOST_LISTED if name in LISTS else 1]
    if name == FieldName.TOPICS:
        counted.sort(key=lambda row: row.last_confirmed_at, reverse=True)
    return KnownField(
        values=[row.value for row in counted],
        confidence=max(_left(row, now) for row in counted),
        source=counted[0].source,
        last_confirmed_at=max(row.last_confirmed_at for row in counted),
        rows=counted,
    )


def _left(row: ProfileField, now: datetime) -> Decimal:
    if row.source == FieldSource.PERSON:
        return row.confidence
    return decayed(row.confidence, row.last_confirmed_at, now=now)
