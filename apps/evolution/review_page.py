"""What a reviewer sees of one proposal, and the form that a decision is sent with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from apps.evolution.carry_out import ACTS, APPROVALS
from apps.evolution.domain.review_states import CLAIM_LASTS, allowed_actions
from apps.evolution.gate_facts import judge_text
from apps.evolution.gate_sentences import KNOWN_SENTENCES
from apps.evolution.models import (
    Action,
    Channel,
    Kind,
    Proposal,
    ProposalComment,
    ProposalStatus,
    Remark,
)
from apps.evolution.review_text import as_code, as_page, as_text, diff_lines, explain, gate_summary
from apps.evolution.review_words import (
    ACTIONS,
    KINDS,
    LOGGED,
    REASONS,
    REFUSALS,
    REMARKS,
    STATUSES,
    TRIGGERS,
)
from apps.evolution.skill_use_page import changed_lift_context
from apps.tenants.admin_site import member_of
from apps.tenants.models import AuditEvent
from apps.tenants.translate_sentence import translate_sentence
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import HttpRequest

    from apps.errors import DomainError
    from apps.tenants.models import Membership, Tenant

LONGEST_TEXT = 200_000
LONGEST_NOTE = 2000
MOST_QUEUED = 500
MOST_ON_INDEX = 10
MOST_COMMENTS = 100
FORM_OF = {"approve_edited": "approve", "save": "edit", "check": "edit", "take_over": "claim"}


class DecisionForm(forms.Form):
    """What the page's forms send; each uses what it needs."""

    decision = forms.ChoiceField(choices=[(word, word) for word in (*APPROVALS, "check", *ACTS)])
    note = forms.CharField(required=False, max_length=LONGEST_NOTE)
    reason = forms.CharField(required=False, max_length=LONGEST_NOTE)
    wish = forms.CharField(required=False, max_length=LONGEST_NOTE)
    text = forms.CharField(required=False, max_length=LONGEST_NOTE)
    content = forms.CharField(required=False, max_length=LONGEST_TEXT, strip=False)
    channel = forms.ChoiceField(required=False, choices=Channel.choices)

    def clean_content(self) -> str:
        """Undo what a browser does to line ends: an untouched text is the text."""
        content: str = self.cleaned_data["content"]
        return content.replace("\r\n", "\n")


def refusal(error: DomainError) -> dict[str, str]:
    """Say a refusal in the reader's language, with the operation's own sentence beside it."""
    detail = translate_sentence(error.detail, KNOWN_SENTENCES)
    intro = str(REFUSALS.get(error.code, ""))
    return {"intro": "" if intro == detail else intro, "detail": detail}


def review_context(proposal: Proposal) -> dict[str, Any]:
    """Gather all that one page shows of a proposal."""
    tenant = proposal.tenant
    changed = proposal.skill or proposal.pipeline
    is_pipeline = proposal.kind == Kind.PIPELINE
    return {
        "proposal": proposal,
        "is_pending": proposal.status == ProposalStatus.PENDING,
        "is_revising": proposal.status == ProposalStatus.REVISING,
        "may": _may(proposal),
        "decided": STATUSES.get(proposal.status, proposal.status),
        "action": ACTIONS.get(proposal.action, proposal.action),
        "trigger": TRIGGERS.get(proposal.trigger, proposal.trigger),
        "why": REASONS.get(proposal.trigger, proposal.trigger),
        "gate": explain(proposal.gate),
        "summary": gate_summary(proposal.gate),
        "draft": (as_code if is_pipeline else as_page)(proposal.content),
        "is_pipeline": is_pipeline,
        "kind": KINDS.get(proposal.kind, proposal.kind),
        "diff": diff_lines(proposal.diff),
        "is_demotion": proposal.action == Action.DEMOTE,
        "lift": changed_lift_context(proposal),
        "reason": _reason(proposal),
        "changed": changed,
        "current": changed.current if changed else None,
        "evidence": _evidence(proposal),
        "comments": _comments(proposal),
        "log": _log(tenant, proposal),
        "typed": {"content": proposal.content},
        **_place_in_queue(tenant, proposal),
    }


def typed_context(proposal: Proposal, asked: Mapping[str, str]) -> dict[str, Any]:
    """Keep what a reviewer typed, and judge the text when it was typed anew."""
    decision = asked.get("decision", "")
    # A form that the page no longer has cannot show what spoke against it: then its head does.
    has_form = FORM_OF.get(decision, decision) in {*_may(proposal), "comment"}
    shown: dict[str, Any] = {"typed": asked, "decision": decision if has_form else ""}
    if asked.get("decision") in {"check", "approve_edited", "save"}:
        shown["checked"] = explain(judge_text(proposal, asked.get("content", "")))
    return shown


