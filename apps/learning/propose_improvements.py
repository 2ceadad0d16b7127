"""Draw from what sessions showed of skills the changes to propose, and put them up for review."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import structlog

from apps.errors import DomainError
from apps.evolution.domain.improvement import Correction, Redraw, Repair, language_in
from apps.evolution.domain.mended import find_mended
from apps.evolution.domain.run import Run
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.synthesis import Evidence, draft_skill, quote_run
from apps.evolution.improve_skill import (
    Grounds,
    improve_skill,
    ready_improvements,
    settle_improvement,
)
from apps.evolution.improvement_sentences import FAILED, NOTHING_TO_SAY, RUN_IS_GONE
from apps.evolution.models import ChangeTrigger, Serving
from apps.evolution.propose_skill import count_steps, lock_proposing
from apps.feedback.models import Score
from apps.learning.domain.correcting_words import correcting_words
from apps.tenants.isolation import tenant_context
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Outcome, ScoreSource, Trajectory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from apps.evolution.domain.improvement import Change
    from apps.evolution.models import Improvement, Skill
    from apps.tenants.models import Tenant
    from apps.trajectories.domain.tool_chain import ToolCall

log = structlog.get_logger(__name__)
IMPROVEMENTS_A_ROUND = 50
RUNS_A_DRAFT = 8
LEAST_STEPS = 2
LEAST_CONFIDENCE = Decimal("0.40")
GOOD_SCORE = Decimal("0.70")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A change, with what it rests on."""

    change: Change
    grounds: Grounds


def propose_improvements(tenant: Tenant) -> int:
    """Propose what can be proposed by now, each by itself; answers how many lines were looked at.

    Not inside a transaction. One that fails is closed with the reason and stops no other.
    """
    with tenant_context(tenant.pk):
        waiting = ready_improvements(tenant, most=IMPROVEMENTS_A_ROUND)
    for line in waiting:
        try:
            with tenant_context(tenant.pk):
                _propose(tenant, line)
        except Exception as error:
            log.exception("improvement_failed", improvement=str(line.pk))
            why = error.detail if isinstance(error, DomainError) else type(error).__name__
            with tenant_context(tenant.pk):
                settle_improvement(line, FAILED % {"error": why})
    return len(waiting)


def _propose(tenant: Tenant, line: Improvement) -> None:
    """Draw one change from its run while no erasure takes the run away, and propose it."""
    lock_proposing(tenant)
    rows = Trajectory.objects.for_tenant(tenant).without_search()
    run = rows.filter(pk=line.trajectory_id).first() if line.trajectory_id else None
    if run is None:
        settle_improvement(line, RUN_IS_GONE)
        return
    lesson = _DRAW[line.trigger](line, run)
    if lesson is None:
        settle_improvement(line, NOTHING_TO_SAY)
    elif improve_skill(line, lesson.change, lesson.grounds) and isinstance(lesson.change, Redraw):
        used = [one.trajectory_id for one in lesson.grounds.runs]
        rows.filter(pk__in=used).update(synthesized_skill=line.skill.name)


def _repair(line: Improvement, row: Trajectory) -> Lesson | None:
    run = _read_runs(line.tenant, [row])[0]
    mended = find_mended(run.calls)
    return Lesson(Repair(mended), Grounds([run], quote_run(run))) if mended else None


def _correct(line: Improvement, row: Trajectory) -> Lesson | None:
    """Quote the message that corrected a run; the message is evidence beside the run."""
    scores = Score.objects.for_tenant(line.tenant).filter(
        trajectory=row, source=ScoreSource.CORRECTION, message__isnull=False
    )
    said = scores.select_related("message").order_by("created_at").last()
    message = said.message if said else None
    words = correcting_words(message.intent) if message else ""
    if message is None or not words:
        return None
    run = _as_run(row)
    quoted = strip_injected(message.intent).split("\n")
    proof = next((piece.strip()[:200] for piece in quoted if words[:20] in piece), words)
    evidence = [*quote_run(run), Evidence(str(message.pk), proof)]
    return Lesson(Correction(words), Grounds([run], evidence))


def _better(line: Improvement, row: Trajectory) -> Lesson | None:
    return _redraw(line.skill, _read_runs(line.tenant, [row]), line.trigger)


def _latest_good(line: Improvement, _row: Trajectory) -> Lesson | None:
    """Draw the procedure anew from the latest good runs of the sessions that the skill fitted."""
    fitting = Serving.objects.for_tenant(line.tenant).filter(skill=line.skill)
    rows = Trajectory.objects.for_tenant(line.tenant).by_people().without_search()
    good = rows.filter(
        session__external_id__in=fitting.values("session_id"),
        tools__overlap=line.skill.tools,
        score__gte=GOOD_SCORE,
        outcome=Outcome.SUCCESS,
        error_count=0,
    ).exclude(satisfaction="negative")
    latest = list(good.order_by("-started_at", "-pk")[:RUNS_A_DRAFT])
    return _redraw(line.skill, _read_runs(line.tenant, latest), line.trigger)


_DRAW: dict[str, Callable[[Improvement, Trajectory], Lesson | None]] = {
    ChangeTrigger.ERROR_REPAIR: _repair,
    ChangeTrigger.USER_CORRECTION: _correct,
    ChangeTrigger.BETTER_TRAJECTORY: _better,
    ChangeTrigger.REFLECTION: _latest_good,
}


def _redraw(skill: Skill, runs: Sequence[Run], trigger: str) -> Lesson | None:
    """Draw a procedure from runs; None where they make none, or agree too little on it."""
    shown = [run for run in runs if run.calls]
    if not shown or skill.current is None:
        return None
    language = language_in(parse(skill.current.content))
    draft = draft_skill(shown, language=language, trigger=trigger)
    if count_steps(draft) < LEAST_STEPS or draft.confidence < LEAST_CONFIDENCE:
        return None
    return Lesson(Redraw(draft.document), Grounds(shown, draft.evidence, draft.confidence))


def _read_runs(tenant: Tenant, rows: Sequence[Trajectory]) -> list[Run]:
    chains = load_chains(rows, most=tenant.learning.trajectory.max_tool_chain_length)
    return [_as_run(row, chains.get(row.pk, ())) for row in rows]


def _as_run(row: Trajectory, calls: Sequence[ToolCall] = ()) -> Run:
    return Run(
        trajectory_id=str(row.pk),
        intent=strip_injected(row.intent),
        calls=calls,
        reply=row.final_response,
        score=row.score or Decimal(0),
    )
