"""Keep a solution that helped as an experience: recalled whenever the trouble comes up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.errors import Conflict
from apps.experiences.domain.extract import ExperienceDraft, Quote
from apps.experiences.learn_experience import learn_experience
from apps.experiences.pain_models import Solution, SolutionSource
from apps.experiences.write_experience import write_experience
from apps.trajectories.domain.planted import is_planted
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from apps.experiences.models import Experience

QUOTES_KEPT = 3


def keep_as_experience(solution: Solution, run: Trajectory | None) -> Experience | None:
    """Turn a solution that helped into an experience, or into more evidence of its own one.

    It rests on the quotes of its trouble and on the word that it helped. Without a run that is
    still kept it is written in the name of who judged it.
    """
    proof = run or _run_of_evidence(solution)
    made = _learn(solution, proof) if proof else _write(solution)
    if made and solution.experience_id != made.pk:
        solution.experience = made
        solution.save(update_fields=["experience"])
    return made


def _run_of_evidence(solution: Solution) -> Trajectory | None:
    seen = solution.pain.evidence.order_by("-seen_at").values_list("trajectory_id", flat=True)
    rows = Trajectory.objects.for_tenant(solution.tenant).select_related("tenant")
    return rows.without_search().filter(pk__in=list(seen[:20])).order_by("-started_at").first()


def _learn(solution: Solution, run: Trajectory) -> Experience | None:
    source = solution.experience if solution.source == SolutionSource.EXPERIENCE else None
    draft = ExperienceDraft(
        pain_pattern=source.pain_pattern if source else solution.pain.title,
        context="",
        solution_steps=list(solution.steps),
        pitfalls=[],
        tools=list(source.tools) if source else [],
        confidence=solution.confidence,
        language=solution.language,
        quotes=_quotes(solution),
    )
    return learn_experience(run, draft)


def _quotes(solution: Solution) -> list[Quote]:
    told = solution.pain.evidence.order_by("-seen_at").values_list("quote", flat=True)
    said = solution.feedback.filter(verdict="positive").exclude(quote="")
    praise = said.order_by("-created_at").values_list("quote", flat=True)
    kept = [Quote(text, "pain") for text in told[:QUOTES_KEPT]]
    kept += [Quote(text, "feedback") for text in praise[:1]]
    return [quote for quote in kept if not is_planted(quote.text)]


def _write(solution: Solution) -> Experience | None:
    judged = solution.feedback.filter(verdict="positive", kind="explicit")
    last = judged.select_related("member").order_by("-created_at").first()
    if last is None:
        return None
    fields = {"pain_pattern": solution.pain.title, "solution_steps": list(solution.steps)}
    try:
        return write_experience(solution.tenant, fields, by=last.by, member=last.member)
    except Conflict:
        return solution.experience