def _reason(proposal: Proposal) -> str:
    """Why it is where it is; the engine's own reason in the reader's language."""
    if proposal.decided_by is None:
        return translate_sentence(proposal.reason, KNOWN_SENTENCES)
    return proposal.reason


def _may(proposal: Proposal) -> frozenset[str]:
    has_text = proposal.action != Action.DEMOTE
    return allowed_actions(proposal.status, has_text=has_text)


def _evidence(proposal: Proposal) -> list[dict[str, Any]]:
    rows = sorted(proposal.evidence.all(), key=lambda one: one.pk)
    ids = [one.trajectory_id for one in rows]
    kept = Trajectory.objects.for_tenant(proposal.tenant).filter(pk__in=ids)
    known = set(kept.values_list("pk", flat=True))
    return [
        {"row": one, "quote": as_text(one.quote), "is_kept": one.trajectory_id in known}
        for one in rows
    ]


def claim_context(proposal: Proposal, member: Membership) -> dict[str, Any]:
    """Say who has the proposal just now, and until when."""
    claimant, since = proposal.claimant, proposal.claimed_at
    return {
        "claimant": claimant,
        "is_mine": claimant is not None and claimant.pk == member.pk,
        "claimed_until": since + CLAIM_LASTS if claimant and since else None,
    }


def _comments(proposal: Proposal) -> list[dict[str, Any]]:
    """What was said, the oldest first; the engine's sentences in the reader's language."""
    rows = ProposalComment.objects.for_tenant(proposal.tenant).filter(proposal=proposal)
    latest = rows.order_by("-created_at", "-pk")[:MOST_COMMENTS]
    return [
        {"row": one, "did": REMARKS.get(one.remark, one.remark), "text": _told(one)}
        for one in reversed(latest)
    ]


def _told(comment: ProposalComment) -> str:
    if comment.remark != Remark.ANSWER:
        return comment.text
    lines = comment.text.split("\n")
    return "\n".join(translate_sentence(line, KNOWN_SENTENCES) for line in lines)


def _log(tenant: Tenant, proposal: Proposal) -> list[dict[str, Any]]:
    rows = AuditEvent.objects.for_tenant(tenant).filter(
        target_kind="proposal", target_id=str(proposal.pk)
    )
    return [{"row": one, "did": LOGGED.get(one.action, one.action)} for one in rows.order_by("at")]


def _place_in_queue(tenant: Tenant, proposal: Proposal) -> dict[str, Any]:
    """Say where the proposal stands among those that wait, and what is next to it."""
    waiting: Sequence[Any] = list(
        Proposal.objects.for_tenant(tenant).pending().values_list("pk", flat=True)[:MOST_QUEUED]
    )
    if proposal.pk not in waiting:
        return {"waiting": len(waiting), "next": waiting[0] if waiting else None}
    at = waiting.index(proposal.pk)
    return {
        "waiting": len(waiting),
        "place": at + 1,
        "previous": waiting[at - 1] if at else None,
        "next": waiting[at + 1] if at + 1 < len(waiting) else None,
    }


def next_pending(decided: Proposal) -> Proposal | None:
    """Find what waits next after a proposal, or the first of the queue at its end."""
    waiting = Proposal.objects.for_tenant(decided.tenant).pending()
    return waiting.filter(created_at__gte=decided.created_at).first() or waiting.first()


def count_pending(request: HttpRequest) -> str:
    """Count what waits, for the menu; nothing when nothing does."""
    member = member_of(request)
    count = Proposal.objects.for_tenant(member.tenant).pending().count() if member else 0
    return str(count or "")


def add_waiting(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Put what waits longest on the admin's first page."""
    member = member_of(request)
    if member is None:
        return context
    rows = Proposal.objects.for_tenant(member.tenant).pending().defer("content")
    first = list(rows[: MOST_ON_INDEX + 1])
    shown = [
        {
            "row": one,
            "action": ACTIONS.get(one.action, one.action),
            "why": REASONS.get(one.trigger, one.trigger),
            "gate": gate_summary(one.gate),
        }
        for one in first[:MOST_ON_INDEX]
    ]
    return {**context, "waiting": shown, "waits_more": len(first) > MOST_ON_INDEX}
