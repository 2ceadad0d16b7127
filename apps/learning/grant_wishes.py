"""Grant what people asked for in words: save what was done before a message as a skill.

A wish is a row that read requests left; whatever becomes of it is written on it, so that it is
taken up once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.utils import timezone

from apps.errors import DomainError
from apps.evolution.domain.wished_name import read_wished_name
from apps.evolution.propose_skill import lock_proposing
from apps.feedback.models import SkillWish
from apps.learning.save_as_skill import Reason, save_as_skill
from apps.tenants.isolation import tenant_context
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.planted import is_planted
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    import uuid

    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)
WISHES_A_ROUND = 50
ASKED_BY = "person"
FAILED = "failed"


def grant_wishes(tenant: Tenant) -> int:
    """Settle the wishes that wait in a tenant; answers how many. Not inside a transaction."""
    with tenant_context(tenant.pk):
        waiting = SkillWish.objects.for_tenant(tenant).filter(settled_at=None)
        ids = list(waiting.order_by("created_at").values_list("pk", flat=True)[:WISHES_A_ROUND])
    return sum(_grant(tenant, wish_id) for wish_id in ids)


def _grant(tenant: Tenant, wish_id: uuid.UUID) -> bool:
    try:
        with tenant_context(tenant.pk):
            return _settle(tenant, wish_id)
    except Exception as error:
        log.exception("wish_failed", wish=str(wish_id))
        code = error.code if isinstance(error, DomainError) else FAILED
        with tenant_context(tenant.pk):
            rows = SkillWish.objects.for_tenant(tenant).filter(pk=wish_id, settled_at=None)
            return bool(rows.update(outcome=code[:32], settled_at=timezone.now()))


def _settle(tenant: Tenant, wish_id: uuid.UUID) -> bool:
    """Grant a wish, unless another worker has it just now; an erasure waits for it, or it does."""
    lock_proposing(tenant)
    free = SkillWish.objects.for_tenant(tenant).select_for_update(skip_locked=True, of=("self",))
    waiting = free.select_related("message").filter(pk=wish_id, settled_at=None)
    wish = waiting.first()
    if wish is None:
        return False
    wish.outcome, wish.settled_at = _outcome(tenant, wish.message), timezone.now()
    wish.save(update_fields=["outcome", "settled_at"])
    return True


def _outcome(tenant: Tenant, message: Trajectory) -> Reason:
    said = strip_injected(message.intent)
    if is_planted(said):
        return Reason.PLANTED
    before = _run_before(tenant, message)
    if before is None:
        return Reason.NO_RUN
    return save_as_skill(before, asked_by=ASKED_BY, title=read_wished_name(said)).reason


def _run_before(tenant: Tenant, message: Trajectory) -> Trajectory | None:
    rows = Trajectory.objects.for_tenant(tenant).select_related("tenant", "session")
    earlier = rows.filter(session=message.session_id, started_at__lt=message.started_at)
    return earlier.without_search().order_by("-started_at", "-pk").first()
