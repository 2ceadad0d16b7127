"""Let time take what nobody uses out of service, and bring back what is asked for again.

A learned skill that no session was offered for 30 days is stale and proposed to be demoted
(`propose_demotion.py`), after 90 days archived: at the earliest 60 days after it became stale.
Pinned ones do not age, nor do those that people wrote or that are shipped. A stale one is not
served; once a day it is asked whether it would have been among those served for a request of that
day, by the ranking that serves. Then it is active again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from apps.evolution.change_skill import lock_skill, move_skill
from apps.evolution.models import Serving, Skill, SkillStatus
from apps.evolution.propose_skill import ENGINE
from apps.evolution.rank_skills import rank_among
from apps.llm.embedding import embedder
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from apps.evolution.querysets import SkillQuerySet
    from apps.tenants.models import Tenant

STALE_AFTER = timedelta(days=30)
ARCHIVED_AFTER = timedelta(days=90)
ASKED_WITHIN = timedelta(days=1)
MOST_REQUESTS = 300
MOST_SERVED = 3
UNUSED = "unused"
ASKED_AGAIN = "asked for again"


@dataclass(frozen=True, slots=True)
class Aged:
    """How many skills changed their state."""

    woken: int
    stale: int
    archived: int


@transaction.atomic
def age_skills(tenant: Tenant, *, now: datetime) -> Aged:
    """Move a tenant's skills to the states that their use calls for; again it changes nothing."""
    learned = Skill.objects.for_tenant(tenant).left_to_time()
    stale = learned.filter(status=SkillStatus.STALE)
    woken = _move_all(tenant, _asked_again(tenant, now), SkillStatus.ACTIVE, ASKED_AGAIN, now)
    forgotten = _unused(stale, now - ARCHIVED_AFTER).filter(
        status_at__lte=now - (ARCHIVED_AFTER - STALE_AFTER)
    )
    archived = _move_all(tenant, forgotten, SkillStatus.ARCHIVED, UNUSED, now)
    quiet = _unused(learned.filter(status=SkillStatus.ACTIVE), now - STALE_AFTER).filter(
        status_at__lte=now - STALE_AFTER
    )
    return Aged(woken, _move_all(tenant, quiet, SkillStatus.STALE, UNUSED, now), archived)


def _unused(rows: SkillQuerySet[Skill], since: datetime) -> SkillQuerySet[Skill]:
    """Keep what got no new text since then, and fitted no request: not even withheld."""
    offered = Serving.objects.filter(
        tenant_id=OuterRef("tenant_id"), skill_id=OuterRef("pk"), served_at__gt=since
    )
    promoted = Q(promoted_at__gt=since)
    return rows.filter(~Exists(offered), ~promoted, current__created_at__lte=since)


def _asked_again(tenant: Tenant, now: datetime) -> list[Skill]:
    """Find the stale skills that would have been served to a request of the last day."""
    living = Skill.objects.for_tenant(tenant).of_team().living()
    if not living.filter(status=SkillStatus.STALE).exists():
        return []
    runs = (
        Trajectory.objects.for_tenant(tenant)
        .by_people()
        .filter(started_at__gt=now - ASKED_WITHIN, started_at__lte=now)
    )
    latest = runs.order_by("-started_at").values_list("intent", flat=True)[:MOST_REQUESTS]
    requests = list(dict.fromkeys(filter(None, latest)))
    vectors, source = embedder().embed(requests).tolist(), embedder().id
    found: dict[object, Skill] = {}
    for request, vector in zip(requests, vectors, strict=True):
        ranked = rank_among(tenant, living, request, vector, embedder_id=source, most=MOST_SERVED)
        found |= {one.skill.pk: one.skill for one in ranked}
    return [skill for skill in found.values() if skill.status == SkillStatus.STALE]


def _move_all(
    tenant: Tenant, skills: Iterable[Skill], status: SkillStatus, why: str, now: datetime
) -> int:
    """Move each of these that is still where it was; answers how many."""
    moved = 0
    for skill in skills:
        locked = lock_skill(skill, tenant)
        if (locked.status, locked.pinned) != (skill.status, skill.pinned):
            continue  # somebody was quicker
        move_skill(locked, status, action="age", by=ENGINE, now=now, reason=why)
        moved += 1
    return moved
