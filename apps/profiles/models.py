"""What is known of a person: memories in their words, and a profile of fields, with evidence."""

from __future__ import annotations

from decimal import Decimal

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from pgvector.django import HalfVectorField

from apps.profiles.querysets import MemoryQuerySet
from apps.tenants.models import Agent, EndUser, TenantOwned
from apps.tenants.querysets import TenantQuerySet
from apps.trajectories.models import VECTOR_DIMENSIONS


class MemoryKind(models.TextChoices):
    """What a memory is: a lasting wish, something true, or what to do and to avoid."""

    PREFERENCE = "preference"
    FACT = "fact"
    LESSON = "lesson"


class MemoryStatus(models.TextChoices):
    """Whether a memory holds; of an erased one only the digest is left, so that it stays gone."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    CONFLICTING = "conflicting"
    ERASED = "erased"


class Memory(TenantOwned):
    """One text memory of a person.

    Two of one `subject` cannot both hold: the newer and surer supersedes, else both conflict.
    `said_at` is when a person last said it, by the clock of the run.
    """

    end_user = models.ForeignKey(EndUser, models.CASCADE, related_name="memories")
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=MemoryKind)
    text = models.CharField(max_length=300, blank=True)
    digest = models.CharField(max_length=32)
    subject = models.CharField(max_length=120, blank=True)
    language = models.CharField(max_length=2, default="en")
    confidence = models.DecimalField(max_digits=4, decimal_places=3)
    status = models.CharField(max_length=11, choices=MemoryStatus, default=MemoryStatus.ACTIVE)
    superseded_by = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    conflicts_with = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    times_confirmed = models.PositiveIntegerField(default=0)
    words = ArrayField(models.CharField(max_length=200), default=list)
    embedding = HalfVectorField(dimensions=VECTOR_DIMENSIONS, null=True)
    embedder_id = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    last_confirmed_at = models.DateTimeField()

    distance: float  # set by the queryset's nearest()

    objects = MemoryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "memories"
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "end_user", "digest"], name="memory_once_a_person"
            ),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1),
                name="memory_confidence_between_0_and_1",
            ),
            models.CheckConstraint(
                condition=models.Q(status=MemoryStatus.ERASED, text="", embedding=None)
                | ~models.Q(status=MemoryStatus.ERASED)
                & ~models.Q(text="")
                & models.Q(embedding__isnull=False),
                name="memory_erased_has_no_words",
            ),
            models.CheckConstraint(
                condition=models.Q(superseded_by=None) | models.Q(status=MemoryStatus.SUPERSEDED),
                name="memory_superseded_by_another_says_so",
            ),
            models.CheckConstraint(
                condition=models.Q(conflicts_with=None) | models.Q(status=MemoryStatus.CONFLICTING),
                name="memory_with_a_conflict_says_so",
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-created_at", "-id"], name="memory_by_age"),
            models.Index(
                fields=["tenant", "end_user", "-created_at", "-id"], name="memory_of_person"
            ),
            models.Index(
                fields=["tenant", "end_user", "subject"],
                name="memory_by_subject",
                condition=~models.Q(subject=""),
            ),
        )

    def __str__(self) -> str:
        return self.text[:80] or str(self.pk)


class MemoryEvidence(TenantOwned):
    """One verbatim quote that a memory rests on; outlives the trajectory it is from."""

    memory = models.ForeignKey(Memory, models.CASCADE, related_name="evidence")
    trajectory_id = models.UUIDField()
    session_id = models.UUIDField()
    quote = models.CharField(max_length=300)
    quote_digest = models.CharField(max_length=32)
    source = models.CharField(max_length=16)
    said_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "memory", "session_id", "quote_digest"],
                name="memory_evidence_once_a_session",
            ),
            models.CheckConstraint(
                condition=~models.Q(quote=""), name="memory_evidence_has_a_quote"
            ),
        )

    def __str__(self) -> str:
        return self.quote[:80]


class Profile(TenantOwned):
    """What is known of one person, and whether more may be learned.

    `forgotten` says when a field was last forgotten: what was said before that counts no more.
    """

    end_user = models.ForeignKey(EndUser, models.CASCADE, related_name="+")
    learning_enabled = models.BooleanField(default=True)
    forgotten = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "end_user"], name="profile_one_a_person"),
        )
        indexes = (models.Index(fields=["tenant", "-created_at"], name="profile_by_age"),)

    def __str__(self) -> str:
        return str(self.end_user)


class FieldSource(models.TextChoices):
    """Whose word a value is."""

    PERSON = "person"
    INFERRED = "inferred"


class ProfileField(TenantOwned):
    """One value that a field of a profile may have; which one counts is decided at reading."""

    profile = models.ForeignKey(Profile, models.CASCADE, related_name="fields")
    name = models.CharField(max_length=32)
    value = models.CharField(max_length=100)
    value_key = models.CharField(max_length=100)
    source = models.CharField(max_length=8, choices=FieldSource)
    confidence = models.DecimalField(max_digits=4, decimal_places=3, default=Decimal(0))
    created_at = models.DateTimeField(default=timezone.now)
    last_confirmed_at = models.DateTimeField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "profile", "name", "value_key"], name="profile_field_once_a_value"
            ),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1),
                name="profile_field_confidence_between_0_and_1",
            ),
            models.CheckConstraint(condition=~models.Q(value=""), name="profile_field_has_a_value"),
        )

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


class FieldEvidence(TenantOwned):
    """One verbatim quote that a value of a profile rests on; outlives its trajectory."""

    field = models.ForeignKey(ProfileField, models.CASCADE, related_name="evidence")
    trajectory_id = models.UUIDField()
    session_id = models.UUIDField()
    quote = models.CharField(max_length=300)
    said_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "field", "session_id"], name="field_evidence_once_a_session"
            ),
            models.CheckConstraint(
                condition=~models.Q(quote=""), name="field_evidence_has_a_quote"
            ),
        )

    def __str__(self) -> str:
        return self.quote[:80]
