"""Shortcuts through the two stages of feedback: score what is finished, read what was said next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.feedback.read_requests import read_requests
from apps.feedback.score_trajectories import score_trajectories
from apps.trajectories.models import Trajectory
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from tests.cast import Team


def judge(team: Team) -> list[Trajectory]:
    """Score all that is finished, read all requests; answers the trajectories, oldest first."""
    score_trajectories(team.tenant, now=timezone.now())
    read_requests(team.tenant, now=timezone.now())
    return list(Trajectory.objects.for_tenant(team.tenant).order_by("started_at"))


def say_after(team: Team, said: str, **run: Any) -> Trajectory:
    """Store a run and the message that follows it; answers the judged run."""
    run = {"tools": [("edit_file", {"path": "report.md"})], **run}
    record(team.tenant, [*make_run_events(**run), make_event(text=said)])
    return judge(team)[0]
