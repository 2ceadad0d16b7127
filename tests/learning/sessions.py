"""Builders of whole sessions, and the loop that learns from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.learning.learn import learn
from apps.trajectories.models import Session, Trajectory
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.cast import Team

# A job of five calls: enough to teach a skill.
REPORT_TOOLS = ("open_ward", "query_beds", "query_falls", "fill_sheet", "send_sheet")
STOCK_TOOLS = ("scan_shelf", "read_orders", "count_gap", "write_order", "notify_buyer")
# The same job asked for in two ways, in each language.
REPORT = {
    "en": (
        "Build the weekly quality report for ward seven and send it to the head nurse",
        "Build the weekly quality report for ward nine and send it to the head nurse",
    ),
    "zh": (
        "生成七病区的护理质量周报并发给护士长",
        "生成九病区的护理质量周报并发给护士长",
    ),
}
STOCK = {
    "en": (
        "Count the gloves on the shelf and write an order for what is missing",
        "Count the syringes on the shelf and write an order for what is missing",
    ),
    "zh": (
        "清点货架上的手套，缺多少就写采购单",
        "清点货架上的注射器，缺多少就写采购单",
    ),
}


def run_of(intent: str, tools: Sequence[Any] = REPORT_TOOLS, **fields: Any) -> dict[str, Any]:
    """One request of a session with what was done for it."""
    return {"intent": intent, "tools": tools, **fields}


def hold(
    team: Team, *runs: dict[str, Any], session: str = "s-1", ended: bool = True, **shared: Any
) -> Session:
    """Store a session of these runs, ended unless said otherwise; nothing is learned yet."""
    events = [
        event for run in runs for event in make_run_events(session=session, **{**shared, **run})
    ]
    ends = [make_event("session_end", session_id=session)] if ended else []
    record(team.tenant, [*events, *ends])
    return Session.objects.for_tenant(team.tenant).get(external_id=session)


def teach(team: Team, *runs: dict[str, Any], session: str = "s-1", **shared: Any) -> Session:
    """Hold a session and let the loop learn from it."""
    held = hold(team, *runs, session=session, **shared)
    run_loop(team)
    held.refresh_from_db()
    return held


def hold_each(team: Team, *runs: dict[str, Any], **shared: Any) -> list[Session]:
    """Store these runs, each in an ended session of its own."""
    numbered = enumerate(runs, start=1)
    return [hold(team, run, session=f"s-{number}", **shared) for number, run in numbered]


def teach_each(team: Team, *runs: dict[str, Any], **shared: Any) -> None:
    """Hold a session for each of these runs and let the loop learn from all of them."""
    hold_each(team, *runs, **shared)
    run_loop(team)


def run_loop(team: Team) -> None:
    """Do all that waits."""
    learn(team.tenant, now=timezone.now())


def runs_of(team: Team, session: str = "s-1") -> list[Trajectory]:
    """The trajectories of a session, oldest first."""
    rows = Trajectory.objects.for_tenant(team.tenant).filter(session__external_id=session)
    return list(rows.order_by("started_at"))
