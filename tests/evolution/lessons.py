"""Builders of what runs showed of a skill, as the loop hands it over."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.domain.improvement import Correction, Repair
from apps.evolution.domain.mended import Mended
from apps.evolution.domain.run import Run
from apps.evolution.domain.synthesis import quote_run
from apps.evolution.domain.template import Pitfall
from apps.evolution.improve_skill import Grounds, improve_skill, note_improvement
from apps.evolution.models import Improvement
from apps.trajectories.domain.tool_chain import ToolCall
from tests.evolution.proposals import make_proposal
from tests.make import make_trajectory

if TYPE_CHECKING:
    from apps.evolution.domain.improvement import Change
    from apps.evolution.models import Proposal, Skill
    from tests.cast import Team


def served_skill(team: Team, **fields: Any) -> Skill:
    """A skill that a reviewer approved."""
    proposal = make_proposal(team.tenant, **fields)
    return approve_proposal(proposal, by=team.members["reviewer"]).skill


def repair(error: str = "the sheet is locked") -> Repair:
    """An error of the second step that other arguments got over."""
    calls = [ToolCall("write_sheet", {"sheet": name}) for name in ("draft", "final")]
    return Repair([Mended(Pitfall(error, "write_sheet: final"), *calls)])


def correction(words: str = "The totals must be per ward") -> Correction:
    """What a person said was to be different."""
    return Correction(words)


def lesson(team: Team, skill: Skill, trigger: str = "error_repair") -> tuple[Improvement, Grounds]:
    """A line that waits, with the run that it came from."""
    number = Improvement.objects.for_tenant(team.tenant).count()
    asked = f"Build the report of ward {number} again"
    row = make_trajectory(team.tenant, session=f"lesson-{number}", intent=asked)
    note_improvement(skill, trigger, run_id=row.pk)
    line = Improvement.objects.for_tenant(team.tenant).get(trajectory_id=row.pk, trigger=trigger)
    run = Run(str(row.pk), asked, (), "Done.", Decimal("0.8"))
    return line, Grounds([run], quote_run(run))


def teach_skill(
    team: Team, skill: Skill, change: Change, trigger: str = "error_repair"
) -> Proposal | None:
    """Note a lesson and propose it."""
    line, grounds = lesson(team, skill, trigger)
    return improve_skill(line, change, grounds)
