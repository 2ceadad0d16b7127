"""An erasure reaches proposals in every state, and what reviewers said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apps.evolution.comment_on_proposal import comment_on_proposal
from apps.evolution.models import Proposal, ProposalComment
from apps.evolution.quarantine_proposal import quarantine_proposal
from apps.evolution.revise_proposal import revise_proposal
from apps.learning.erase_person import erase_person
from tests.learning.erasure import MIRA, TOM, find_everywhere, live, use

if TYPE_CHECKING:
    from tests.cast import Team


def proposals(team: Team) -> list[Proposal]:
    return list(Proposal.objects.for_tenant(team.tenant).order_by("created_at"))


def erase_both(team: Team) -> None:
    for who in ("mira", "tom"):
        erase_person(team.tenant, who, by="admin")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_comments_lose_the_words_and_stay(clinic: Team, language: str):
    live(clinic)
    for proposal in proposals(clinic):
        for words in (MIRA, TOM):
            text = f"about {words[language]}"
            comment_on_proposal(proposal, by=clinic.members["reviewer"], text=text)
    assert "evolution_proposalcomment.text" in find_everywhere(MIRA[language])[MIRA[language]]
    receipt = erase_person(clinic.tenant, "mira", by="admin")
    assert find_everywhere(MIRA[language]) == {}
    left = ProposalComment.objects.for_tenant(clinic.tenant).values_list("text", flat=True)
    assert f"about {TOM[language]}" in left
    assert receipt.counts["proposal_comments_rewritten"] >= 1


def test_what_is_set_aside_or_sent_back_goes_with_its_only_evidence(clinic: Team):
    live(clinic)
    first, *others = proposals(clinic)
    quarantine_proposal(first, by=clinic.members["reviewer"], reason="wait")
    for other in others:
        revise_proposal(other, by=clinic.members["reviewer"], wish="shorter")
    erase_both(clinic)
    assert others
    assert proposals(clinic) == []


def test_what_a_reviewer_commented_on_is_not_taken_from_under_them(clinic: Team):
    live(clinic)
    kept, *_ = proposals(clinic)
    comment_on_proposal(kept, by=clinic.members["reviewer"], text="who asked for this?")
    erase_both(clinic)
    assert [one.pk for one in proposals(clinic)] == [kept.pk]
    assert find_everywhere(*MIRA.values(), *TOM.values()) == {}


def test_a_skill_waits_once_however_its_mended_text_was_turned_back(clinic: Team):
    live(clinic)
    use(clinic)
    erase_person(clinic.tenant, "mira", by="admin")
    waiting = list(Proposal.objects.for_tenant(clinic.tenant).pending())
    for one in waiting:
        quarantine_proposal(one, by=clinic.members["reviewer"], reason="wait")
        comment_on_proposal(one, by=clinic.members["reviewer"], text="mend it first")
    erase_person(clinic.tenant, "tom", by="admin")
    again = Proposal.objects.for_tenant(clinic.tenant).open().filter(trigger="erasure")
    assert {one.pk for one in again} == {one.pk for one in waiting}
    assert {one.status for one in again} == {"pending"}
