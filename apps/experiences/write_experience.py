"""Take an experience that a person writes: their word is its evidence."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import transaction

from apps.errors import Conflict
from apps.experiences.domain.pattern import pattern_digest
from apps.experiences.learn_experience import lock_experiences
from apps.experiences.models import Experience
from apps.experiences.store_experience import embed_pattern, store_experience
from apps.language.tokens import language_of
from apps.tenants.audit import record_audit
from apps.trajectories.domain.redaction import redact_personal, redact_secrets

if TYPE_CHECKING:
    from apps.tenants.models import Membership, Tenant

BY_A_PERSON = Decimal("0.90")
# The mark of a hidden secret may be longer than the secret was.
MOST_PATTERN, MOST_INDUSTRY = 500, 200


@transaction.atomic
def write_experience(
    tenant: Tenant, fields: dict[str, Any], *, by: str, member: Membership | None
) -> Experience:
    """Store what a person knows; raises `experience_exists` for a pattern that is known."""
    fields = _without_secrets(fields, personal=tenant.learning.privacy.redact_personal)
    pattern, context = fields["pain_pattern"][:MOST_PATTERN], fields.get("context", "")
    digest = pattern_digest(pattern)
    lock_experiences(tenant)
    if Experience.objects.for_tenant(tenant).filter(pattern_digest=digest).exists():
        raise Conflict("experience_exists", "There is already an experience of this pattern.")
    experience = store_experience(
        tenant,
        pattern,
        context,
        vectors=embed_pattern(pattern, context),
        written_by=member,
        solution_steps=fields["solution_steps"],
        pitfalls=fields.get("pitfalls", []),
        outcome=fields.get("outcome", "success"),
        tools=fields.get("tools", []),
        industry_context=fields.get("industry_context", "")[:MOST_INDUSTRY],
        language=language_of(pattern),
        confidence=BY_A_PERSON,
    )
    record_audit(tenant, actor=by, action="write_experience", target=experience)
    return experience


def _without_secrets(value: Any, *, personal: bool) -> Any:
    """Hide secrets in every text of a JSON value, and personal details where a tenant asks."""
    if isinstance(value, str):
        return redact_personal(redact_secrets(value)) if personal else redact_secrets(value)
    if isinstance(value, dict):
        return {key: _without_secrets(inner, personal=personal) for key, inner in value.items()}
    if isinstance(value, list):
        return [_without_secrets(inner, personal=personal) for inner in value]
    return value
