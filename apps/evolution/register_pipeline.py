"""Make an approved proposal's YAML the current version of a pipeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.errors import DomainError
from apps.evolution.change_pipeline import add_pipeline_version, lock_pipeline
from apps.evolution.domain.pipeline_yaml import parse_pipeline, with_version
from apps.evolution.domain.version import next_minor
from apps.evolution.models import Pipeline, PipelineStatus, PipelineVersion

if TYPE_CHECKING:
    from apps.evolution.models import Proposal
    from apps.tenants.models import Membership


def register_pipeline(proposal: Proposal, *, by: Membership) -> PipelineVersion:
    """Write the new version, and point the pipeline at it; a taken number is raised.

    Raises `invalid_pipeline`, or `gate_failed` for an improvement under another name.
    """
    document = parse_pipeline(proposal.content)
    if proposal.pipeline:
        pipeline = lock_pipeline(proposal.pipeline, proposal.tenant)
        if document.name != pipeline.name:
            detail = f"name: agents run this pipeline as '{pipeline.name}'."
            raise DomainError("gate_failed", detail)
        taken = set(pipeline.versions.values_list("version", flat=True))
        if document.version in taken:
            # Another change was approved while this one waited.
            current = pipeline.current.version if pipeline.current else None
            proposal.content = with_version(proposal.content, next_minor(current, taken))
    else:
        pipeline = Pipeline(tenant=proposal.tenant)
    pipeline.status = PipelineStatus.ACTIVE
    approved = PipelineVersion(
        version=parse_pipeline(proposal.content).version,
        content=proposal.content,
        proposal=proposal,
        approved_by=by.user.email,
    )
    version = add_pipeline_version(pipeline, approved)
    proposal.pipeline = pipeline
    return version
