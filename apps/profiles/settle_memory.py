"""Settle what contradicts: the newer and surer memory supersedes; else both stand in conflict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.profiles.domain.claims import read_claim
from apps.profiles.models import Memory, MemoryStatus

if TYPE_CHECKING:
    from apps.profiles.querysets import MemoryQuerySet


def settle_memory(memory: Memory) -> None:
    """Compare a memory that was just said with those of its subject; nothing is deleted.

    A newer but weaker word does not erase a confirmed one: both are kept and point to each other.
    """
    rivals = _rivals(memory)
    beaten_by = (one for one in rivals if _wins(one, memory) and not _wins(memory, one))
    stronger = next(beaten_by, None)
    if stronger:
        _supersede(memory, by=stronger)
        return
    contested = [rival for rival in rivals if not _wins(memory, rival)]
    for rival in rivals:
        if rival not in contested:
            _supersede(rival, by=memory)
    memory.status = MemoryStatus.CONFLICTING if contested else MemoryStatus.ACTIVE
    memory.conflicts_with = contested[0] if contested else None
    memory.superseded_by = None
    _save(memory)
    for rival in contested:
        rival.status, rival.conflicts_with = MemoryStatus.CONFLICTING, memory
        _save(rival)


def free_rivals(memory: Memory) -> None:
    """Let go of a memory that no longer holds: what only conflicted with it holds again."""
    _of_person(memory).filter(conflicts_with=memory).update(
        conflicts_with=None, status=MemoryStatus.ACTIVE
    )


def _rivals(memory: Memory) -> list[Memory]:
    if not memory.subject:
        return []
    claim = read_claim(memory.kind, memory.text)
    rows = _of_person(memory).in_force().filter(subject=memory.subject).exclude(pk=memory.pk)
    near = list(rows.without_vectors().order_by("-confidence", "-last_confirmed_at"))
    return [row for row in near if claim.contradicts(read_claim(row.kind, row.text))]


def _wins(one: Memory, other: Memory) -> bool:
    """Tell whether one is at least as new and at least as sure as the other."""
    newer = one.last_confirmed_at >= other.last_confirmed_at
    return newer and one.confidence >= other.confidence


def _supersede(memory: Memory, *, by: Memory) -> None:
    memory.status, memory.superseded_by = MemoryStatus.SUPERSEDED, by
    memory.conflicts_with = None
    _save(memory)
    free_rivals(memory)


def _save(memory: Memory) -> None:
    memory.save(update_fields=["status", "superseded_by", "conflicts_with"])


def _of_person(memory: Memory) -> MemoryQuerySet[Memory]:
    return Memory.objects.for_tenant(memory.tenant).filter(end_user=memory.end_user_id)
