"""Shortcuts through propagation: give runs scores, let them teach, and look at what is known."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.feedback.models import Capability, Contribution, Preference, PreferenceEvidence
from apps.feedback.propagate_scores import propagate_scores
from tests.make import make_trajectory

if TYPE_CHECKING:
    from apps.trajectories.models import Trajectory
    from tests.cast import Team

REPORT = "Build the weekly report of ward seven"
REPORT_ZH = "生成七病区的本周报表"


def make_scored(team: Team, score: str | None, source: str = "auto", **run: Any) -> Trajectory:
    """Store a run with the shown score that the rest of the loop would give it."""
    made = make_trajectory(team.tenant, **{"intent": REPORT, "tools": ["read", "edit"], **run})
    return give(made, score, source)


def give(run: Trajectory, score: str | None, source: str = "auto") -> Trajectory:
    """Show another score on a run."""
    run.score = Decimal(score) if score is not None else None
    run.score_source = source if score is not None else ""
    run.save(update_fields=["score", "score_source"])
    return run


def teach(team: Team, *runs: Trajectory) -> None:
    """Let runs teach."""
    propagate_scores(team.tenant, runs, now=timezone.now())


def known(team: Team) -> dict[str, Any]:
    """All that is known of tools, without ids and clocks of ours: two equal worlds are equal."""
    rows = Preference.objects.for_tenant(team.tenant)
    columns = ("request_type", "kind", "tool", "pattern", "runs", "sessions", "weight", "language")
    fares = Capability.objects.for_tenant(team.tenant)
    counts = ("request_type", "tool", "uses", "successes", "errors", "runs", "score_sum")
    return {
        "preferences": sorted(rows.values_list(*columns, "last_seen")),
        "capabilities": sorted(fares.values_list(*counts)),
        "evidence": PreferenceEvidence.objects.for_tenant(team.tenant).count(),
        "due": Contribution.objects.for_tenant(team.tenant).filter(due=True).count(),
    }


def patterns(team: Team) -> set[tuple[str, str]]:
    """The tool and pattern of every preference; the pattern of a preferred tool is empty."""
    rows = Preference.objects.for_tenant(team.tenant)
    return set(rows.values_list("tool", "pattern"))
