"""Sessions and trajectories as one would keep them first: `get_or_create`, then `bulk_update`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.tenants.models import Agent, EndUser, Tenant
from apps.trajectories.models import Session, Trajectory

if TYPE_CHECKING:
    from datetime import datetime

CHANGED = [
    *("intent", "final_response", "step_count", "tool_count", "error_count", "tools"),
    *("input_tokens", "output_tokens", "last_event_at", "completed_at", "status"),
]


def keep_runs(tenant: Tenant, events: list[dict[str, Any]]) -> None:
    """Find or make what the events belong to, each once a batch, and count them in."""
    now = timezone.now()
    sessions: dict[str, Session] = {}
    runs: dict[str, Trajectory] = {}
    for event in events:
        name = event["session_id"]
        if name not in sessions:
            sessions[name] = _session(tenant, event, now)
        turn = event["turn_id"]
        if turn not in runs:
            runs[turn] = _run(sessions[name], event, now)
        _count_in(runs[turn], event)
        sessions[name].last_event_at = event["timestamp"]
    Trajectory.objects.bulk_update(runs.values(), CHANGED)
    Session.objects.bulk_update(sessions.values(), ["last_event_at"])


def _session(tenant: Tenant, event: dict[str, Any], now: datetime) -> Session:
    agent, _ = Agent.objects.get_or_create(tenant=tenant, name=event["agent"])
    person, _ = EndUser.objects.get_or_create(tenant=tenant, external_id=event["user_id"])
    begun = {"started_at": event["timestamp"], "last_event_at": event["timestamp"]}
    session, _ = Session.objects.get_or_create(
        tenant=tenant,
        external_id=event["session_id"],
        defaults={"agent": agent, "end_user": person, "received_at": now, **begun},
    )
    return session


def _run(session: Session, event: dict[str, Any], now: datetime) -> Trajectory:
    begun = {"started_at": event["timestamp"], "last_event_at": event["timestamp"]}
    run, _ = Trajectory.objects.get_or_create(
        tenant_id=session.tenant_id,
        session=session,
        turn_id=event["turn_id"],
        defaults={
            "agent_id": session.agent_id,
            "end_user_id": session.end_user_id,
            "opened_at": now,
            **begun,
        },
    )
    return run


def _count_in(run: Trajectory, event: dict[str, Any]) -> None:
    run.step_count += 1
    run.last_event_at = event["timestamp"]
    run.input_tokens += event.get("input_tokens", 0)
    run.output_tokens += event.get("output_tokens", 0)
    if event["type"] == "user_request":
        run.intent = event["text"]
    elif event["type"] == "response":
        run.final_response = event["text"]
        run.status, run.completed_at = "completed", event["timestamp"]
    elif event["type"] == "tool_execution":
        run.tool_count += 1
        run.error_count += event["status"] == "error"
        if event["tool"] not in run.tools:
            run.tools.append(event["tool"])
