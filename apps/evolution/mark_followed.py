"""Note of what a learned session was given whether its runs then did what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.domain.followed import advice_of_experience, advice_of_skill, is_followed
from apps.evolution.models import Serving
from apps.feedback.domain.served import ARRIVAL_SLACK, MOST_CLOCK_SKEW
from apps.feedback.record_signals import chosen_skills

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.domain.followed import Advice
    from apps.tenants.models import Tenant
    from apps.trajectories.load_chains import Chains
    from apps.trajectories.models import Trajectory


def mark_followed(
    tenant: Tenant, session_id: str, runs: Sequence[Trajectory], chains: Chains
) -> int:
    """Decide for each item that a session was given whether it was followed; answers how many.

    To be called when the session is learned from, with its runs and what they called; what was
    withheld is never marked. What names too little to be seen in a run stays undecided.
    """
    rows = Serving.objects.for_tenant(tenant).filter(session_id=session_id, withheld=False)
    given = list(rows.select_related("skill__current", "experience").order_by("pk"))
    if not given:
        return 0
    chosen = chosen_skills(runs)
    for serving in given:
        after = [run for run in runs if _is_after(run, serving)]
        names = {name for run in after for name in chosen.get(run.pk, ())}
        called = [chains.get(run.pk, []) for run in after]
        serving.followed = is_followed(_advice(serving), called, names)
    Serving.objects.bulk_update(given, ["followed"])
    return len(given)


def _advice(serving: Serving) -> Advice:
    skill, experience = serving.skill, serving.experience
    if skill is not None:
        text = skill.current.content if skill.current else ""
        return advice_of_skill(text, name=skill.name, tools=skill.tools)
    assert experience is not None  # noqa: S101 - the database holds it
    return advice_of_experience(experience.solution_steps, tools=experience.tools)


def _is_after(run: Trajectory, serving: Serving) -> bool:
    """Both clocks must agree, as for signals: late reports arrive after what they came before."""
    arrived = run.opened_at >= serving.served_at - ARRIVAL_SLACK
    return arrived and run.started_at >= serving.served_at - MOST_CLOCK_SKEW
