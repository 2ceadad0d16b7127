"""Learn from one ended session: its good runs, its troubles, its person, and what it was given."""

from __future__ import annotations

from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING

from apps.evolution.mark_followed import mark_followed
from apps.experiences.domain.extract import FinishedRun, extract_experience
from apps.experiences.learn_experience import learn_experience
from apps.experiences.learn_pains import judge_given_solutions, learn_pains
from apps.experiences.note_pain import note_pain
from apps.feedback.models import Score
from apps.feedback.score_sessions import show_session_score
from apps.learning.domain.model_drafts import add_to_reading, improve_experience, pain_drafts
from apps.learning.gather_work import find_request
from apps.learning.learn_signals import learn_signals
from apps.learning.propose import LEAST_CALLS_AGAIN
from apps.llm.embedding import embedder
from apps.profiles.domain.reading import read_person
from apps.profiles.learn_person import learn_person
from apps.trajectories.compress_session import compress_session
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import ScoreSource, Session, SessionStatus, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping
    from datetime import datetime

    from apps.learning.extraction import Extraction
    from apps.tenants.models import Tenant
    from apps.trajectories.load_chains import Chains

NOTHING: Mapping[uuid.UUID, Extraction] = MappingProxyType({})


def learn_session(
    tenant: Tenant,
    session_id: uuid.UUID,
    *,
    now: datetime,
    found: Mapping[uuid.UUID, Extraction] = NOTHING,
) -> bool:
    """Learn from a session that ended; False when another worker has it or it is not ready.

    A session is ready when its runs are scored and its requests read as feedback. `found` is what
    a model read in its runs, where one was asked.
    """
    session = _claim(tenant, session_id)
    if session is None:
        return False
    rows = Trajectory.objects.for_tenant(tenant).filter(session=session).without_search()
    runs = list(rows.select_related("tenant", "end_user").order_by("started_at"))
    if any(run.scored_at is None or run.request_read_at is None for run in runs):
        return False
    chains = load_chains(runs, most=tenant.learning.trajectory.max_tool_chain_length)
    compress_session(session, runs, chains)
    for run in _that_ask(tenant, runs):
        finished = _finished(run, chains, opens_session=run.pk == runs[0].pk)
        _learn_run(tenant, run, finished, found.get(run.pk))
    judge_given_solutions(tenant, session.external_id, runs, chains, now=now)
    learn_pains(tenant, runs, chains, now=now)
    _learn_found_pains(runs, found, now=now)
    mark_followed(tenant, session.external_id, runs, chains)
    learn_signals(tenant, [session.external_id])
    _learn_people(runs, found, now=now)
    show_session_score(session, runs, chains)
    session.status, session.learned_at, session.learning_error = SessionStatus.LEARNED, now, ""
    session.save(update_fields=["score", "score_lines", "status", "learned_at", "learning_error"])
    return True


def _claim(tenant: Tenant, session_id: uuid.UUID) -> Session | None:
    rows = Session.objects.for_tenant(tenant).select_related("agent")
    free = rows.select_for_update(skip_locked=True, of=("self",))
    return free.filter(pk=session_id, status=SessionStatus.ENDED).first()


def _that_ask(tenant: Tenant, runs: list[Trajectory]) -> list[Trajectory]:
    """Leave out the runs whose request only corrected the one before: that is no new problem."""
    said = Score.objects.for_tenant(tenant).filter(message__in=runs)
    correcting = set(said.values_list("message_id", flat=True))
    return [run for run in runs if run.pk not in correcting]


def _finished(run: Trajectory, chains: Chains, *, opens_session: bool) -> FinishedRun:
    return FinishedRun(
        intent=run.intent,
        calls=chains.get(run.pk, []),
        reply=run.final_response,
        score=run.score or Decimal(0),
        outcome=run.outcome,
        satisfaction=run.satisfaction,
        by_person=run.author == "person",
        corrected=run.score_source == ScoreSource.CORRECTION,
        opens_session=opens_session,
    )


def _learn_run(
    tenant: Tenant, run: Trajectory, finished: FinishedRun, found: Extraction | None
) -> None:
    settings = tenant.learning.synthesis
    draft = extract_experience(finished, least_score=settings.min_outcome_score)
    if draft is None:
        return
    learn_experience(run, improve_experience(draft, found))
    teaches = run.tool_count >= min(settings.min_tool_count, LEAST_CALLS_AGAIN)
    if teaches and run.intent_vector is None:
        run.intent_vector = embedder().embed([find_request(run)])[0].tolist()
        run.save(update_fields=["intent_vector"])


def _learn_found_pains(
    runs: list[Trajectory], found: Mapping[uuid.UUID, Extraction], *, now: datetime
) -> None:
    for run in runs:
        drafts = pain_drafts(found.get(run.pk))
        vectors = embedder().embed([draft.title for draft in drafts]).tolist()
        note_pain(run, drafts, vectors=vectors, embedder_id=embedder().id, now=now)


def _learn_people(
    runs: list[Trajectory], found: Mapping[uuid.UUID, Extraction], *, now: datetime
) -> None:
    """Learn what requests say of their authors; people are taken in one order, lest two wait."""
    for run in sorted(runs, key=lambda run: (str(run.end_user_id), run.started_at)):
        reading = add_to_reading(read_person(run.intent), found.get(run.pk))
        vectors = embedder().embed(reading.texts).tolist()
        learn_person(run, reading, vectors=vectors, embedder_id=embedder().id, now=now)
