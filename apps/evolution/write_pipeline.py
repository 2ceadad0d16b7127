"""Take in a pipeline that a person wrote: its YAML as it is, checked and scanned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import DomainError
from apps.evolution.change_pipeline import add_pipeline_version, lock_pipeline
from apps.evolution.domain.pipeline_check import check_references, check_tools
from apps.evolution.domain.pipeline_yaml import parse_pipeline, with_version
from apps.evolution.domain.security_scan import scan
from apps.evolution.domain.version import is_later, next_minor
from apps.evolution.models import Pipeline, PipelineStatus, PipelineVersion
from apps.evolution.pipeline_facts import tool_schemas
from apps.evolution.propose_skill import lock_proposing
from apps.evolution.screen_skill import NEVER_OVERRIDDEN
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.domain.pipeline_yaml import PipelineDocument
    from apps.tenants.models import Tenant


@dataclass(frozen=True, slots=True)
class WrittenPipeline:
    """What became of a pipeline handed in: its current version, and what is to note."""

    pipeline: Pipeline
    version: str
    outcome: str
    notes: tuple[str, ...]


@transaction.atomic
def write_pipeline(tenant: Tenant, content: str, *, by: str, override: str = "") -> WrittenPipeline:
    """Make a YAML a pipeline, or a new version of the one of its name.

    What is served already changes nothing. `override` is the reason to take what the scan objects
    to. Raises `invalid_pipeline` and `gate_failed`.
    """
    document = parse_pipeline(content)
    _require_sound(document)
    doubts = _require_harmless(content, document, override)
    lock_proposing(tenant)
    pipeline = Pipeline.objects.for_tenant(tenant).filter(name=document.name).first()
    outcome = "updated" if pipeline else "created"
    if pipeline:
        pipeline = lock_pipeline(pipeline, tenant)
        if _is_served(pipeline, document):
            outcome = "unchanged"
    else:
        pipeline = Pipeline(tenant=tenant)
    if outcome != "unchanged":
        _append(pipeline, content, document, by)
        told = {"outcome": outcome, **({"override": override} if override.strip() else {})}
        record_audit(tenant, actor=by, action="import", target=pipeline, **told)
    notes = [str(problem) for problem in check_tools(document, tool_schemas(tenant))]
    number = pipeline.current.version if pipeline.current else ""
    return WrittenPipeline(pipeline, number, outcome, (*notes, *doubts))


def _require_sound(document: PipelineDocument) -> None:
    problems = check_references(document)
    if problems:
        raise DomainError("gate_failed", f"references: {problems[0]}")


def _require_harmless(content: str, document: PipelineDocument, override: str) -> list[str]:
    """Refuse what the scan objects to unless somebody answers for it; give what it doubts."""
    doubts = []
    for threat in scan(content, triggers=document.triggers, description=document.description):
        excerpt = f" “{threat.excerpt}”" if threat.excerpt else ""
        is_excused = override.strip() and threat.kind not in NEVER_OVERRIDDEN
        if threat.severity == "fail" and not is_excused:
            raise DomainError("gate_failed", f"security: {threat.detail}{excerpt}")
        doubts.append(f"{threat.detail}{excerpt}")
    return doubts


def _is_served(pipeline: Pipeline, document: PipelineDocument) -> bool:
    current = pipeline.current
    if current is None or pipeline.status == PipelineStatus.ARCHIVED:
        return False
    served = parse_pipeline(current.content)
    return served.model_copy(update={"version": document.version}) == document


def _append(pipeline: Pipeline, content: str, document: PipelineDocument, by: str) -> None:
    """Number a text as its author did, if that is a later number, else as the next one."""
    number, current = document.version, pipeline.current
    if current is not None:
        taken = set(pipeline.versions.values_list("version", flat=True))
        is_next = number not in taken and is_later(number, current.version)
        number = number if is_next else next_minor(current.version, taken)
    pipeline.status = PipelineStatus.ACTIVE
    text = with_version(content, number)
    add_pipeline_version(pipeline, PipelineVersion(version=number, content=text, approved_by=by))
