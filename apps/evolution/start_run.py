"""Start a run of a pipeline: rows for all of its steps, once for each idempotency key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.errors import Conflict, DomainError, TooLarge
from apps.evolution.advance_run import advance_run, lock_run, read_document
from apps.evolution.domain.pipeline_plan import plan_steps
from apps.evolution.domain.run_inputs import read_inputs
from apps.evolution.keep_value import LARGEST_VALUE, keep_value
from apps.evolution.models import PipelineRun, PipelineStatus, PipelineStep, Tool
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.advance_run import ReadyStep
    from apps.evolution.domain.pipeline_yaml import PipelineDocument
    from apps.evolution.models import Pipeline, PipelineVersion

LONGEST_KEY = 200


@transaction.atomic
def start_run(
    pipeline: Pipeline, *, inputs: dict[str, Any], by: str, idempotency_key: str = ""
) -> PipelineRun:
    """Start a run of the current version; the same key with the same inputs is the same run.

    Raises `invalid_inputs`, `pipeline_archived`, `tool_not_registered`, or `key_used` when the key
    belongs to a run with other inputs. What is ready then: `ready_steps`.
    """
    if len(idempotency_key) > LONGEST_KEY:
        raise DomainError("invalid_key", f"A key has at most {LONGEST_KEY} characters.")
    version = pipeline.current
    if pipeline.status != PipelineStatus.ACTIVE or version is None:
        raise Conflict("pipeline_archived", f"The pipeline {pipeline.name!r} is archived.")
    document = read_document(version.content)
    earlier = _find(pipeline, idempotency_key)
    if len(orjson.dumps(inputs)) > LARGEST_VALUE:
        raise TooLarge("inputs_too_large", f"Inputs have at most {LARGEST_VALUE // 1024} KB.")
    given = keep_value(read_inputs(document.inputs, inputs), pipeline.tenant)
    if earlier is None:
        _refuse_unknown_tools(pipeline, document)
        try:
            with transaction.atomic():
                return _create(version, document, given, by, idempotency_key)
        except IntegrityError:
            earlier = _find(pipeline, idempotency_key)
            if earlier is None:
                raise
    if earlier.inputs != given:
        said = "A run with this idempotency key has other inputs."
        raise Conflict("key_used", said)
    return earlier


def ready_steps(run: PipelineRun) -> list[ReadyStep]:
    """Name the steps of a run that workers may carry out now."""
    with transaction.atomic():
        locked = lock_run(run.tenant, run.pk)
        return advance_run(locked, now=timezone.now()) if locked else []


def _find(pipeline: Pipeline, key: str) -> PipelineRun | None:
    if not key:
        return None
    rows = PipelineRun.objects.for_tenant(pipeline.tenant)
    return rows.filter(pipeline=pipeline, idempotency_key=key).first()


def _refuse_unknown_tools(pipeline: Pipeline, document: PipelineDocument) -> None:
    known = Tool.objects.for_tenant(pipeline.tenant).filter(name__in=document.tools, is_active=True)
    missing = sorted(set(document.tools) - set(known.values_list("name", flat=True)))
    if missing:
        said = f"There is no active tool {missing[0]!r}: register it at POST /api/v1/tools."
        raise Conflict("tool_not_registered", said)


def _create(
    version: PipelineVersion,
    document: PipelineDocument,
    inputs: dict[str, Any],
    by: str,
    key: str,
) -> PipelineRun:
    run = PipelineRun.objects.create(
        tenant=version.tenant,
        pipeline=version.pipeline,
        version=version,
        inputs=inputs,
        requested_by=by[:200],
        idempotency_key=key,
    )
    PipelineStep.objects.bulk_create(
        PipelineStep(
            tenant=version.tenant,
            run=run,
            step_id=step.id,
            position=step.position,
            action=step.spec.action,
            tool=(step.spec.tool or step.spec.skill or "")[:64],
        )
        for step in plan_steps(document.steps)
    )
    record_audit(version.tenant, actor=by, action="start_run", target=run, version=version.version)
    return run
