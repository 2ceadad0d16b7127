"""`manage.py learning stats|trajectories|reflect|synthesize|rebuild|cleanup [--tenant] …`."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from apps.errors import DomainError
from apps.evolution.models import Proposal
from apps.learning.domain.report_text import rebuilt_text, reflection_text, statistics_text
from apps.learning.learn import learn
from apps.learning.reflect import reflect
from apps.learning.roll_up import rebuild_roll_ups
from apps.learning.statistics import tenant_statistics
from apps.tenants.find_tenant import find_tenant
from apps.tenants.isolation import tenant_context
from apps.trajectories.apply_retention import remove_old_trajectories
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from apps.tenants.models import Tenant

MOST_SHOWN = 500


class Command(BaseCommand):
    help = "Look at a tenant's learning loop, and run its stages by hand."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        for name, text in ACTIONS.items():
            action = actions.add_parser(name, help=text)
            action.add_argument("--tenant", help="slug; not needed when there is one tenant")
            action.add_argument("--json", action="store_true", help="machine-readable output")
            action.add_argument("--language", choices=["en", "zh"], default="en")
            if name == "trajectories":
                action.add_argument("-n", "--number", type=int, default=20)
                action.add_argument("--session", help="only this session's")
            if name == "cleanup":
                action.add_argument("--days", type=int, help="age in days; default: the setting")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
        except DomainError as error:
            raise CommandError(error.detail) from error
        shown, text = getattr(self, options["action"])(tenant, options)
        if options["json"]:
            self.stdout.write(json.dumps(shown, cls=DjangoJSONEncoder, ensure_ascii=False))
        else:
            self.stdout.write(text)

    def stats(self, tenant: Tenant, options: dict[str, Any]) -> tuple[Any, str]:
        """Count what there is."""
        with tenant_context(tenant.pk):
            figures = tenant_statistics(tenant)
        return figures, statistics_text(figures, options["language"])

    def trajectories(self, tenant: Tenant, options: dict[str, Any]) -> tuple[Any, str]:
        """List the latest trajectories with their chains."""
        with tenant_context(tenant.pk):
            rows = Trajectory.objects.for_tenant(tenant).without_search().select_related("session")
            if options["session"]:
                rows = rows.filter(session__external_id=options["session"])
            latest = list(rows.order_by("-started_at")[: min(options["number"], MOST_SHOWN)])
            chains = load_chains(latest, most=tenant.learning.trajectory.max_tool_chain_length)
        shown = [_describe(row, chains.get(row.pk, [])) for row in latest]
        return shown, "\n".join(_line(one) for one in shown) or "No trajectories yet."

    def reflect(self, tenant: Tenant, options: dict[str, Any]) -> tuple[Any, str]:
        """Write a reflection now."""
        with tenant_context(tenant.pk):
            written = reflect(tenant, now=timezone.now(), trigger="manual")
        return written.report, reflection_text(written.report, options["language"])

    def synthesize(self, tenant: Tenant, options: dict[str, Any]) -> tuple[Any, str]:
        """Learn from what waits, and propose the skills that come of it."""
        begun = timezone.now()
        learn(tenant, now=begun)
        with tenant_context(tenant.pk):
            made = list(Proposal.objects.for_tenant(tenant).filter(created_at__gte=begun))
        shown = [
            {"id": str(one.pk), "name": one.name, "action": one.action, "trigger": one.trigger}
            for one in made
        ]
        lines = [f"🧬 {one.name} ({one.action}, {one.confidence})" for one in made]
        return {"proposals": shown}, "\n".join(lines) or "Nothing new to propose."

    def rebuild(self, tenant: Tenant, options: dict[str, Any]) -> tuple[Any, str]:
        """Count every day anew for reflections."""
        with tenant_context(tenant.pk):
            rebuilt = rebuild_roll_ups(tenant, now=timezone.now())
        return asdict(rebuilt), rebuilt_text(
            rebuilt.days, rebuilt.trajectories, options["language"]
        )

    def cleanup(self, tenant: Tenant, options: dict[str, Any]) -> tuple[Any, str]:
        """Remove trajectories older than the given days or the tenant's setting."""
        days = options["days"] or tenant.learning.trajectory.retention_days
        removed = remove_old_trajectories(tenant, before=timezone.now() - timedelta(days=days))
        shown = {"days": days, "trajectories": removed.trajectories, "sessions": removed.sessions}
        text = f"🧹 Removed {removed.trajectories} trajectories older than {days} days."
        return shown, text


ACTIONS = {
    "stats": "count trajectories, scores, skills",
    "trajectories": "list the latest trajectories",
    "reflect": "write a reflection now",
    "synthesize": "propose skills from what was learned",
    "rebuild": "count every day of runs anew, for reflections",
    "cleanup": "remove old trajectories",
}


def _describe(row: Trajectory, chain: list[Any]) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "session_id": row.session.external_id,
        "intent": row.intent,
        "tool_chain": [
            {
                "tool": call.tool,
                "args": call.args,
                "result": call.result,
                "duration_ms": call.duration_ms,
                "status": call.status,
            }
            for call in chain
        ],
        "final_response": row.final_response,
        "score": None if row.score is None else float(row.score),
        "score_source": row.score_source,
        "complexity": row.complexity,
        "outcome": row.outcome,
        "started_at": row.started_at,
    }


def _line(shown: dict[str, Any]) -> str:
    score = "-" if shown["score"] is None else f"{shown['score']:.2f}"
    tools = " → ".join(call["tool"] for call in shown["tool_chain"][:6])
    intent = " ".join(shown["intent"].split())[:60]
    return (
        f"{shown['started_at']:%Y-%m-%d %H:%M}  {score}  {shown['complexity']:8}  {intent}  {tools}"
    )
