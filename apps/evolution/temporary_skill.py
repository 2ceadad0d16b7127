"""Skills of one session: made at once from its own work, served there alone, gone with it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef

from apps.errors import DomainError
from apps.evolution.change_skill import add_version
from apps.evolution.domain.security_scan import scan
from apps.evolution.domain.skill_md import render
from apps.evolution.domain.skill_rules import validate
from apps.evolution.domain.synthesis import USER_ASKED
from apps.evolution.models import Layer, Skill, SkillVersion
from apps.evolution.propose_skill import draw_draft, is_worth_asking, lock_proposing
from apps.tenants.audit import record_audit
from apps.tenants.isolation import erasing
from apps.trajectories.models import Session

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from apps.evolution.domain.run import Run
    from apps.evolution.domain.synthesis import SkillDraft
    from apps.evolution.domain.template import Pitfall
    from apps.tenants.models import Tenant

MOST_A_SESSION = 5
MOST_A_ROUND = 200
UNHEARD_OF = timedelta(days=1)


@transaction.atomic
def keep_for_session(
    session: Session, runs: Sequence[Run], *, pitfalls: Sequence[Pitfall], title: str, by: str
) -> Skill | None:
    """Make a skill that only this open session is given; None when it is no procedure.

    Raises `gate_failed` for what the security scan forbids, `too_many` past five a session.
    """
    tenant = session.tenant
    lock_proposing(tenant)
    draft = draw_draft(tenant, runs, pitfalls=pitfalls, trigger=USER_ASKED, title=title)
    if not is_worth_asking(draft):
        return None
    known = Skill.objects.for_tenant(tenant).filter(session_id=session.external_id)
    same = known.filter(title=draft.document.title).first()
    if same is not None:
        return same
    if known.count() >= MOST_A_SESSION:
        raise DomainError("too_many", f"A session keeps {MOST_A_SESSION} skills for itself.")
    skill = Skill(tenant=tenant, layer=Layer.TEMPORARY, session_id=session.external_id)
    add_version(skill, _screened(draft, by))
    record_audit(tenant, actor=by, action="keep_for_session", target=skill)
    return skill


def _screened(draft: SkillDraft, by: str) -> SkillVersion:
    document = draft.document
    text = render(document)
    found = scan(text, triggers=document.triggers, description=document.description)
    objections = [f"security: {threat.detail}" for threat in found if threat.severity == "fail"]
    objections += [f"format: {one.detail}" for one in validate(text, directory=document.name)]
    if objections:
        raise DomainError("gate_failed", objections[0])
    return SkillVersion(version=document.version, content=text, approved_by=by)


def remove_temporary_skills(tenant: Tenant, *, now: datetime) -> int:
    """Remove the skills of sessions that are over, and of those nobody reports; answers how many.

    To be called inside `tenant_context`.
    """
    held = Skill.objects.for_tenant(tenant).filter(layer=Layer.TEMPORARY)
    sessions = Session.objects.filter(
        tenant_id=OuterRef("tenant_id"), external_id=OuterRef("session_id")
    )
    over = held.filter(Exists(sessions.exclude(status="open")))
    unheard = held.filter(~Exists(sessions), created_at__lt=now - UNHEARD_OF)
    gone = [*over[:MOST_A_ROUND], *unheard[:MOST_A_ROUND]]
    for skill in gone:
        remove_skill(skill)
    return len(gone)


def remove_skill(skill: Skill) -> None:
    """Remove a skill with its versions: one that was never the team's."""
    rows = Skill.objects.for_tenant(skill.tenant).filter(pk=skill.pk)
    with erasing():
        rows.update(current=None, beta=None)
        versions = SkillVersion.objects.for_tenant(skill.tenant).filter(skill=skill)
        for version in versions.order_by("-created_at", "-pk"):  # a restored one points back
            version.delete()
        rows.delete()
