"""Count reuse: each distinct session that was given an experience counts once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F

from apps.experiences.models import Experience, ExperienceUse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.models import Tenant


@transaction.atomic
def count_reuse(tenant: Tenant, experiences: Sequence[Experience], *, session_id: str) -> None:
    """Note that a session was given these experiences; a second time counts nothing."""
    used = ExperienceUse.objects.for_tenant(tenant).filter(session_id=session_id)
    known = set(used.values_list("experience_id", flat=True))
    fresh = [one for one in experiences if one.pk not in known]
    if not fresh:
        return
    ExperienceUse.objects.bulk_create(
        [ExperienceUse(tenant=tenant, experience=one, session_id=session_id) for one in fresh],
        ignore_conflicts=True,
    )
    Experience.objects.for_tenant(tenant).filter(pk__in=[one.pk for one in fresh]).update(
        reuse_count=F("reuse_count") + 1
    )
