"""Score whole sessions: from their runs and from signs in what was said and done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.feedback.domain.session_score import SessionRun, score_session
from apps.feedback.domain.session_signs import Exchange
from apps.feedback.settle_scores import score_lines
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Session, SessionStatus, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Sequence

    from apps.tenants.models import Tenant
    from apps.trajectories.load_chains import Chains


def show_session_score(session: Session, runs: Sequence[Trajectory], chains: Chains) -> None:
    """Put on a session, without saving it, its score and the lines that add up to it.

    `runs` are all of the session's, oldest first, with their shown scores.
    """
    result = score_session([_as_run(run, chains) for run in runs])
    session.score = result.value if result else None
    session.score_lines = score_lines(result.lines) if result else []


@transaction.atomic
def rescore_sessions(tenant: Tenant, trajectory_ids: Iterable[uuid.UUID]) -> int:
    """Score anew the learned sessions of runs whose scores changed; answers how many changed."""
    rows = Session.objects.for_tenant(tenant).filter(
        trajectories__in=list(trajectory_ids), status=SessionStatus.LEARNED
    )
    ids = set(rows.values_list("pk", flat=True))
    of_them = Session.objects.for_tenant(tenant).filter(pk__in=ids).order_by("pk")
    return sum(_rescore(tenant, session) for session in of_them.select_for_update())


def _rescore(tenant: Tenant, session: Session) -> bool:
    rows = Trajectory.objects.for_tenant(tenant).filter(session=session).without_search()
    runs = list(rows.order_by("started_at"))
    before = (session.score, session.score_lines)
    most = tenant.learning.trajectory.max_tool_chain_length
    show_session_score(session, runs, load_chains(runs, most=most))
    if before == (session.score, session.score_lines):
        return False
    session.save(update_fields=["score", "score_lines"])
    return True


def _as_run(run: Trajectory, chains: Chains) -> SessionRun:
    """Give a run to the rules; what a program asked for is no word of a person."""
    request = strip_injected(run.intent) if run.author == "person" else ""
    calls = tuple(chains.get(run.pk, ()))
    exchange = Exchange(request, calls, run.final_response, run.interrupted)
    return SessionRun(exchange, run.score, run.score_source)
