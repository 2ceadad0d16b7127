"""Let the confidence of pain points fade with the age of their evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.experiences.domain.pain_confidence import FRESH
from apps.experiences.learn_experience import lock_experiences
from apps.experiences.note_pain import settle_pain
from apps.experiences.pain_models import PainPoint, PainStatus

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant


@transaction.atomic
def fade_pains(tenant: Tenant, *, now: datetime) -> int:
    """Weigh again the open and confirmed pain points with old evidence; answers how many.

    A confirmed one stays confirmed: only its figure says that nobody has met it for long.
    """
    lock_experiences(tenant)
    live = PainPoint.objects.for_tenant(tenant).without_vectors().select_related("tenant")
    old = live.filter(
        status__in=(PainStatus.OPEN, PainStatus.CONFIRMED),
        first_seen__lt=now - FRESH,
        confidence__gt=0,
    )
    faded = 0
    for pain in old.order_by("pk").iterator(200):
        settle_pain(pain, now=now)
        faded += 1
    return faded
