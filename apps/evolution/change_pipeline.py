"""What every change of a pipeline has in common: who may, why, one at a time, appended."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.errors import DomainError
from apps.evolution.domain.pipeline_yaml import parse_pipeline
from apps.evolution.models import Pipeline, PipelineVersion
from apps.tenants.grants import BY_ROLE, Grant

if TYPE_CHECKING:
    from apps.evolution.domain.pipeline_yaml import PipelineDocument
    from apps.tenants.models import Membership, Tenant

# What a pipeline's text says of it; all else on its row belongs to others.
DESCRIBED_PIPELINE = ("title", "description", "language", "tools", "triggers")


def claim_pipeline(pipeline: Pipeline, *, by: Membership, reason: str) -> Pipeline:
    """Lock a pipeline for a member who may review and says why.

    Raises `permission_denied` or `reason_needed`.
    """
    if Grant.REVIEW not in BY_ROLE[by.role]:
        raise DomainError("permission_denied", "Only reviewers change pipelines.")
    if not reason.strip():
        raise DomainError("reason_needed", "Say why: the reason is kept.")
    return lock_pipeline(pipeline, by.tenant)


def lock_pipeline(pipeline: Pipeline, tenant: Tenant) -> Pipeline:
    """Let changes of one pipeline follow one another; without a join, as skills are locked."""
    rows = Pipeline.objects.for_tenant(tenant).select_for_update(no_key=True)
    locked = rows.get(pk=pipeline.pk)
    locked.tenant = tenant
    return locked


def add_pipeline_version(pipeline: Pipeline, added: PipelineVersion) -> PipelineVersion:
    """Append a version, not stored yet, to a locked or new pipeline; it is what runs from now on.

    Runs that are under way go on with the version they began with.
    """
    describe_pipeline(pipeline, parse_pipeline(added.content))
    if pipeline._state.adding:
        pipeline.save()
    added.tenant, added.pipeline = pipeline.tenant, pipeline
    added.digest = hashlib.sha256(added.content.encode()).hexdigest()
    added.approved_by = added.approved_by[:200]
    added.save(force_insert=True)
    pipeline.current, pipeline.updated_at = added, timezone.now()
    pipeline.save(update_fields=[*DESCRIBED_PIPELINE, "current", "status", "updated_at"])
    return added


def describe_pipeline(pipeline: Pipeline, document: PipelineDocument) -> None:
    """Bring what lists show in line with the text; its name stays what others call it by."""
    pipeline.name = pipeline.name or document.name
    pipeline.title, pipeline.description = document.title, document.description
    pipeline.language = document.language
    pipeline.tools, pipeline.triggers = list(document.tools), list(document.triggers)
