"""Learn from one ended session: squeeze it, and draw experiences from its good runs."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from apps.experiences.domain.extract import FinishedRun, extract_experience
from apps.experiences.learn_experience import learn_experience
from apps.feedback.models import Score
from apps.llm.embedding import embedder
from apps.trajectories.compress_session import compress_session
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import ScoreSource, Session, SessionStatus, Trajectory

if TYPE_CHECKING:
    import uuid
    from datetime import datetime

    from apps.tenants.models import Tenant
    from apps.trajectories.load_chains import Chains


def learn_session(tenant: Tenant, session_id: uuid.UUID, *, now: datetime) -> bool:
    """Learn from a session that ended; False when another worker has it or it is not ready.

    A session is ready when its runs are scored and its requests read as feedback.
    """
    rows = Session.objects.for_tenant(tenant).select_related("agent")
    session = (
        rows.select_for_update(skip_locked=True, of=("self",))
        .filter(pk=session_id, status=SessionStatus.ENDED)
        .first()
    )
    if session is None:
        return False
    runs = list(
        Trajectory.objects.for_tenant(tenant)
        .filter(session=session)
        .without_search()
        .select_related("tenant")
        .order_by("started_at")
    )
    if any(run.scored_at is None or run.request_read_at is None for run in runs):
        return False
    chains = load_chains(runs, most=tenant.learning.trajectory.max_tool_chain_length)
    compress_session(session, runs, chains)
    for run in _that_ask(tenant, runs):
        _learn_run(tenant, run, chains, opens_session=run.pk == runs[0].pk)
    session.score = _mean_score(runs)
    session.status, session.learned_at, session.learning_error = SessionStatus.LEARNED, now, ""
    session.save(update_fields=["score", "status", "learned_at", "learning_error"])
    return True


def _that_ask(tenant: Tenant, runs: list[Trajectory]) -> list[Trajectory]:
    """Leave out the runs whose request only corrected the one before: that is no new problem."""
    said = Score.objects.for_tenant(tenant).filter(message__in=runs)
    correcting = set(said.values_list("message_id", flat=True))
    return [run for run in runs if run.pk not in correcting]


def _learn_run(tenant: Tenant, run: Trajectory, chains: Chains, *, opens_session: bool) -> None:
    chain = chains.get(run.pk, [])
    finished = FinishedRun(
        intent=run.intent,
        calls=chain,
        reply=run.final_response,
        score=run.score or Decimal(0),
        outcome=run.outcome,
        satisfaction=run.satisfaction,
        by_person=run.author == "person",
        corrected=run.score_source == ScoreSource.CORRECTION,
        opens_session=opens_session,
    )
    settings = tenant.learning.synthesis
    draft = extract_experience(finished, least_score=settings.min_outcome_score)
    if draft is None:
        return
    learn_experience(run, draft)
    if run.tool_count >= settings.min_tool_count and run.intent_vector is None:
        run.intent_vector = embedder().embed([strip_injected(run.intent)])[0].tolist()
        run.save(update_fields=["intent_vector"])


def _mean_score(runs: list[Trajectory]) -> Decimal | None:
    """A session is worth the mean of its runs that called tools, else of all its runs."""
    scored = [(run.score, run.tool_count) for run in runs if run.score is not None]
    counted = [score for score, calls in scored if calls] or [score for score, _ in scored]
    if not counted:
        return None
    return (sum(counted, Decimal(0)) / len(counted)).quantize(Decimal("0.001"))
