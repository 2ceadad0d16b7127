"""Put the proven verdicts of lift among the signals on skills, and read them where it is quick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from django.db.models import Exists, OuterRef, TextField, Value
from django.db.models.functions import Cast, Concat

from apps.evolution.domain.lift import UNDECIDED
from apps.evolution.models import Skill
from apps.feedback.domain.signals import SignalDraft
from apps.feedback.models import Polarity, Signal, SignalKind, TargetKind
from apps.feedback.record_signals import record_signals

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from apps.evolution.domain.lift import Lift
    from apps.tenants.models import Tenant

_POLARITIES: Mapping[str, Literal["positive", "negative"]] = {
    "helpful": "positive",
    "harmful": "negative",
}


def note_lift(tenant: Tenant, lifts: Mapping[uuid.UUID, Lift], *, now: datetime) -> int:
    """Record a comparison on each skill whose lift is proven, once a version; answers how many.

    Noted again it stays as it is, save where the verdict has turned.
    """
    proven = {
        pk: _POLARITIES[lift.verdict] for pk, lift in lifts.items() if lift.verdict != UNDECIDED
    }
    rows = Skill.objects.for_tenant(tenant).filter(pk__in=proven, current__isnull=False)
    current = {pk: _source(version_id) for pk, version_id in rows.values_list("pk", "current_id")}
    said = Signal.objects.for_tenant(tenant).filter(
        target_kind=TargetKind.SKILL,
        target_id__in=current,
        kind=SignalKind.COMPARISON,
        source_key__in=current.values(),
    )
    known = set(said.values_list("target_id", "polarity")) if current else set()
    drafts = [
        SignalDraft("skill", pk, "comparison", proven[pk], "", source, now)
        for pk, source in current.items()
        if (pk, proven[pk]) not in known
    ]
    return record_signals(tenant, drafts) if drafts else 0


def find_harmful(tenant: Tenant, skills: Iterable[Skill]) -> set[uuid.UUID]:
    """Name those of some skills whose present text was found to lower scores; one small query."""
    sources = {_source(skill.current_id): skill.pk for skill in skills if skill.current_id}
    if not sources:
        return set()
    rows = Signal.objects.for_tenant(tenant).filter(
        target_kind=TargetKind.SKILL,
        target_id__in=sources.values(),
        kind=SignalKind.COMPARISON,
        polarity=Polarity.NEGATIVE,
        source_key__in=sources,
    )
    return set(rows.values_list("target_id", flat=True))


def is_harmful() -> Exists:
    """Tell of each of many skills whether its present text was found to lower scores."""
    source = Concat(Value("lift:"), Cast(OuterRef("current_id"), TextField()))
    return Exists(
        Signal.objects.filter(
            tenant_id=OuterRef("tenant_id"),
            target_kind=TargetKind.SKILL,
            target_id=OuterRef("pk"),
            kind=SignalKind.COMPARISON,
            polarity=Polarity.NEGATIVE,
            source_key=source,
        )
    )


def _source(version_id: uuid.UUID | None) -> str:
    return f"lift:{version_id}"
