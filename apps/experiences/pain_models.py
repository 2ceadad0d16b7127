"""Pain points with the signs that show them, and solutions with what people said of them."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from pgvector.django import HalfVectorField

from apps.experiences.pain_querysets import PainPointQuerySet, SolutionQuerySet
from apps.llm.embedding import DIMENSIONS
from apps.tenants.models import Agent, EndUser, Membership, TenantOwned
from apps.tenants.querysets import TenantQuerySet


class PainStatus(models.TextChoices):
    """How sure a trouble is, and whether something helped."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    SOLVED = "solved"
    DISMISSED = "dismissed"


class PainKind(models.TextChoices):
    """What kind of sign shows a trouble."""

    COMPLAINT = "complaint"
    REPEATED_QUESTION = "repeated_question"
    CORRECTION = "correction"
    FAILURE = "failure"


class PainPoint(TenantOwned):
    """A recurring trouble; `confidence` grows with the sessions that show it.

    `end_user` and `agent` are those who met it first, `people` how many have. `words` are the
    search tokens of the title and of the task it came up in; `embedding` is of the title.
    """

    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, related_name="+")
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="+")
    title = models.CharField(max_length=500)
    title_digest = models.CharField(max_length=32)
    language = models.CharField(max_length=2, default="en")
    kind = models.CharField(max_length=17, choices=PainKind)
    confidence = models.DecimalField(max_digits=4, decimal_places=3, default=0)
    people = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=9, choices=PainStatus, default=PainStatus.OPEN)
    words = ArrayField(models.CharField(max_length=200), default=list)
    embedding = HalfVectorField(dimensions=DIMENSIONS)
    embedder_id = models.CharField(max_length=64)
    first_seen = models.DateTimeField()
    last_seen = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    solved_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    distance: float  # set by the queryset's nearest()

    objects = PainPointQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "title_digest"], name="pain_one_a_title"),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1),
                name="pain_confidence_between_0_and_1",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=PainStatus.values), name="pain_status_is_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(status=PainStatus.CONFIRMED)
                | models.Q(confirmed_at__isnull=False),
                name="pain_confirmed_has_a_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(status=PainStatus.SOLVED) | models.Q(solved_at__isnull=False),
                name="pain_solved_has_a_time",
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-last_seen", "-id"], name="pain_by_last_seen"),
            models.Index(fields=["tenant", "status", "-last_seen", "-id"], name="pain_of_a_status"),
        )

    def __str__(self) -> str:
        return self.title[:80]

    def embedding_list(self) -> list[float]:
        """The vector of the title as numbers, whether it was just made or read."""
        vector: Any = self.embedding
        return list(vector) if isinstance(vector, list) else list(vector.to_list())


class PainEvidence(TenantOwned):
    """The strongest sign of a trouble in one session, with its quote; outlives the trajectory.

    `trajectory_id` is the run whose request, answer or rating holds the quote. `digest` names the
    scene: a copied conversation has the same one.
    """

    pain = models.ForeignKey(PainPoint, models.CASCADE, related_name="evidence")
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="+")
    trajectory_id = models.UUIDField()
    session_key = models.UUIDField()
    kind = models.CharField(max_length=17, choices=PainKind)
    weight = models.DecimalField(max_digits=3, decimal_places=2)
    quote = models.CharField(max_length=500)
    source = models.CharField(max_length=8)
    digest = models.CharField(max_length=32)
    seen_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "pain evidence"
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "pain", "session_key"], name="painevidence_once_a_session"
            ),
            models.CheckConstraint(condition=~models.Q(quote=""), name="painevidence_has_a_quote"),
            models.CheckConstraint(
                condition=models.Q(weight__gt=0, weight__lt=1),
                name="painevidence_weight_between_0_and_1",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=PainKind.values), name="painevidence_kind_is_known"
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "pain", "-seen_at"], name="painevidence_of_pain"),
            models.Index(fields=["tenant", "end_user"], name="painevidence_of_end_user"),
        )

    def __str__(self) -> str:
        return self.quote[:80]


