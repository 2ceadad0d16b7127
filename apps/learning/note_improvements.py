"""Look in a learned session for what its runs showed of the skills that are served.

Only lines are written here; what to propose is drawn from them afterwards.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from apps.evolution.domain.improvement import Correction, Repair
from apps.evolution.domain.mended import find_mended
from apps.evolution.domain.skill_md import parse
from apps.evolution.improve_skill import note_improvement
from apps.evolution.improvement_sentences import SCORES_FALL
from apps.evolution.models import ChangeTrigger, Improvement, Serving, Skill
from apps.feedback.domain.served import ServedItem, runs_of
from apps.feedback.models import Score
from apps.feedback.record_signals import load_following_runs
from apps.learning.compare_run import find_bettered
from apps.learning.domain.correcting_words import correcting_words
from apps.learning.domain.score_fall import find_fall
from apps.learning.read_served_scores import read_served_scores
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Outcome, ScoreSource, Session, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from apps.evolution.domain.improvement import Change
    from apps.tenants.models import Tenant

MOST_RUNS = 50
PERIOD = timedelta(days=30)


def note_improvements(tenant: Tenant, session_id: uuid.UUID, *, now: datetime) -> None:
    """Note what one learned session shows of skills; the same session again adds nothing."""
    if not Skill.objects.for_tenant(tenant).of_team().active().exists():
        return
    session = Session.objects.for_tenant(tenant).get(pk=session_id)
    rows = Trajectory.objects.for_tenant(tenant).by_people().filter(session=session)
    runs = list(rows.order_by("started_at", "pk")[:MOST_RUNS])
    served = _served(tenant, session)
    corrections = _corrections(tenant, runs)
    used = _runs_used(tenant, served, runs)
    for skill, its_runs in used:
        _note_corrections(skill, its_runs, corrections)
    _note_repairs(tenant, used, corrections)
    for run, skill in find_bettered(tenant, runs, corrected=set(corrections)):
        note_improvement(skill, ChangeTrigger.BETTER_TRAJECTORY, run_id=run.pk)
    for serving in served:
        if serving.skill and runs:
            _note_fall(serving.skill, runs[-1], now)


def _served(tenant: Tenant, session: Session) -> list[Serving]:
    """The servings of skills that count: told to the session, and not known to be disregarded."""
    rows = Serving.objects.for_tenant(tenant).filter(
        session_id=session.external_id, skill__in=Skill.objects.for_tenant(tenant).of_team()
    )
    told = rows.filter(withheld=False, skill__current__isnull=False).exclude(followed=False)
    return list(told.select_related("skill__current", "skill__tenant").order_by("served_at", "pk"))


def _corrections(tenant: Tenant, runs: Sequence[Trajectory]) -> dict[uuid.UUID, str]:
    """What the next message said against each run that it corrected."""
    rows = Score.objects.for_tenant(tenant).filter(
        trajectory__in=[run.pk for run in runs], source=ScoreSource.CORRECTION
    )
    said = rows.exclude(message=None).values_list("trajectory_id", "message__intent")
    return {pk: correcting_words(intent) for pk, intent in said.order_by("created_at")}


def _runs_used(
    tenant: Tenant, served: Sequence[Serving], runs: Sequence[Trajectory]
) -> list[tuple[Skill, list[Trajectory]]]:
    """Pair each skill with the runs that it bears on."""
    items = [_item(one, one.skill) for one in served if one.skill]
    following = load_following_runs(tenant, items)
    by_id = {run.pk: run for run in runs}
    skills = [one.skill for one in served if one.skill]
    return [
        (skill, [by_id[run.id] for run, _ in runs_of(item, following) if run.id in by_id])
        for skill, item in zip(skills, items, strict=True)
    ]


def _item(serving: Serving, skill: Skill) -> ServedItem:
    return ServedItem(
        "skill",
        skill.pk,
        serving.session_id,
        serving.served_at,
        name=skill.name,
        tools=tuple(skill.tools),
    )


def _note_corrections(
    skill: Skill, runs: Sequence[Trajectory], corrections: Mapping[uuid.UUID, str]
) -> None:
    for run in runs:
        words = corrections.get(run.pk, "")
        if words and _changes(skill, Correction(words)):
            note_improvement(skill, ChangeTrigger.USER_CORRECTION, run_id=run.pk)


def _note_repairs(
    tenant: Tenant,
    used: Sequence[tuple[Skill, Sequence[Trajectory]]],
    corrections: Mapping[uuid.UUID, str],
) -> None:
    """Note errors that were mended in runs that ended well: what stayed broken teaches nothing."""
    erred = {
        run.pk: run
        for _, runs in used
        for run in runs
        if run.error_count and run.pk not in corrections and _ended_well(run)
    }
    chains = load_chains(list(erred.values()), most=_longest(tenant))
    for skill, runs in used:
        for run in runs:
            mended = find_mended(chains[run.pk]) if run.pk in chains else []
            if mended and _changes(skill, Repair(mended)):
                note_improvement(skill, ChangeTrigger.ERROR_REPAIR, run_id=run.pk)


def _ended_well(run: Trajectory) -> bool:
    """Tell whether a run came to what was asked for, as far as anybody said."""
    return run.outcome == Outcome.SUCCESS and run.satisfaction != "negative"


def _note_fall(skill: Skill, run: Trajectory, now: datetime) -> None:
    """Note, once a version, that the sessions given a skill score lower than they did."""
    current = skill.current
    if current is None:
        return
    falls = Improvement.objects.for_tenant(skill.tenant).filter(
        skill=skill, trigger=ChangeTrigger.REFLECTION, created_at__gte=current.created_at
    )
    if falls.exists():
        return
    scores = read_served_scores(skill, since=max(current.created_at, now - PERIOD))
    fall = find_fall(scores)
    if fall:
        detail = SCORES_FALL % {"before": fall.before, "after": fall.after}
        note_improvement(skill, ChangeTrigger.REFLECTION, run_id=run.pk, detail=detail)


def _changes(skill: Skill, change: Change) -> bool:
    """Tell whether a change says anything that the served text does not."""
    document = parse(skill.current.content) if skill.current else None
    return document is not None and bool(change.patch(document).sections)


def _longest(tenant: Tenant) -> int:
    return tenant.learning.trajectory.max_tool_chain_length
