"""Take a run's hints into its person's profile; one that fails leaves the last good profile."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction

from apps.profiles.domain.decay import decayed
from apps.profiles.domain.fields import (
    MOST_LISTED,
    FieldName,
    FieldSignal,
    is_known_value,
    value_key,
)
from apps.profiles.domain.signals import WRITTEN_IN
from apps.profiles.domain.topics import LASTS
from apps.profiles.learning_allowed import open_profile
from apps.profiles.models import FieldEvidence, FieldSource, Profile, ProfileField
from apps.profiles.proof import Proof

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.trajectories.models import Trajectory

MOST_INFERRED = Decimal("0.95")
MOST_QUOTE = 300


@transaction.atomic
def update_profile(
    run: Trajectory, signals: Sequence[FieldSignal], *, now: datetime
) -> list[ProfileField]:
    """Add what a run's message hints at; answers the values that it newly supports.

    Independent evidence adds up: 1 − (1 − left of the old)(1 − new), once a session. What the
    person set stands; what they forgot comes back only by what is said later.
    """
    profile = open_profile(run) if signals else None
    if profile is None:
        return []
    proof = Proof(run)
    taken = [
        field
        for signal in signals
        if _is_proven(signal, proof) and not _is_forgotten(profile, signal.name, run.started_at)
        if (field := _take(profile, run, signal, now=now))
    ]
    if taken:
        _drop_old_topics(profile, now=now)
        profile.save(update_fields=["updated_at"])
    return taken


def _is_proven(signal: FieldSignal, proof: Proof) -> bool:
    """Tell whether a hint has its quote; topics and the language of writing state nothing."""
    states = signal.name != FieldName.TOPICS
    if signal.name == FieldName.LANGUAGE and signal.weight <= WRITTEN_IN:
        states = False
    return is_known_value(signal.name, signal.value) and proof.proves_signal(
        signal.quote, is_statement=states
    )


def _is_forgotten(profile: Profile, name: str, said_at: datetime) -> bool:
    at = profile.forgotten.get(name)
    return bool(at) and said_at <= datetime.fromisoformat(at)


def _take(
    profile: Profile, run: Trajectory, signal: FieldSignal, *, now: datetime
) -> ProfileField | None:
    mine = ProfileField.objects.for_tenant(run.tenant).filter(profile=profile, name=signal.name)
    key = value_key(signal.name, signal.value)
    known = mine.filter(value_key=key).first()
    if known is None and mine.filter(source=FieldSource.PERSON).exists():
        return None
    if known is None:
        known = ProfileField.objects.create(
            tenant=run.tenant,
            profile=profile,
            name=signal.name,
            value=signal.value,
            value_key=key,
            source=FieldSource.INFERRED,
            created_at=now,
            last_confirmed_at=run.started_at,
        )
    return _support(known, run, signal)


def _support(field: ProfileField, run: Trajectory, signal: FieldSignal) -> ProfileField | None:
    """Add a session's quote to a value; a session that says it twice proves it once."""
    said = field.evidence.filter(session_id=run.session_id).first()
    if said is not None:
        return _strengthen_within(field, signal)
    FieldEvidence.objects.create(
        tenant_id=field.tenant_id,
        field=field,
        trajectory_id=run.pk,
        session_id=run.session_id,
        quote=signal.quote[:MOST_QUOTE],
        said_at=run.started_at,
    )
    if field.source == FieldSource.INFERRED:
        left = decayed(field.confidence, field.last_confirmed_at, now=run.started_at)
        doubt = (1 - left) * (1 - signal.weight)
        field.confidence = min(MOST_INFERRED, 1 - doubt)
    field.last_confirmed_at = max(field.last_confirmed_at, run.started_at)
    field.save(update_fields=["confidence", "last_confirmed_at"])
    return field


def _strengthen_within(field: ProfileField, signal: FieldSignal) -> ProfileField | None:
    """Let the clearest word of a session count: outright after a mere hint."""
    if field.source == FieldSource.PERSON or signal.weight <= field.confidence:
        return None
    field.confidence = min(MOST_INFERRED, signal.weight)
    field.save(update_fields=["confidence"])
    return field


def _drop_old_topics(profile: Profile, *, now: datetime) -> None:
    """Keep what the person was lately busy with, no longer and no more than is shown."""
    mine = ProfileField.objects.for_tenant(profile.tenant).filter(profile=profile)
    topics = mine.filter(name=FieldName.TOPICS)
    topics.filter(last_confirmed_at__lt=now - LASTS).delete()
    newest = topics.order_by("-last_confirmed_at").values_list("pk", flat=True)[:MOST_LISTED]
    topics.exclude(pk__in=list(newest)).delete()
