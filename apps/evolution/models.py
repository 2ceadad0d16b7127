"""Proposals that wait for a person, skills with their immutable versions, and servings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from pgvector.django import HalfVectorField

from apps.evolution.domain.review_states import OPEN_STATES, REASONED_STATES, is_claim_fresh
from apps.evolution.domain.text_diff import unified_diff
from apps.evolution.querysets import ProposalQuerySet, ServingQuerySet, SkillQuerySet
from apps.experiences.models import Experience
from apps.llm.embedding import DIMENSIONS
from apps.tenants.models import EndUser, Membership, TenantOwned
from apps.tenants.querysets import TenantQuerySet

if TYPE_CHECKING:
    from apps.evolution.domain.lift import Lift


class Layer(models.TextChoices):
    """Who wrote a skill: shipped, a person, or the loop."""

    BUILTIN = "builtin"
    MANAGED = "managed"
    LEARNED = "learned"


class SkillStatus(models.TextChoices):
    """Whether a skill is served."""

    ACTIVE = "active"
    STALE = "stale"
    ARCHIVED = "archived"


class Skill(TenantOwned):
    """An approved capability; what is served is the version that `current` points at."""

    name = models.CharField(max_length=64)
    title = models.CharField(max_length=200)
    description = models.CharField(max_length=1024)
    layer = models.CharField(max_length=8, choices=Layer, default=Layer.LEARNED)
    status = models.CharField(max_length=8, choices=SkillStatus, default=SkillStatus.ACTIVE)
    language = models.CharField(max_length=2, default="en")
    tools = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    triggers = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    trust = models.DecimalField(max_digits=4, decimal_places=3, default="0.500")
    uses = models.PositiveIntegerField(default=0)
    pinned = models.BooleanField(default=False)
    status_at = models.DateTimeField(default=timezone.now)
    current = models.OneToOneField(
        "SkillVersion", models.PROTECT, null=True, related_name="current_of"
    )
    words = ArrayField(models.CharField(max_length=200), default=list)
    embedding = HalfVectorField(dimensions=DIMENSIONS)
    embedder_id = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    distance: float  # set by the queryset's nearest()
    lift: Lift | None  # set by the views that show it

    objects = SkillQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "name"], name="skill_one_a_name"),
            models.CheckConstraint(
                condition=models.Q(name__regex=r"^[a-z0-9]+(-[a-z0-9]+)*$"),
                name="skill_name_follows_the_rule",
            ),
            models.CheckConstraint(
                condition=models.Q(trust__gte=0, trust__lte=1), name="skill_trust_between_0_and_1"
            ),
        )
        indexes = (models.Index(fields=["tenant", "-updated_at", "-id"], name="skill_by_change"),)

    def __str__(self) -> str:
        return self.name


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


class Proposal(TenantOwned):
    """A skill, or a change to one, that waits for a person's decision.

    `pattern_key` names the pattern of work it came from: one open proposal a pattern.
    `decided_by`, `decided_at` and `reason` tell who brought it where it is, save to the queue.
    """

    kind = models.CharField(max_length=8, default="skill")
    action = models.CharField(max_length=8, choices=Action, default=Action.CREATE)
    trigger = models.CharField(max_length=32)
    pattern_key = models.CharField(max_length=64)
    name = models.CharField(max_length=64)
    title = models.CharField(max_length=200)
    status = models.CharField(max_length=12, choices=ProposalStatus, default=ProposalStatus.PENDING)
    skill = models.ForeignKey(Skill, models.CASCADE, null=True, related_name="proposals")
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
        current = self.skill.current if self.skill else None
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


class SkillVersion(TenantOwned):
    """The text of a skill as it was approved; append-only, so that any of them can come back.

    `source_digest` tells what was imported, `restores` which version was rolled back to. Only an
    erasure takes words out of it.
    """

    skill = models.ForeignKey(Skill, models.CASCADE, related_name="versions")
    version = models.CharField(max_length=32)
    content = models.TextField()
    digest = models.CharField(max_length=64)
    proposal = models.ForeignKey(Proposal, models.PROTECT, null=True, related_name="versions")
    approved_by = models.CharField(max_length=200)
    source_digest = models.CharField(max_length=64, blank=True)
    restores = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "skill", "version"], name="skill_version_once_a_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.skill_id} {self.version}"


class SkillFile(TenantOwned):
    """A script, reference or asset that came with an imported version; append-only."""

    version = models.ForeignKey(SkillVersion, models.CASCADE, related_name="files")
    path = models.CharField(max_length=200)
    content = models.BinaryField()
    digest = models.CharField(max_length=64)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "version", "path"], name="skill_file_once_a_path"
            ),
        )

    def __str__(self) -> str:
        return self.path


class Serving(TenantOwned):
    """One item offered to one session, or withheld from it to see what difference it makes.

    `request_id` joins the items of one answer.
    """

    request_id = models.UUIDField()
    session_id = models.CharField(max_length=200)
    experience = models.ForeignKey(Experience, models.CASCADE, null=True, related_name="servings")
    skill = models.ForeignKey(Skill, models.CASCADE, null=True, related_name="servings")
    similarity = models.DecimalField(max_digits=4, decimal_places=3)
    withheld = models.BooleanField(default=False)
    served_at = models.DateTimeField(default=timezone.now)

    objects = ServingQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(experience=None) ^ models.Q(skill=None),
                name="serving_of_one_item",
            ),
            models.UniqueConstraint(
                fields=["tenant", "session_id", "experience"], name="serving_once_an_experience"
            ),
            models.UniqueConstraint(
                fields=["tenant", "session_id", "skill"], name="serving_once_a_skill"
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "skill", "experience", "served_at", "id"],
                name="serving_withheld",
                condition=models.Q(withheld=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.skill_id or self.experience_id} to {self.session_id}"
