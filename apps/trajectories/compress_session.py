"""Squeeze an ended session to one row; squeezing it again writes the same row anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.trajectories.domain.compression import execution_chain
from apps.trajectories.domain.outcome import outcome_of_session
from apps.trajectories.domain.request_type import request_type
from apps.trajectories.models import CompressedTrajectory, Session, Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.trajectories.domain.tool_chain import ToolCall
    from apps.trajectories.load_chains import Chains


def compress_session(
    session: Session, runs: Sequence[Trajectory], chains: Chains
) -> CompressedTrajectory:
    """Write what the runs of a session come to."""
    calls = [call for run in runs for call in chains.get(run.pk, [])]
    row, _ = CompressedTrajectory.objects.update_or_create(
        session=session, defaults=_squeeze(session, runs, calls)
    )
    return row


def _squeeze(
    session: Session, runs: Sequence[Trajectory], calls: Sequence[ToolCall]
) -> dict[str, object]:
    tools = list(dict.fromkeys(call.tool for call in calls))
    asked = next((run.intent for run in runs if run.author == "person" and run.intent), "")
    most = session.tenant.learning.trajectory.max_tool_chain_length
    said = [run.satisfaction for run in runs if run.satisfaction]
    return {
        "tenant_id": session.tenant_id,
        "request_type": request_type(asked, tools),
        "tools_used": tools,
        "outcome": outcome_of_session([run.outcome for run in runs if run.outcome]),
        "total_steps": sum(run.step_count for run in runs),
        "total_duration_ms": sum(run.duration_ms or 0 for run in runs),
        "total_tokens": sum(run.input_tokens + run.output_tokens for run in runs),
        "execution_chain": execution_chain(calls, most=most),
        "satisfaction_signal": said[-1] if said else "neutral",
    }
