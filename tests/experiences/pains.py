"""Builders of pain points: as sessions show them, with the vectors of their titles."""

from __future__ import annotations

import zlib
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from django.utils import timezone

from apps.experiences.domain.pain_confidence import WEIGHTS
from apps.experiences.domain.pain_signals import PainDraft
from apps.experiences.domain.solution_feedback import SolutionReading
from apps.experiences.give_solutions import note_solutions_given
from apps.experiences.judge_solution import note_implicit_feedback
from apps.experiences.note_pain import note_pain
from apps.experiences.pain_models import PainPoint, Solution
from apps.language.tokens import language_of
from apps.llm.embedding import DIMENSIONS, embedder
from tests.make import make_trajectory

if TYPE_CHECKING:
    from datetime import datetime

    from apps.trajectories.models import Trajectory
    from tests.cast import Team

DATES = {
    "en": (
        "the date column is wrong, use ISO dates",
        "the date column is still wrong, dates must be ISO",
        "again the wrong dates in the column, use ISO dates",
    ),
    "zh": (
        "日期列又错了，应该用 ISO 格式",
        "日期列格式还是错的，要用 ISO 格式",
        "日期列错了，请用 ISO 日期格式",
    ),
}


def pain_draft(title: str, *, kind: str = "correction", **changes: Any) -> PainDraft:
    """A trouble that rests on its own words, or on the given quote."""
    fields: dict[str, Any] = {
        "title": title,
        "kind": kind,
        "weight": WEIGHTS[kind],
        "quote": title,
        "source": "message",
        "language": language_of(title),
        "task": "Build the weekly quality report",
    }
    return PainDraft(**{**fields, **changes})


def tell(
    team: Team,
    title: str,
    *,
    session: str = "s-1",
    days_ago: int = 0,
    now: datetime | None = None,
    user_id: str = "",
    **changes: Any,
) -> PainPoint:
    """Note a trouble in a session of its own run; answers its pain point as stored."""
    shared = {"user_id": user_id} if user_id else {}
    run = make_trajectory(team.tenant, session=session, **shared)
    if days_ago:
        run.started_at -= timedelta(days=days_ago)
    return note(run, pain_draft(title, **changes), now=now)


def note(run: Trajectory, *drafts: PainDraft, now: datetime | None = None) -> PainPoint:
    """Note drafts of a run with the vectors of their titles; answers the last one's pain point."""
    vectors = [row.tolist() for row in embedder().embed([draft.title for draft in drafts])]
    touched = note_pain(
        run, drafts, vectors=vectors, embedder_id=embedder().id, now=now or timezone.now()
    )
    return PainPoint.objects.for_tenant(run.tenant).get(id=touched[-1].pk)


def confirm(team: Team, language: str = "en", *, first: int = 0) -> PainPoint:
    """A pain point that two sessions confirmed."""
    for number, title in enumerate(DATES[language][:2], first):
        pain = tell(team, title, session=f"s-{language}-{number}")
    return pain


def pains_of(team: Team) -> list[PainPoint]:
    """Every pain point of a team, the oldest first."""
    return list(PainPoint.objects.for_tenant(team.tenant).order_by("id"))


def solutions_of(team: Team) -> list[Solution]:
    """Every solution of a team, the oldest first."""
    return list(Solution.objects.for_tenant(team.tenant).order_by("id"))


def plant_pain(team: Team, word: str) -> PainPoint:
    """One of everything about a confirmed trouble, each row marked with a word.

    The vector is made from the word: two planted troubles never pass for one.
    """
    vector = np.random.default_rng(zlib.crc32(word.encode())).standard_normal(DIMENSIONS)
    unit = (vector / np.linalg.norm(vector)).tolist()
    moment = timezone.now()
    for part in ("first", "second"):
        run = make_trajectory(team.tenant, session=f"pain-{part}-{word}", user_id=f"user-{word}")
        draft = pain_draft(f"The totals of {word} are wrong", quote=f"{word} is wrong, {part}")
        (pain,) = note_pain(run, [draft], vectors=[unit], embedder_id=embedder().id, now=moment)
    solution = Solution.objects.for_tenant(team.tenant).get(pain=pain)
    note_solutions_given(team.tenant, [solution], session_id=word, message=word, now=moment)
    leaning = SolutionReading("positive", 1)
    said = make_trajectory(team.tenant, session=f"said-{word}", intent=f"thanks from {word}")
    note_implicit_feedback(solution, said, leaning, now=moment)
    return pain
