"""Read the tool calls of many trajectories at once: whole ones to learn from, outlines to score."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db.models import TextField, Value
from django.db.models.functions import MD5, Cast, Coalesce, Left

from apps.trajectories.domain.tool_chain import ToolCall
from apps.trajectories.models import Step, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

Chains = dict["uuid.UUID", list[ToolCall]]

MOST_RESULT_CHARACTERS = 8000


def load_chains(
    trajectories: Sequence[Trajectory], *, most: int, whole_results: bool = False
) -> Chains:
    """Load the calls of each trajectory with arguments; of a long chain its two ends of `most`.

    A result is its summary, or its first 8,000 characters where it is to be searched.
    """
    if not trajectories:
        return {}
    chains: Chains = defaultdict(list)
    half = most // 2
    said = "told" if whole_results else "output_summary"
    columns = ("trajectory_id", "tool", "args", "status", "error", said, "duration_ms")
    steps = Step.objects.of_trajectories(trajectories).tool_calls()
    if whole_results:
        whole = Coalesce(Left(Cast("result", TextField()), MOST_RESULT_CHARACTERS), Value(""))
        steps = steps.annotate(told=whole)
    rows = steps.values_list(*columns)
    for trajectory_id, tool, args, status, error, result, duration in rows.iterator(2000):
        chain = chains[trajectory_id]
        chain.append(ToolCall(tool, args, status, error, result, duration))
        if len(chain) > most:
            del chain[half]  # the middle of a long chain teaches nothing that its ends do not
    return chains


def load_outlines(trajectories: Sequence[Trajectory]) -> Chains:
    """Load every call of each trajectory with a digest for its arguments: enough to score it."""
    if not trajectories:
        return {}
    chains: Chains = defaultdict(list)
    digest = MD5(Cast("args", TextField()))
    rows = Step.objects.of_trajectories(trajectories).tool_calls().annotate(digest=digest)
    columns = ("trajectory_id", "tool", "digest", "status")
    for trajectory_id, tool, digest_of, status in rows.values_list(*columns).iterator(5000):
        args = {"digest": digest_of} if digest_of else None
        chains[trajectory_id].append(ToolCall(tool, args, status))
    return chains


def load_called(trajectories: Sequence[Trajectory]) -> dict[uuid.UUID, list[str]]:
    """Name the tools that each trajectory called, in order and as often as it did."""
    if not trajectories:
        return {}
    called: dict[uuid.UUID, list[str]] = defaultdict(list)
    steps = Step.objects.of_trajectories(trajectories).tool_calls()
    for trajectory_id, tool in steps.values_list("trajectory_id", "tool").iterator(5000):
        called[trajectory_id].append(tool)
    return called
