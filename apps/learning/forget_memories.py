"""Take what is doomed out of memories and profiles; of a person all of it, with the person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.profiles.learning_allowed import lock_profile
from apps.profiles.models import (
    FieldEvidence,
    FieldSource,
    Memory,
    MemoryEvidence,
    MemoryStatus,
    ProfileField,
)
from apps.profiles.settle_memory import free_rivals
from apps.tenants.models import EndUser
from apps.trajectories.models import Session

if TYPE_CHECKING:
    import uuid

    from apps.learning.domain.erasure import Receipt
    from apps.learning.domain.shared_words import SharedWords
    from apps.learning.find_doomed import Doomed

_TABLES = {
    "profiles.Memory": "memories",
    "profiles.MemoryEvidence": "memory_evidence",
    "profiles.ProfileField": "profile_fields",
    "profiles.FieldEvidence": "profile_evidence",
    "profiles.Profile": "profiles",
    "tenants.EndUser": "people",
    "feedback.Signal": "signals",
}


def forget_person(person: EndUser, receipt: Receipt) -> None:
    """Remove a person, and with them their memories and profile."""
    removed = EndUser.objects.for_tenant(person.tenant).filter(pk=person.pk).delete()[1]
    for model, number in removed.items():
        receipt.counts[_TABLES.get(model, model)] += number


def forget_memories(doomed: Doomed, words: SharedWords, receipt: Receipt) -> set[uuid.UUID]:
    """Remove what only doomed sessions showed of people; answers the sessions to learn from again.

    A memory that other sessions show too, told in words of a doomed one, is drawn anew from them.
    Of a person that goes, nothing is done here: see `forget_person`.
    """
    if doomed.person:
        return set()
    _lock_profiles(doomed)
    said = MemoryEvidence.objects.for_tenant(doomed.tenant)
    theirs = said.filter(session_id__in=doomed.session_ids)
    touched = set(theirs.values_list("memory_id", flat=True))
    receipt.counts["memory_evidence"] += theirs.delete()[0]
    again: set[uuid.UUID] = set()
    for memory in Memory.objects.for_tenant(doomed.tenant).filter(pk__in=touched).order_by("pk"):
        others = set(memory.evidence.values_list("session_id", flat=True))
        if not others or words.occur_in(memory.text):
            again |= others
            _forget_memory(memory)
            receipt.counts["memories"] += 1
    _forget_fields(doomed, receipt)
    kept = Session.objects.for_tenant(doomed.tenant).filter(pk__in=again)
    return set(kept.values_list("pk", flat=True))


def _lock_profiles(doomed: Doomed) -> None:
    """Keep learners out of the profiles of those who spoke in doomed sessions."""
    ids = doomed.runs.order_by().exclude(end_user=None).values("end_user")
    for person in EndUser.objects.for_tenant(doomed.tenant).filter(pk__in=ids).order_by("pk"):
        lock_profile(doomed.tenant, person)


def _forget_memory(memory: Memory) -> None:
    """Remove a memory; what only it contradicted or superseded holds again."""
    free_rivals(memory)
    beaten = Memory.objects.for_tenant(memory.tenant).filter(superseded_by=memory)
    beaten.update(superseded_by=None, status=MemoryStatus.ACTIVE)
    memory.delete()


def _forget_fields(doomed: Doomed, receipt: Receipt) -> None:
    hints = FieldEvidence.objects.for_tenant(doomed.tenant)
    theirs = hints.filter(session_id__in=doomed.session_ids)
    touched = set(theirs.values_list("field_id", flat=True))
    receipt.counts["profile_evidence"] += theirs.delete()[0]
    fields = ProfileField.objects.for_tenant(doomed.tenant).filter(pk__in=touched)
    unproven = fields.filter(evidence=None, source=FieldSource.INFERRED)
    ids = list(unproven.values_list("pk", flat=True))
    receipt.counts["profile_fields"] += fields.filter(pk__in=ids).delete()[0]
