"""Skills with their immutable versions, their files, and what led to each change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from pgvector.django import HalfVectorField

from apps.evolution.querysets import SkillQuerySet
from apps.llm.embedding import DIMENSIONS
from apps.tenants.models import EndUser, TenantOwned
from apps.tenants.querysets import TenantQuerySet

if TYPE_CHECKING:
    from apps.evolution.domain.lift import Lift


class Layer(models.TextChoices):
    """Who wrote a skill: shipped, a person, the loop, or one session for itself."""

    BUILTIN = "builtin"
    MANAGED = "managed"
    LEARNED = "learned"
    TEMPORARY = "temporary"


class ChangePolicy(models.TextChoices):
    """What it takes to change a skill: a review, a proven lift, or nobody may."""

    REVIEW = "review"
    AUTO = "auto"
    FROZEN = "frozen"


class SkillStatus(models.TextChoices):
    """Whether a skill is served."""

    ACTIVE = "active"
    STALE = "stale"
    ARCHIVED = "archived"


class Channel(models.TextChoices):
    """Whose text a reader gets: the one for all, or the one on trial where there is one."""

    STABLE = "stable"
    BETA = "beta"


class Skill(TenantOwned):
    """An approved capability; what is served is the version that `current` points at.

    `beta` is what readers of that channel get instead, and all a new skill may have; `promoted_at`
    tells when a beta last became `current`. What was merged away points at the skill that it went
    `merged_into`. A skill with an `owner` is served to that
    person alone, a temporary one to the session `session_id` alone.
    """

    name = models.CharField(max_length=64)
    title = models.CharField(max_length=200)
    description = models.CharField(max_length=1024)
    layer = models.CharField(max_length=9, choices=Layer, default=Layer.LEARNED)
    status = models.CharField(max_length=8, choices=SkillStatus, default=SkillStatus.ACTIVE)
    language = models.CharField(max_length=2, default="en")
    tools = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    triggers = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    trust = models.DecimalField(max_digits=4, decimal_places=3, default="0.500")
    uses = models.PositiveIntegerField(default=0)
    pinned = models.BooleanField(default=False)
    change_policy = models.CharField(
        max_length=6, choices=ChangePolicy, default=ChangePolicy.REVIEW
    )
    owner = models.ForeignKey(EndUser, models.PROTECT, null=True, blank=True, related_name="+")
    session_id = models.CharField(max_length=200, blank=True)
    status_at = models.DateTimeField(default=timezone.now)
    current = models.OneToOneField(
        "SkillVersion", models.PROTECT, null=True, related_name="current_of"
    )
    beta = models.OneToOneField("SkillVersion", models.PROTECT, null=True, related_name="beta_of")
    promoted_at = models.DateTimeField(null=True)
    merged_into = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="merged"
    )
    words = ArrayField(models.CharField(max_length=200), default=list)
    embedding = HalfVectorField(dimensions=DIMENSIONS)
    embedder_id = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    distance: float  # set by the queryset's nearest()
    lift: Lift | None  # set by the views that show it
    recommended: bool  # likewise

    objects = SkillQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "name"], name="skill_one_a_name"),
            models.CheckConstraint(
                condition=models.Q(name__regex=r"^[a-z0-9]+(-[a-z0-9]+)*$"),
                name="skill_name_follows_the_rule",
            ),
            models.CheckConstraint(
                condition=models.Q(layer="temporary") & ~models.Q(session_id="")
                | ~models.Q(layer="temporary") & models.Q(session_id=""),
                name="skill_temporary_has_a_session",
            ),
            models.CheckConstraint(
                condition=models.Q(change_policy__in=ChangePolicy.values),
                name="skill_policy_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(trust__gte=0, trust__lte=1), name="skill_trust_between_0_and_1"
            ),
            models.CheckConstraint(
                condition=~models.Q(beta=models.F("current")), name="skill_beta_is_another_version"
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into=None) | models.Q(status="archived"),
                name="skill_merged_is_archived",
            ),
        )
        indexes = (models.Index(fields=["tenant", "-updated_at", "-id"], name="skill_by_change"),)

    def __str__(self) -> str:
        return self.name

    def on(self, channel: str) -> SkillVersion | None:
        """What readers of a channel get of it, were it served."""
        return (self.beta or self.current) if channel == Channel.BETA else self.current


class SkillVersion(TenantOwned):
    """The text of a skill as it was approved; append-only, so that any of them can come back.

    `source_digest` tells what was imported, `restores` which version was rolled back to. Only an
    erasure takes words out of it.
    """

    skill = models.ForeignKey(Skill, models.CASCADE, related_name="versions")
    version = models.CharField(max_length=32)
    content = models.TextField()
    digest = models.CharField(max_length=64)
    proposal = models.ForeignKey("Proposal", models.PROTECT, null=True, related_name="versions")
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

    @property
    def name(self) -> str:
        """What agents call the skill by."""
        return self.skill.name


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


class ChangeTrigger(models.TextChoices):
    """What led to a change of a skill."""

    ERROR_REPAIR = "error_repair"
    USER_CORRECTION = "user_correction"
    BETTER_TRAJECTORY = "better_trajectory"
    REFLECTION = "reflection"
    MANUAL = "manual"


class Improvement(TenantOwned):
    """A line of a skill's improvement log: what led to a change, in which run, and what came of it.

    `version` stays empty until the change is approved. `waits` says that it is still to be put up
    for review: another change of the skill is open, or the skill is frozen.
    """

    skill = models.ForeignKey(Skill, models.CASCADE, related_name="improvements")
    trigger = models.CharField(max_length=20, choices=ChangeTrigger)
    detail = models.CharField(max_length=500, blank=True)
    trajectory_id = models.UUIDField(null=True)
    proposal = models.ForeignKey(
        "Proposal", models.SET_NULL, null=True, related_name="improvements"
    )
    version = models.ForeignKey(SkillVersion, models.CASCADE, null=True, related_name="+")
    waits = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "skill", "trigger", "trajectory_id"],
                name="improvement_once_a_run",
            ),
            models.CheckConstraint(
                condition=models.Q(trigger__in=ChangeTrigger.values),
                name="improvement_trigger_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(waits=False) | models.Q(proposal=None, version=None),
                name="improvement_waits_for_a_proposal",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "skill", "-created_at", "-id"], name="improvement_by_age"
            ),
            models.Index(
                fields=["tenant", "created_at"],
                name="improvement_waiting",
                condition=models.Q(waits=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.trigger} of {self.skill_id}"
