"""Take an experience that a person writes: their word is its evidence."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import transaction

from apps.errors import Conflict
from apps.experiences.domain.extract import pattern_digest
from apps.experiences.learn_experience import embed_pattern
from apps.experiences.models import Experience
from apps.language.tokens import language_of, search_tokens
from apps.llm.embedding import embedder
from apps.tenants.audit import record_audit
from apps.trajectories.domain.redaction import redact_secrets
from apps.trajectories.domain.request_type import request_type

if TYPE_CHECKING:
    from apps.tenants.models import Membership, Tenant

BY_A_PERSON = Decimal("0.90")


@transaction.atomic
def write_experience(
    tenant: Tenant, fields: dict[str, Any], *, by: str, member: Membership | None
) -> Experience:
    """Store what a person knows; raises `experience_exists` for a pattern that is known."""
    pattern = redact_secrets(fields["pain_pattern"])
    context = redact_secrets(fields.get("context", ""))
    digest = pattern_digest(pattern)
    if Experience.objects.for_tenant(tenant).filter(pattern_digest=digest).exists():
        raise Conflict("experience_exists", "There is already an experience of this pattern.")
    vectors = embed_pattern(pattern, context)
    experience = Experience.objects.create(
        tenant=tenant,
        written_by=member,
        pain_pattern=pattern,
        pattern_digest=digest,
        context=context,
        solution_steps=[redact_secrets(step) for step in fields["solution_steps"]],
        pitfalls=fields.get("pitfalls", []),
        outcome=fields.get("outcome", "success"),
        tools=fields.get("tools", []),
        industry_context=fields.get("industry_context", ""),
        request_type=request_type(pattern, fields.get("tools", [])),
        language=language_of(pattern),
        confidence=BY_A_PERSON,
        words=sorted(set(search_tokens(f"{pattern} {context}"))),
        embedding=vectors[0],
        context_embedding=vectors[1],
        embedder_id=embedder().id,
    )
    record_audit(tenant, actor=by, action="write_experience", target=experience)
    return experience