class SolutionSource(models.TextChoices):
    """What a solution was drawn from."""

    EXPERIENCE = "experience"
    TEMPLATE = "template"
    MODEL = "model"


class SolutionStatus(models.TextChoices):
    """Where a solution stands: the first two are on trial, the others decided."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    HELPED = "helped"
    FAILED = "failed"
    REJECTED = "rejected"


class Solution(TenantOwned):
    """What is proposed against a confirmed pain point; one at a time is on trial.

    `experience` is what it was drawn from, or what it became when it had helped. `start` is the
    confidence that it was proposed with, before feedback moved it.
    """

    pain = models.ForeignKey(PainPoint, models.CASCADE, related_name="solutions")
    experience = models.ForeignKey(
        "experiences.Experience", models.SET_NULL, null=True, related_name="solutions"
    )
    text = models.TextField()
    steps = models.JSONField(default=list)
    language = models.CharField(max_length=2, default="en")
    source = models.CharField(max_length=10, choices=SolutionSource)
    status = models.CharField(max_length=8, choices=SolutionStatus, default=SolutionStatus.PROPOSED)
    start = models.DecimalField(max_digits=4, decimal_places=3)
    confidence = models.DecimalField(max_digits=4, decimal_places=3)
    decided_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    judged: dict[str, int]  # set by count_feedback()

    objects = SolutionQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "pain"],
                name="solution_one_on_trial_a_pain",
                condition=models.Q(status__in=["proposed", "accepted"]),
            ),
            models.CheckConstraint(condition=~models.Q(text=""), name="solution_has_a_text"),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1),
                name="solution_confidence_between_0_and_1",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=SolutionStatus.values),
                name="solution_status_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(source__in=SolutionSource.values),
                name="solution_source_is_known",
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-created_at", "-id"], name="solution_by_age"),
            models.Index(fields=["tenant", "pain", "-created_at"], name="solution_of_pain"),
        )

    def __str__(self) -> str:
        return self.text[:80]


class SolutionUse(TenantOwned):
    """That a session was given a solution, and for which message: by its digest, not its words."""

    solution = models.ForeignKey(Solution, models.CASCADE, related_name="uses")
    session_id = models.CharField(max_length=200)
    message_digest = models.CharField(max_length=32)
    given_at = models.DateTimeField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "session_id", "solution"], name="solutionuse_once_a_session"
            ),
        )

    def __str__(self) -> str:
        return f"{self.solution_id} in {self.session_id}"


class FeedbackKind(models.TextChoices):
    """Whether a person judged on purpose, or a message was read as a judgement."""

    EXPLICIT = "explicit"
    IMPLICIT = "implicit"


class FeedbackVerdict(models.TextChoices):
    """What is said of a solution."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    NEUTRAL = "neutral"


class SolutionFeedback(TenantOwned):
    """One judgement of a solution: a person's latest word, or what one message says.

    `quote` is the message or the comment; `points` how much it counts.
    """

    solution = models.ForeignKey(Solution, models.CASCADE, related_name="feedback")
    kind = models.CharField(max_length=8, choices=FeedbackKind)
    verdict = models.CharField(max_length=8, choices=FeedbackVerdict)
    points = models.PositiveSmallIntegerField()
    quote = models.CharField(max_length=500, blank=True)
    trajectory_id = models.UUIDField(null=True)
    member = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="+")
    by = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "solution feedback"
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "solution", "trajectory_id"],
                name="solutionfeedback_one_a_message",
                condition=models.Q(kind="implicit"),
            ),
            models.UniqueConstraint(
                fields=["tenant", "solution", "by"],
                name="solutionfeedback_one_a_person",
                condition=models.Q(kind="explicit"),
            ),
            models.CheckConstraint(
                condition=models.Q(kind="explicit")
                | ~models.Q(quote="") & models.Q(trajectory_id__isnull=False),
                name="solutionfeedback_read_from_a_message",
            ),
            models.CheckConstraint(
                condition=models.Q(verdict__in=FeedbackVerdict.values),
                name="solutionfeedback_verdict_is_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.verdict} ({self.kind})"
