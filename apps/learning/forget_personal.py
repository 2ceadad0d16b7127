"""Remove what is one person's or one session's alone: their own skills, and what they answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from apps.evolution.answer_question import PERSON, signed_by
from apps.evolution.models import Layer, Proposal, ProposalComment, Question, Skill, SkillVersion
from apps.evolution.temporary_skill import remove_skill

if TYPE_CHECKING:
    from apps.learning.domain.erasure import Receipt
    from apps.learning.find_doomed import Doomed


def forget_personal(doomed: Doomed, receipt: Receipt) -> None:
    """Remove doomed skills that no team ever had, and a person's name and words from reviews.

    To be called inside `erasing()`, before proposals and skills are gone through.
    """
    sessions = [*doomed.session_names, *(one.external_id for one in doomed.shared)]
    gone = Q(layer=Layer.TEMPORARY, session_id__in=sessions)
    if doomed.person:
        gone |= Q(owner=doomed.person)
        _forget_answers(doomed, receipt)
    for skill in Skill.objects.for_tenant(doomed.tenant).filter(gone).order_by("pk"):
        Proposal.objects.for_tenant(doomed.tenant).filter(skill=skill).update(skill=None)
        remove_skill(skill)
        receipt.counts["skills"] += 1
    asked = Question.objects.for_tenant(doomed.tenant).filter(session_id__in=doomed.session_names)
    asked.update(words="")


def _forget_answers(doomed: Doomed, receipt: Receipt) -> None:
    """Take back what the person was asked, and said in reviews."""
    assert doomed.person is not None  # noqa: S101 - asked before
    questions = Question.objects.for_tenant(doomed.tenant).filter(end_user=doomed.person)
    receipt.counts["questions"] += questions.delete()[0]
    author = signed_by(doomed.person)
    said = ProposalComment.objects.for_tenant(doomed.tenant).filter(author=author)
    receipt.counts["proposal_comments"] += said.delete()[0]
    approved = SkillVersion.objects.for_tenant(doomed.tenant).filter(approved_by=author)
    approved.exclude(skill__owner=doomed.person).update(approved_by=PERSON)
