"""Keep the engine's open improvements changes of the text that is served, whatever came between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.domain.rebase import rebase_text
from apps.evolution.domain.version import next_minor
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import Action, ChangeTrigger, Kind, Proposal, ProposalStatus

if TYPE_CHECKING:
    from apps.evolution.models import SkillVersion

# What a proposal may say beside our triggers and still take in a further change.
_OF_RUNS = frozenset({"similar_runs", "asked_again", "experience_reuse", "user_asked"})


def takes_more(proposal: Proposal) -> bool:
    """Tell whether a further change may join an open proposal: no person has it in hand."""
    return (
        proposal.kind == Kind.SKILL
        and proposal.status == ProposalStatus.PENDING
        and proposal.action == Action.IMPROVE
        and proposal.trigger in {*ChangeTrigger.values, *_OF_RUNS}
        and not proposal.edited
        and proposal.claimant is None
    )


def rebase_proposals(version: SkillVersion, former: SkillVersion) -> None:
    """Write what waits for a locked skill anew, on the version that has just replaced another.

    What somebody decides at this moment is left to them, as is what a person has in hand.
    """
    rows = Proposal.objects.for_tenant(version.tenant).open()
    ours = rows.filter(skill=version.skill, trigger__in=ChangeTrigger.values).order_by("pk")
    free = ours.select_for_update(of=("self",), skip_locked=True)
    taken = set(version.skill.versions.values_list("version", flat=True))
    for proposal in free.select_related("tenant", "claimed_by"):
        if proposal.pk != version.proposal_id and takes_more(proposal):
            number = next_minor(version.version, taken)
            proposal.skill = version.skill
            proposal.content = rebase_text(
                former.content, proposal.content, version.content, version=number
            )
            proposal.gate = judge_text(proposal, proposal.content)
            proposal.save(update_fields=["content", "gate"])
