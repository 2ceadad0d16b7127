"""Builders: short ways to say what happened, as functions with defaults."""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.trajectories.models import Trajectory
from apps.trajectories.record_events import record_events
from apps.trajectories.schemas import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.models import Tenant

_numbers = itertools.count(1)
Call = "str | tuple[str, dict[str, Any]] | tuple[str, dict[str, Any], str]"


def make_event(kind: str = "user_request", **fields: Any) -> dict[str, Any]:
    """One event as JSON, with an id and a time of its own."""
    number = next(_numbers)
    moment = timezone.now() - timedelta(minutes=5) + timedelta(milliseconds=number)
    return {
        "event_id": f"e-{number}",
        "session_id": "s-1",
        "type": kind,
        "timestamp": moment.isoformat(),
        **({"text": "Please build the weekly report"} if kind == "user_request" else {}),
        **fields,
    }


def make_run_events(
    *,
    session: str = "s-1",
    intent: str = "Build the weekly quality report for ward seven",
    tools: Sequence[Any] = (),
    reply: str | None = "The report is ready.",
    **shared: Any,
) -> list[dict[str, Any]]:
    """A request, its tool calls and the reply, as events in order."""
    shared = {"session_id": session, "agent": "ward-agent", **shared}
    events = [make_event("user_request", text=intent, **shared)]
    for tool in tools:
        name, args, status = (*(tool if isinstance(tool, tuple) else (tool,)), {}, "completed")[:3]
        status = tool[2] if isinstance(tool, tuple) and len(tool) > 2 else "completed"
        failed = {"error": f"{name} failed: bad input"} if status == "error" else {}
        events.append(
            make_event(
                "tool_execution",
                tool=name,
                args=args if isinstance(args, dict) else {},
                status=status,
                result="ok" if status == "completed" else None,
                **failed,
                **shared,
            )
        )
    if reply is not None:
        events.append(make_event("response", text=reply, **shared))
    return events


def record(tenant: Tenant, events: Sequence[dict[str, Any]], *, source: str = "api") -> Any:
    """Store events of a tenant."""
    parsed = [Event.model_validate(event) for event in events]
    return record_events(tenant, parsed, source=source, now=timezone.now())


def make_trajectory(tenant: Tenant, **run: Any) -> Trajectory:
    """Store a run and answer its trajectory."""
    recorded = record(tenant, make_run_events(**run))
    return Trajectory.objects.for_tenant(tenant).get(pk=recorded.trajectory_ids[-1])
