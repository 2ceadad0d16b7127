"""Take what a person says of a skill that was drawn from their work: keep it, change it, or no."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from apps.errors import Conflict, NotFound
from apps.evolution.domain.review_states import OPEN_STATES, allowed_actions
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import Answer, Proposal, ProposalComment, Question
from apps.evolution.move_proposal import move_proposal, tidy_words
from apps.evolution.personal_skill import activate_for_person, may_activate
from apps.evolution.propose_skill import person_of
from apps.tenants.audit import record_audit
from apps.tenants.models import EndUser

PERSON = "person"
MOST_WORDS = 500
DECLINED = "The person it came from declined."
KEPT = "The person it came from said yes: keep it."
KEPT_FOR_THEM = f"{KEPT} It is active for them alone."
WANTS_CHANGE = "The person it came from asks for a change."
NO_WORDS = "The person it came from wants it changed, and did not say how."


@transaction.atomic
def answer_question(question: Question, answer: str, *, by: str, words: str = "") -> Question:
    """Note an answer and act on it; the same answer again changes nothing.

    `by` is who told us. Yes makes it active for that person where the tenant lets it and the gate
    objects to nothing; change sends it back with their words; no rejects it, where it rests on
    nobody else's work. Raises `already_answered`.
    """
    proposal = _lock_proposal(question)
    rows = Question.objects.for_tenant(question.tenant).select_related("end_user")
    locked = rows.select_for_update(of=("self",)).get(pk=question.pk)
    if locked.answer:
        if locked.answer != answer:
            raise Conflict("already_answered", f"It was answered with '{locked.answer}'.")
        return locked
    locked.answer, locked.answered_at = Answer(answer), timezone.now()
    locked.words = _tidy(proposal, words)
    locked.save(update_fields=["answer", "answered_at", "words"])
    _ACT[locked.answer](proposal, locked)
    record_audit(
        proposal.tenant,
        actor=by,
        action="answer_question",
        target=proposal,
        question=str(locked.pk),
        answer=str(locked.answer),
    )
    return locked


def _lock_proposal(question: Question) -> Proposal:
    """Lock the person, then the proposal: the order in which an erasure locks them."""
    people = EndUser.objects.for_tenant(question.tenant).select_for_update(no_key=True)
    if people.filter(pk=question.end_user_id).first() is None:
        raise NotFound("question")  # erased meanwhile
    rows = Proposal.objects.for_tenant(question.tenant).select_related("tenant", "skill")
    return rows.select_for_update(of=("self",)).get(pk=question.proposal_id)


def _tidy(proposal: Proposal, words: str) -> str:
    said = words.strip()
    return tidy_words(proposal.tenant, said, lacking="")[:MOST_WORDS] if said else ""


def _keep(proposal: Proposal, question: Question) -> None:
    if proposal.status in OPEN_STATES:
        proposal.gate = judge_text(proposal, proposal.content)
        proposal.save(update_fields=["gate"])
    if not may_activate(proposal) or not _is_theirs(proposal, question.end_user):
        _say(proposal, question.end_user, KEPT)
        return
    activate_for_person(proposal, question.end_user, by=signed_by(question.end_user))
    _say(proposal, question.end_user, KEPT_FOR_THEM)


def _change(proposal: Proposal, question: Question) -> None:
    """Send it back with their words; what cannot be sent back now keeps them as a comment."""
    if not question.words:
        _say(proposal, question.end_user, NO_WORDS)
    elif "revise" in allowed_actions(proposal.status):
        _say(proposal, question.end_user, WANTS_CHANGE)
        move_proposal(proposal, "revise", reason=question.words)
    else:
        _say(proposal, question.end_user, question.words)


def _decline(proposal: Proposal, question: Question) -> None:
    rejectable = "reject" in allowed_actions(proposal.status)
    if rejectable and _is_theirs(proposal, question.end_user):
        move_proposal(proposal, "reject", reason=DECLINED)
    else:
        _say(proposal, question.end_user, DECLINED)
    if question.words:
        _say(proposal, question.end_user, question.words)


_ACT = {Answer.YES: _keep, Answer.CHANGE: _change, Answer.NO: _decline}


def _is_theirs(proposal: Proposal, person: EndUser) -> bool:
    """Tell whether all that a proposal rests on is this person's work."""
    return person_of(proposal) == person.pk


def signed_by(person: EndUser) -> str:
    """Name a person as the author of what they said, or approved for themselves."""
    return f"{PERSON}:{person.external_id}"[:200]


def _say(proposal: Proposal, person: EndUser, text: str) -> None:
    ProposalComment.objects.create(
        tenant=proposal.tenant,
        proposal=proposal,
        author=signed_by(person),
        text=text,
    )
