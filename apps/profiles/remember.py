"""Remember what a person said that lasts: once, with its quotes, and never over a surer word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import NotFound
from apps.language.digest import digest_words
from apps.language.tokens import language_of, search_tokens
from apps.profiles.domain.claims import read_claim
from apps.profiles.domain.likeness import says_same, text_digest
from apps.profiles.domain.statements import MOST_CONFIDENCE, MOST_TEXT
from apps.profiles.learning_allowed import open_profile
from apps.profiles.models import Memory, MemoryEvidence, MemoryStatus
from apps.profiles.proof import Proof
from apps.profiles.settle_memory import settle_memory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from decimal import Decimal

    from apps.profiles.domain.statements import MemoryDraft
    from apps.profiles.proof import Source
    from apps.tenants.models import EndUser
    from apps.trajectories.models import Trajectory

MOST_COMPARED = 8
MOST_SUBJECT = 120


@transaction.atomic
def remember(
    run: Trajectory,
    drafts: Sequence[MemoryDraft],
    *,
    vectors: Sequence[Sequence[float]],
    embedder_id: str,
    now: datetime,
) -> list[Memory]:
    """Store the drafts that the run proves; answers the memories they are, new or confirmed.

    A draft without a quote in a message of the person or an answer of a tool is left out, and
    so is everything where learning is off. The same conversation again adds nothing.
    """
    profile = open_profile(run) if drafts else None
    if profile is None:
        return []
    proof = Proof(run)
    kept: list[Memory] = []
    for draft, vector in zip(drafts, vectors, strict=True):
        source = proof.source_of(draft)
        memory = _take(run, draft, vector, embedder_id, source=source, now=now) if source else None
        if memory:
            kept.append(memory)
    return kept


def _take(
    run: Trajectory,
    draft: MemoryDraft,
    vector: Sequence[float],
    embedder_id: str,
    *,
    source: Source,
    now: datetime,
) -> Memory | None:
    memory = _find_known(run, draft, vector, embedder_id)
    if memory is None:
        memory = _create(run, draft, vector, embedder_id, now=now)
        _add_evidence(memory, run, draft, source)
    elif memory.status == MemoryStatus.ERASED:
        if run.started_at <= memory.last_confirmed_at:
            return None
        _revive(memory, run, draft, vector, embedder_id)
        _add_evidence(memory, run, draft, source)
    elif not _confirm(memory, run, draft, source):
        return memory
    settle_memory(memory)
    return memory


def _find_known(
    run: Trajectory, draft: MemoryDraft, vector: Sequence[float], embedder_id: str
) -> Memory | None:
    """Find what the draft repeats: the same words, the same claim, or the same meaning."""
    mine = Memory.objects.for_tenant(run.tenant).filter(end_user=run.end_user)
    same = mine.filter(digest=text_digest(draft.kind, draft.text)).first()
    if same:
        return same
    claim = read_claim(draft.kind, draft.text)
    alike = mine.kept().filter(kind=draft.kind)
    if claim.subject:
        for row in alike.filter(subject=subject_of(draft.kind, draft.text)).without_vectors():
            if claim.is_same_as(read_claim(row.kind, row.text)):
                return row
    for row in alike.nearest(vector, embedder_id).without_vectors()[:MOST_COMPARED]:
        known = (row.text, read_claim(row.kind, row.text))
        if says_same(1 - float(row.distance), (draft.text, claim), known):
            return row
    return None


def _create(
    run: Trajectory,
    draft: MemoryDraft,
    vector: Sequence[float],
    embedder_id: str,
    *,
    now: datetime,
) -> Memory:
    return Memory.objects.create(
        tenant=run.tenant,
        end_user=_person(run),
        agent_id=run.agent_id,
        kind=draft.kind,
        digest=text_digest(draft.kind, draft.text),
        created_at=now,
        last_confirmed_at=run.started_at,
        **_words(draft, vector, embedder_id),
    )


def _person(run: Trajectory) -> EndUser:
    """Give the person of a run; `open_profile` let no other run in."""
    if run.end_user is None:
        raise NotFound("person")
    return run.end_user


def _revive(
    memory: Memory, run: Trajectory, draft: MemoryDraft, vector: Sequence[float], embedder_id: str
) -> None:
    """Take back what the person had removed and now says again."""
    for name, value in _words(draft, vector, embedder_id).items():
        setattr(memory, name, value)
    memory.status, memory.times_confirmed = MemoryStatus.ACTIVE, 0
    memory.last_confirmed_at = run.started_at
    memory.save()


def _words(
    draft: MemoryDraft, vector: Sequence[float], embedder_id: str
) -> dict[str, str | Decimal | list[str] | Sequence[float]]:
    text = draft.text[:MOST_TEXT]
    return {
        "text": text,
        "subject": subject_of(draft.kind, text),
        "language": language_of(text),
        "confidence": min(draft.confidence, MOST_CONFIDENCE),
        "words": sorted(set(search_tokens(text))),
        "embedding": list(vector),
        "embedder_id": embedder_id,
    }


def subject_of(kind: str, text: str) -> str:
    """Name what a memory is about, for finding what contradicts it; empty where it is unread."""
    subject = read_claim(kind, text).subject
    return f"{kind}:{subject}"[:MOST_SUBJECT] if subject else ""


def _confirm(memory: Memory, run: Trajectory, draft: MemoryDraft, source: Source) -> bool:
    """Note that it was said again; False when this very conversation said so before.

    Another session confirms it. Only other words make it surer: a message that is sent again and
    again proves no more than once.
    """
    said = list(memory.evidence.values_list("session_id", "quote_digest", "said_at"))
    digest = digest_words(draft.quote)
    if any(known == digest and at == run.started_at for _, known, at in said):
        return False
    if any(session == run.session_id and known == digest for session, known, _ in said):
        return False
    _add_evidence(memory, run, draft, source)
    if run.session_id not in {session for session, _, _ in said}:
        memory.times_confirmed += 1
        if digest not in {known for _, known, _ in said}:
            doubt = (1 - memory.confidence) * (1 - draft.confidence)
            memory.confidence = min(MOST_CONFIDENCE, 1 - doubt)
    memory.last_confirmed_at = max(memory.last_confirmed_at, run.started_at)
    memory.save(update_fields=["times_confirmed", "confidence", "last_confirmed_at"])
    return True


def _add_evidence(memory: Memory, run: Trajectory, draft: MemoryDraft, source: Source) -> None:
    MemoryEvidence.objects.create(
        tenant_id=memory.tenant_id,
        memory=memory,
        trajectory_id=run.pk,
        session_id=run.session_id,
        quote=draft.quote[:MOST_TEXT],
        quote_digest=digest_words(draft.quote),
        source=source,
        said_at=run.started_at,
    )
