"""Take a pipeline out of use and bring it back, or bring back an earlier text of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from apps.errors import Conflict, NotFound
from apps.evolution.change_pipeline import add_pipeline_version, claim_pipeline
from apps.evolution.domain.version import next_minor
from apps.evolution.models import PipelineStatus, PipelineVersion
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.models import Pipeline
    from apps.tenants.models import Membership


@transaction.atomic
def archive_pipeline(pipeline: Pipeline, *, by: Membership, reason: str) -> Pipeline:
    """Let a pipeline be run no more; it is kept with every version, and can be revived.

    Raises `reason_needed`, `already_archived`.
    """
    locked = claim_pipeline(pipeline, by=by, reason=reason)
    if locked.status == PipelineStatus.ARCHIVED:
        raise Conflict("already_archived", "It is archived already.")
    _move(locked, PipelineStatus.ARCHIVED, "archive", by, reason)
    return locked


@transaction.atomic
def revive_pipeline(pipeline: Pipeline, *, by: Membership, reason: str) -> Pipeline:
    """Let an archived pipeline be run again; raises `reason_needed`, `already_active`."""
    locked = claim_pipeline(pipeline, by=by, reason=reason)
    if locked.status == PipelineStatus.ACTIVE:
        raise Conflict("already_active", "It can be run already.")
    _move(locked, PipelineStatus.ACTIVE, "revive", by, reason)
    return locked


@transaction.atomic
def rollback_pipeline(
    pipeline: Pipeline, version: str, *, by: Membership, reason: str
) -> PipelineVersion:
    """Append a version with the text of an earlier one, letter by letter.

    Raises `reason_needed`, `not_found`, `already_current`.
    """
    locked = claim_pipeline(pipeline, by=by, reason=reason)
    versions = PipelineVersion.objects.for_tenant(by.tenant).filter(pipeline=locked)
    former = versions.filter(version=version).first()
    if former is None:
        raise NotFound("version")
    current = locked.current
    if current and former.pk in {current.pk, current.restores_id}:
        raise Conflict("already_current", f"The text of {version} is the current one.")
    taken = set(versions.values_list("version", flat=True))
    restored = PipelineVersion(
        version=next_minor(current.version if current else None, taken),
        content=former.content,
        restores=former.restores or former,
        approved_by=by.user.email,
    )
    added = add_pipeline_version(locked, restored)
    told = {"version": added.version, "restores": version, "reason": reason}
    record_audit(by.tenant, actor=by.user.email, action="roll_back", target=locked, **told)
    return added


def _move(
    pipeline: Pipeline, status: PipelineStatus, action: str, by: Membership, reason: str
) -> None:
    before, pipeline.status, pipeline.updated_at = pipeline.status, status, timezone.now()
    pipeline.save(update_fields=["status", "updated_at"])
    told = {"before": before, "after": str(status), "reason": reason}
    record_audit(by.tenant, actor=by.user.email, action=action, target=pipeline, **told)
