"""Proposals that wait for a person, what was said of them, and what they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from apps.evolution.domain.review_states import OPEN_STATES, REASONED_STATES, is_claim_fresh
from apps.evolution.domain.text_diff import unified_diff
from apps.evolution.models.pipeline import Pipeline
from apps.evolution.models.skill import Skill
from apps.evolution.querysets import ProposalQuerySet, QuestionQuerySet
from apps.tenants.models import EndUser, Membership, TenantOwned
from apps.tenants.querysets import TenantQuerySet

if TYPE_CHECKING:
    from apps.evolution.domain.lift import Lift


class ProposalStatus(models.TextChoices):
    """Where a proposal is; `domain/review_states.py` says what leads from one to another."""

    PENDING = "pending"
    REVISING = "revising"
    QUARANTINED = "quarantined"
    APPROVED = "approved"
    REJECTED = "rejected"


class Action(models.TextChoices):
    """What a proposal wants to do."""

    CREATE = "create"
    IMPROVE = "improve"
    MERGE = "merge"
    REVIVE = "revive"
    DEMOTE = "demote"


class Kind(models.TextChoices):
    """What a proposal would make or change."""

    SKILL = "skill"
    PIPELINE = "pipeline"


class Proposal(TenantOwned):
    """A skill or pipeline, or a change to one, that waits for a person's decision.

    `pattern_key` names the pattern of work it came from: one open proposal a pattern. `end_user`
    is the person whose pattern it is, where it is one person's: they may be asked. `merges` names
    the skills that go into `skill` by it.
    `decided_by`, `decided_at` and `reason` tell who brought it where it is, save to the queue.
    """

    kind = models.CharField(max_length=8, choices=Kind, default=Kind.SKILL)
    action = models.CharField(max_length=8, choices=Action, default=Action.CREATE)
    trigger = models.CharField(max_length=32)
    pattern_key = models.CharField(max_length=64)
    name = models.CharField(max_length=64)
    title = models.CharField(max_length=200)
    status = models.CharField(max_length=12, choices=ProposalStatus, default=ProposalStatus.PENDING)
    skill = models.ForeignKey(Skill, models.CASCADE, null=True, related_name="proposals")
    merges = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    pipeline = models.ForeignKey(Pipeline, models.CASCADE, null=True, related_name="proposals")
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="+")
    content = models.TextField()
    gate = models.JSONField(default=list)
    confidence = models.DecimalField(max_digits=4, decimal_places=3)
    language = models.CharField(max_length=2, default="en")
    decided_by = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)
    edited = models.BooleanField(default=False)
    claimed_by = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    claimed_at = models.DateTimeField(null=True)
    answering_since = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    lift: Lift | None  # set by the views that show it

    objects = ProposalQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "pattern_key"],
                name="proposal_one_open_a_pattern",
                condition=models.Q(status__in=OPEN_STATES),
            ),
            models.CheckConstraint(
                condition=models.Q(status="pending", decided_at=None)
                | ~models.Q(status="pending") & models.Q(decided_at__isnull=False),
                name="proposal_decided_has_a_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(status__in=REASONED_STATES) | ~models.Q(reason=""),
                name="proposal_turned_back_has_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=ProposalStatus.values),
                name="proposal_status_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(kind=Kind.SKILL, pipeline=None)
                | models.Q(kind=Kind.PIPELINE, skill=None),
                name="proposal_of_one_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(claimed_by=None) | models.Q(claimed_at__isnull=False),
                name="proposal_claim_has_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1),
                name="proposal_confidence_between_0_and_1",
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-created_at", "-id"], name="proposal_by_age"),
            models.Index(
                fields=["tenant", "created_at"],
                name="proposal_waiting",
                condition=models.Q(status="pending"),
            ),
            models.Index(
                fields=["tenant", "decided_at"],
                name="proposal_to_revise",
                condition=models.Q(status="revising"),
            ),
        )

    def __str__(self) -> str:
        return f"{self.action} {self.name}"

    @property
    def diff(self) -> str:
        """What would change in the skill that is served now; empty for a new one."""
        changed = self.skill or self.pipeline
        current = changed.current if changed else None
        if current is None or current.proposal_id == self.pk:
            return ""
        return unified_diff(current.content, self.content, old=current.version, new="proposed")

    @property
    def claimant(self) -> Membership | None:
        """The reviewer who has taken it; nobody once the claim has faded."""
        return self.claimed_by if is_claim_fresh(self.claimed_at, timezone.now()) else None


class Remark(models.TextChoices):
    """What the words of a comment were said with."""

    COMMENT = "comment"
    REVISE = "revise"
    ANSWER = "answer"
    QUARANTINE = "quarantine"
    REJECT = "reject"
    REOPEN = "reopen"


class ProposalComment(TenantOwned):
    """What somebody said of a proposal, the engine included; append-only.

    Only an erasure takes words out of it.
    """

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="comments")
    remark = models.CharField(max_length=12, choices=Remark, default=Remark.COMMENT)
    author = models.CharField(max_length=200)
    text = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~models.Q(text=""), name="proposal_comment_says_it"),
            models.CheckConstraint(
                condition=models.Q(remark__in=Remark.values), name="proposal_comment_is_known"
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "proposal", "-created_at", "-id"], name="proposal_comment_by_age"
            ),
        )

    def __str__(self) -> str:
        return self.text[:80]


class ProposalEvidence(TenantOwned):
    """A run that a proposal rests on, with its score and a verbatim quote of its request."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="evidence")
    trajectory_id = models.UUIDField()
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="+")
    score = models.DecimalField(max_digits=4, decimal_places=3, null=True)
    quote = models.CharField(max_length=500)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "proposal", "trajectory_id"], name="proposal_evidence_once_a_run"
            ),
        )

    def __str__(self) -> str:
        return self.quote[:80]


class Answer(models.TextChoices):
    """What a person said when asked whether to keep what was learned of their work."""

    YES = "yes"
    CHANGE = "change"
    NO = "no"


class Question(TenantOwned):
    """A proposal put to the person whose pattern it is, in a conversation of theirs; once each.

    `answer` stays empty until they say so; `words` are what they said beside it.
    """

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="questions")
    end_user = models.ForeignKey(EndUser, models.CASCADE, related_name="+")
    session_id = models.CharField(max_length=200)
    asked_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=6, choices=Answer, blank=True)
    words = models.CharField(max_length=500, blank=True)
    answered_at = models.DateTimeField(null=True)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "proposal", "end_user"], name="question_once_a_person"
            ),
            models.CheckConstraint(
                condition=models.Q(answer="", answered_at=None)
                | ~models.Q(answer="") & models.Q(answered_at__isnull=False),
                name="question_answered_has_a_time",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "end_user", "asked_at"],
                name="question_waiting",
                condition=models.Q(answer=""),
            ),
        )

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.answer or 'asked'}"
