"""Write a new experience with all that it is found by: vectors, words, identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.experiences.domain.pattern import pattern_digest
from apps.experiences.models import Experience, ExperienceIdentifier
from apps.language.tokens import is_identifier, search_tokens
from apps.llm.embedding import embedder
from apps.trajectories.domain.request_type import request_type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apps.tenants.models import Tenant

MOST_IDENTIFIERS = 40


def embed_pattern(pattern: str, context: str) -> list[list[float]]:
    """Embed a pattern alone, and with its context."""
    rows = embedder().embed([pattern, f"{pattern} {context}".strip()])
    return [row.tolist() for row in rows]


def store_experience(
    tenant: Tenant, pattern: str, context: str, *, vectors: list[list[float]], **fields: Any
) -> Experience:
    """Insert an experience; `vectors` are those of `embed_pattern`, `fields` the other columns."""
    text = f"{pattern} {context}"
    experience = Experience(
        tenant=tenant,
        pain_pattern=pattern,
        pattern_digest=pattern_digest(pattern),
        context=context,
        request_type=request_type(pattern, fields["tools"]),
        words=sorted(set(search_tokens(text))),
        pieces=embedder().pieces(text),
        embedding=vectors[0],
        context_embedding=vectors[1],
        embedder_id=embedder().id,
        **fields,
    )
    store_experiences([experience])
    return experience


def store_experiences(experiences: list[Experience]) -> None:
    """Insert experiences that are complete but for their identifiers."""
    Experience.objects.bulk_create(experiences)
    ExperienceIdentifier.objects.bulk_create(
        ExperienceIdentifier(tenant_id=one.tenant_id, experience=one, token=token)
        for one in experiences
        for token in _identifiers(one.words)
    )


def _identifiers(words: Iterable[str]) -> list[str]:
    return sorted(word for word in words if is_identifier(word))[:MOST_IDENTIFIERS]
