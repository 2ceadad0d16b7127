"""Builders of tools, pipelines and runs, and a way to carry a run out in the test itself."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from apps.evolution.carry_out_step import carry_out_step
from apps.evolution.domain.pipeline_yaml import PipelineDocument, render_pipeline
from apps.evolution.models import Pipeline, PipelineRun, PipelineStep, PipelineVersion, Tool
from apps.evolution.register_tool import register_tool
from apps.evolution.start_run import ready_steps, start_run
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    from apps.tenants.models import Membership, Tenant


def make_tool(by: Membership, name: str, url: str, **fields: Any) -> Tool:
    """A tool on this machine."""
    fields = {"may_be_private": True, **fields}
    return register_tool(by.tenant, name=name, by=by, url=url, **fields)


def make_pipeline(tenant: Tenant, steps: list[dict[str, Any]], **fields: Any) -> Pipeline:
    """An approved pipeline."""
    named = {"name": "daily-brief", "title": "Daily brief", "description": "A brief of the day."}
    document = PipelineDocument.model_validate({**named, **fields, "steps": steps})
    content = render_pipeline(document)
    pipeline = Pipeline.objects.create(
        tenant=tenant,
        name=document.name,
        title=document.title,
        description=document.description,
        tools=list(document.tools),
    )
    pipeline.current = PipelineVersion.objects.create(
        tenant=tenant,
        pipeline=pipeline,
        version="1.0.0",
        content=content,
        digest=hashlib.sha256(content.encode()).hexdigest(),
        approved_by="reviewer",
    )
    pipeline.save()
    return pipeline


def carry_out(run: PipelineRun, *, at_most: int = 50) -> PipelineRun:
    """Carry out every step that becomes ready at once, as workers would."""
    with tenant_context(run.tenant_id):
        waiting = ready_steps(run)
    for _ in range(at_most):
        if not waiting:
            break
        step = waiting.pop(0)
        if not step.wait_s:
            waiting.extend(carry_out_step(run.tenant, step.step_id))
    with tenant_context(run.tenant_id):
        run.refresh_from_db()
    return run


def run_through(pipeline: Pipeline, inputs: dict[str, Any] | None = None) -> PipelineRun:
    """Start a run and carry it out."""
    with tenant_context(pipeline.tenant_id):
        run = start_run(pipeline, inputs=inputs or {}, by="tester")
    return carry_out(run)


def steps_of(run: PipelineRun) -> dict[str, PipelineStep]:
    """The steps of a run by their ids."""
    rows = PipelineStep.objects.for_tenant(run.tenant).filter(run=run)
    return {row.step_id: row for row in rows.order_by("position", "pk")}


def statuses(run: PipelineRun) -> dict[str, str]:
    """How far each step of a run is."""
    return {name: step.status for name, step in steps_of(run).items()}


def tool_step(name: str, tool: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "action": "tool", "tool": tool, **more}
