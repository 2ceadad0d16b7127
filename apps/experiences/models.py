"""Experiences: a pain pattern, what solved it, and the quotes that prove it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from pgvector.django import HalfVectorField, HnswIndex

from apps.experiences.pain_models import (
    PainEvidence,
    PainPoint,
    Solution,
    SolutionFeedback,
    SolutionUse,
)
from apps.experiences.querysets import ExperienceQuerySet
from apps.llm.embedding import DIMENSIONS
from apps.tenants.models import Agent, EndUser, Membership, TenantOwned
from apps.tenants.querysets import TenantQuerySet

if TYPE_CHECKING:
    from apps.experiences.domain.record import Record

__all__ = [
    "Experience",
    "ExperienceAlternative",
    "ExperienceEvidence",
    "ExperienceIdentifier",
    "ExperienceStatus",
    "ExperienceUse",
    "PainEvidence",
    "PainPoint",
    "Solution",
    "SolutionFeedback",
    "SolutionUse",
]


class ExperienceStatus(models.TextChoices):
    """Whether an experience is recalled."""

    ACTIVE = "active"
    ARCHIVED = "archived"


class Experience(TenantOwned):
    """Something that was solved once and can be solved again the same way.

    `embedding` is of the pain pattern, `context_embedding` of pattern and context together;
    `words` are the search tokens of both, `pieces` the encoder's. Half precision keeps a row on
    its page.
    """

    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, related_name="+")
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="+")
    written_by = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    pain_pattern = models.CharField(max_length=500)
    pattern_digest = models.CharField(max_length=32)
    context = models.TextField(blank=True)
    solution_steps = models.JSONField(default=list)
    pitfalls = models.JSONField(default=list)
    outcome = models.CharField(max_length=9, default="success")
    tools = ArrayField(models.CharField(max_length=200), default=list)
    request_type = models.CharField(max_length=64, blank=True)
    industry_context = models.CharField(max_length=200, blank=True)
    language = models.CharField(max_length=2, default="en")
    confidence = models.DecimalField(max_digits=4, decimal_places=3)
    reuse_count = models.PositiveIntegerField(default=0)
    status = models.CharField(
        max_length=8, choices=ExperienceStatus, default=ExperienceStatus.ACTIVE
    )
    synthesized_skill = models.CharField(max_length=64, blank=True)
    words = ArrayField(models.CharField(max_length=200), default=list)
    pieces = ArrayField(models.IntegerField(), default=list)
    embedding = HalfVectorField(dimensions=DIMENSIONS)
    context_embedding = HalfVectorField(dimensions=DIMENSIONS)
    embedder_id = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    record: Record | None = None  # set by with_records()

    objects = ExperienceQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "pattern_digest"], name="experience_one_a_pattern"
            ),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1),
                name="experience_confidence_between_0_and_1",
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-created_at", "-id"], name="experience_by_age"),
            models.Index(
                fields=["tenant", "-reuse_count"],
                name="experience_to_teach",
                condition=models.Q(synthesized_skill="", status="active"),
            ),
            *(
                HnswIndex(fields=[column], opclasses=["halfvec_ip_ops"], name=f"experience_{name}")
                for column, name in (
                    ("embedding", "by_meaning"),
                    ("context_embedding", "by_context"),
                )
            ),
        )

    def __str__(self) -> str:
        return self.pain_pattern[:80]


class ExperienceIdentifier(TenantOwned):
    """An identifier that an experience names, such as `E1042`: found by it among any number.

    A table of its own, since behind row-level security no index answers for an array's elements.
    """

    experience = models.ForeignKey(Experience, models.CASCADE, related_name="identifiers")
    token = models.CharField(max_length=200)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "token", "experience"], name="identifier_once_an_experience"
            ),
        )

    def __str__(self) -> str:
        return self.token


class ExperienceEvidence(TenantOwned):
    """One verbatim quote that an experience rests on; outlives the trajectory it is from."""

    experience = models.ForeignKey(Experience, models.CASCADE, related_name="evidence")
    trajectory_id = models.UUIDField()
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="+")
    quote = models.CharField(max_length=500)
    quote_digest = models.CharField(max_length=32)
    source = models.CharField(max_length=16)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "experience", "quote_digest"], name="evidence_one_a_quote"
            ),
            models.CheckConstraint(condition=~models.Q(quote=""), name="evidence_has_a_quote"),
        )

    def __str__(self) -> str:
        return self.quote[:80]


class ExperienceUse(TenantOwned):
    """That a session was given an experience: each distinct session counts one reuse."""

    experience = models.ForeignKey(Experience, models.CASCADE, related_name="uses")
    session_id = models.CharField(max_length=200)
    used_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "experience", "session_id"], name="use_once_a_session"
            ),
        )

    def __str__(self) -> str:
        return f"{self.experience_id} in {self.session_id}"


class ExperienceAlternative(TenantOwned):
    """Another way that a run solved the same problem: kept beside the experience, not over it."""

    experience = models.ForeignKey(Experience, models.CASCADE, related_name="alternatives")
    trajectory_id = models.UUIDField()
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="+")
    solution_steps = models.JSONField(default=list)
    tools = ArrayField(models.CharField(max_length=200), default=list)
    tools_digest = models.CharField(max_length=32)
    confidence = models.DecimalField(max_digits=4, decimal_places=3)
    quote = models.CharField(max_length=500)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "experience", "tools_digest"], name="alternative_one_a_way"
            ),
            models.CheckConstraint(condition=~models.Q(quote=""), name="alternative_has_a_quote"),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1),
                name="alternative_confidence_between_0_and_1",
            ),
        )

    def __str__(self) -> str:
        return ", ".join(self.tools)
