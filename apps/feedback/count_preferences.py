"""Count the runs that a preference rests on; what a run taught before is taken back first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Count

from apps.feedback.models import Contribution, Preference, PreferenceEvidence

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from decimal import Decimal

    from apps.feedback.domain.propagation import Lesson
    from apps.tenants.models import Tenant

_Key = tuple["uuid.UUID", str, str, str, str]
_Pair = tuple["uuid.UUID", "uuid.UUID"]


@dataclass(frozen=True, slots=True)
class Taught:
    """What one run teaches now, and how much its judge counts."""

    contribution: Contribution
    session_id: uuid.UUID
    lessons: Sequence[Lesson]
    weight: Decimal
    language: str
    seen_at: datetime


@transaction.atomic
def count_preferences(
    tenant: Tenant, contributions: Sequence[Contribution], taught: Sequence[Taught]
) -> None:
    """Make preferences rest on what these contributions teach now, and no longer on what they did.

    The caller holds the contributions' rows, so that what one run teaches changes once at a time.
    """
    evidence = PreferenceEvidence.objects.for_tenant(tenant)
    old = list(evidence.filter(contribution__in=contributions).select_related("preference"))
    wanted = {_key_of(one.contribution, lesson): one for one in taught for lesson in one.lessons}
    seen = {_key(one.preference): one.seen_at for one in old}
    rows = _lock_preferences(tenant, seen | {key: one.seen_at for key, one in wanted.items()})
    new = [
        _evidence(tenant, rows[_key_of(one.contribution, lesson)], one)
        for one in taught
        for lesson in one.lessons
    ]
    evidence.filter(pk__in=[one.pk for one in old]).delete()
    PreferenceEvidence.objects.bulk_create(new)
    _add_up(tenant, {row.pk: row for row in rows.values()}, old, new)


def _key(row: Preference) -> _Key:
    return (row.agent_id, row.request_type, row.kind, row.tool, row.pattern)


def _key_of(contribution: Contribution, lesson: Lesson) -> _Key:
    of_run = (contribution.agent_id, contribution.request_type)
    return (*of_run, lesson.kind, lesson.tool, lesson.pattern)


def _lock_preferences(tenant: Tenant, seen: dict[_Key, datetime]) -> dict[_Key, Preference]:
    """Find or make the preferences and lock them, in the order of their keys."""
    fields = ("agent_id", "request_type", "kind", "tool", "pattern")
    made = [
        Preference(tenant=tenant, last_seen=seen[key], **dict(zip(fields, key, strict=True)))
        for key in sorted(seen)
    ]
    if not made:
        return {}
    Preference.objects.bulk_create(
        made,
        update_conflicts=True,
        unique_fields=["tenant", "agent", "request_type", "kind", "tool", "pattern"],
        update_fields=["pattern"],  # to what it is: the row is only locked
    )
    agents, types, _kinds, tools, _patterns = map(set, zip(*seen, strict=True))
    near = Preference.objects.for_tenant(tenant).filter(
        agent__in=agents, request_type__in=types, tool__in=tools
    )
    return {_key(row): row for row in near if _key(row) in seen}


def _evidence(tenant: Tenant, preference: Preference, one: Taught) -> PreferenceEvidence:
    return PreferenceEvidence(
        tenant=tenant,
        preference=preference,
        contribution=one.contribution,
        session_id=one.session_id,
        weight=one.weight,
        language=one.language,
        seen_at=one.seen_at,
    )


def _add_up(
    tenant: Tenant,
    rows: dict[uuid.UUID, Preference],
    old: Sequence[PreferenceEvidence],
    new: Sequence[PreferenceEvidence],
) -> None:
    sessions = _change_of_sessions(tenant, old, new)
    for sign, listed in ((-1, old), (1, new)):
        for one in listed:
            row = rows[one.preference_id]
            row.runs += sign
            row.weight += sign * one.weight
            if sign > 0:
                latest = max((row.last_seen, row.language), (one.seen_at, one.language))
                row.last_seen, row.language = latest
    for pk, row in rows.items():
        row.sessions += sessions[pk]
    _look_again(tenant, [rows[one.preference_id] for one in old])
    left = [row for row in rows.values() if row.runs > 0]
    fields = ["runs", "weight", "sessions", "last_seen", "language"]
    Preference.objects.bulk_update(left, fields)
    gone = [row.pk for row in rows.values() if row.runs <= 0]
    Preference.objects.for_tenant(tenant).filter(pk__in=gone).delete()


def _change_of_sessions(
    tenant: Tenant, old: Sequence[PreferenceEvidence], new: Sequence[PreferenceEvidence]
) -> Counter[uuid.UUID]:
    """Count for each preference the sessions that it newly rests on, less those it lost."""
    added, removed = Counter(map(_pair, new)), Counter(map(_pair, old))
    touched = added.keys() | removed.keys()
    now = _runs_by_session(tenant, touched)
    change: Counter[uuid.UUID] = Counter()
    for pair in touched:
        before = now[pair] - added[pair] + removed[pair]
        change[pair[0]] += (now[pair] > 0) - (before > 0)
    return change


def _pair(one: PreferenceEvidence) -> _Pair:
    return (one.preference_id, one.session_id)


def _runs_by_session(tenant: Tenant, pairs: Iterable[_Pair]) -> Counter[_Pair]:
    preferences = {preference for preference, _ in pairs}
    sessions = {session for _, session in pairs}
    rows = PreferenceEvidence.objects.for_tenant(tenant).filter(
        preference__in=preferences, session_id__in=sessions
    )
    counted = rows.values_list("preference_id", "session_id").annotate(Count("pk"))
    return Counter({(preference, session): count for preference, session, count in counted})


def _look_again(tenant: Tenant, rows: Sequence[Preference]) -> None:
    """Find when a preference was last seen, after a run that it rested on was taken away."""
    by_id = {row.pk: row for row in rows}
    evidence = PreferenceEvidence.objects.for_tenant(tenant).filter(preference__in=by_id)
    latest = evidence.order_by("preference", "-seen_at", "-language").distinct("preference")
    for one in latest:
        row = by_id[one.preference_id]
        row.last_seen, row.language = one.seen_at, one.language
