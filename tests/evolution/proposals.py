"""Builders of proposals as the loop leaves them for review."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.sections import Section
from apps.evolution.domain.skill_md import SkillDocument, render
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import Proposal, ProposalEvidence
from apps.tenants.audit import record_audit
from tests.make import make_trajectory

if TYPE_CHECKING:
    from apps.tenants.models import Tenant

TOOLS = ("read_csv", "write_sheet")


def skill_text(name: str = "ward-report", title: str = "Build the ward report", **more: Any) -> str:
    """A SKILL.md that passes the gate."""
    sections = (
        Section(heading="Procedure", text="1. Read the numbers.\n2. Write the sheet."),
        Section(heading="Verification", text="The sheet has a line for each day."),
    )
    fields = {
        "description": "Builds the weekly report of a ward. Use it when a ward's week is over.",
        "sections": sections,
        "tools": TOOLS,
        "triggers": (f"report {name}",),
        **more,
    }
    return render(SkillDocument(name=name, title=title, **fields))


def make_proposal(
    tenant: Tenant, number: int = 1, *, confidence: str = "0.85", **fields: Any
) -> Proposal:
    """A proposal that waits, with one run behind it, judged by the gate."""
    name = fields.pop("name", f"ward-report-{number}")
    title = fields.pop("title", f"Build the ward report {number}")
    quote = fields.pop("quote", f"Build the weekly report of ward {number}")
    run = make_trajectory(tenant, session=f"s-{name}", intent=quote, tools=TOOLS)
    proposal = Proposal.objects.create(
        **{
            "tenant": tenant,
            "trigger": "similar_runs",
            "pattern_key": f"pattern-{name}",
            "name": name,
            "title": title,
            "content": skill_text(name, title),
            "confidence": Decimal(confidence),
            **fields,
        }
    )
    ProposalEvidence.objects.create(
        tenant=tenant,
        proposal=proposal,
        trajectory_id=run.pk,
        score=Decimal("0.80"),
        quote=quote,
    )
    proposal.gate = judge_text(proposal, proposal.content)
    proposal.save(update_fields=["gate"])
    record_audit(tenant, actor="engine", action="propose", target=proposal, trigger="similar_runs")
    return proposal
