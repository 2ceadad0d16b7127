"""The eight operations of the seed's table of targets, among 10,000 trajectories of one tenant."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from apps.evolution.models import Proposal
from apps.tenants.isolation import tenant_context
from benchmarks import seed_lines
from benchmarks.load import (
    TRAJECTORIES,
    embed_teachable,
    load_trajectories,
    read_all,
    score_all,
)
from benchmarks.seed_lines import Line
from benchmarks.stand import settle
from benchmarks.table import print_table
from benchmarks.team import make_team

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.stand import Stand
    from benchmarks.team import Team


def run(stand: Stand) -> None:
    """Load, measure the operations in the order in which the loop runs them, remove it all."""
    team = make_team(stand, "seed")
    recorded_s = _seconds(lambda: load_trajectories(team.tenant))
    settle(stand)
    scored = Line(
        "自动评分计算", 5, "a run of a batch of 200, with the database", score_all(team.tenant)
    )
    read = Line(
        "读取反馈", None, "a request of a batch of 200, with the database", read_all(team.tenant)
    )
    embed_teachable(team.tenant)
    settle(stand)
    lines = [seed_lines.append(team), scored, seed_lines.score_one(team)]
    lines += [seed_lines.judge(team), read, seed_lines.synthesize(team)]
    lines.append(seed_lines.improve(team, _proposals(team)))
    lines.append(seed_lines.look_back(team))
    counted = [seed_lines.count(team), seed_lines.count_cold(team)]
    lines += [seed_lines.clean_up(team), *counted]
    print_table(
        f"The seed's table at {TRAJECTORIES:,} trajectories (recorded in {recorded_s:.1f} s)",
        ["operation", "target", "p50", "p95", "times", "verdict", "what was timed"],
        [_cells(line) for line in lines],
    )


def _seconds(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun


def _proposals(team: Team) -> list[Proposal]:
    with tenant_context(team.tenant.pk):
        return list(Proposal.objects.for_tenant(team.tenant).pending().order_by("created_at"))


def _cells(line: Line) -> list[str]:
    median, target = line.timings.median_ms, line.target_ms
    return [
        line.operation,
        _spell(target) if target else "",
        _spell(median),
        _spell(line.timings.percentile_ms(95)),
        str(len(line.timings.seconds)),
        _verdict(median, target),
        line.timed,
    ]


def _verdict(median: float, target: float | None) -> str:
    if target is None:
        return ""
    return "ok" if median < target else "MISSED"


def _spell(milliseconds: float) -> str:
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.2f} s"
    return f"{milliseconds:.2f} ms" if milliseconds < 10 else f"{milliseconds:.0f} ms"
