"""Scores: every judgement of a trajectory is kept; the strongest is shown on the trajectory.

And what scores come to: preferences and capabilities of agents, signals on what was served.
"""

from __future__ import annotations

from decimal import Decimal

from django.db import models
from django.utils import timezone

from apps.feedback.domain.preference_text import write_pattern
from apps.tenants.models import Agent, EndUser, Membership, TenantOwned
from apps.tenants.querysets import TenantQuerySet
from apps.trajectories.models import ScoreSource, Trajectory


class Score(TenantOwned):
    """One judgement of a trajectory, 0–1, with where it comes from and why.

    A correction's `message` is the trajectory whose request said it: once per message.
    `event_key` is that of the feedback event it came by, if it came by one.
    """

    trajectory = models.ForeignKey(Trajectory, models.CASCADE, related_name="scores")
    source = models.CharField(max_length=10, choices=ScoreSource)
    value = models.DecimalField(max_digits=4, decimal_places=3)
    lines = models.JSONField(default=list)
    comment = models.TextField(blank=True)
    by = models.CharField(max_length=200, blank=True)
    member = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    message = models.ForeignKey(Trajectory, models.CASCADE, null=True, related_name="corrections")
    event_key = models.UUIDField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(value__gte=0, value__lte=1), name="score_between_0_and_1"
            ),
            models.CheckConstraint(
                condition=models.Q(source__in=ScoreSource.values), name="score_source_is_known"
            ),
            models.UniqueConstraint(
                fields=["tenant", "trajectory"],
                name="score_one_auto_a_trajectory",
                condition=models.Q(source="auto"),
            ),
            models.UniqueConstraint(
                fields=["tenant", "trajectory", "message"], name="score_one_a_message"
            ),
            models.UniqueConstraint(
                fields=["tenant", "event_key"], name="score_one_a_feedback_event"
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "trajectory", "created_at"], name="score_of_trajectory"),
        )

    def __str__(self) -> str:
        return f"{self.value} ({self.source})"


class SkillWish(TenantOwned):
    """A message that wants what was done before it kept as a skill, once a message.

    `outcome` says what came of it, once it is settled: `proposed`, or why nothing was.
    """

    message = models.ForeignKey(Trajectory, models.CASCADE, related_name="+")
    outcome = models.CharField(max_length=32, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "skill wishes"
        constraints = (
            models.UniqueConstraint(fields=["tenant", "message"], name="skillwish_once_a_message"),
            models.CheckConstraint(
                condition=models.Q(outcome="", settled_at=None)
                | ~models.Q(outcome="") & models.Q(settled_at__isnull=False),
                name="skillwish_settled_has_an_outcome",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "created_at"],
                name="skillwish_waiting",
                condition=models.Q(settled_at=None),
            ),
        )

    def __str__(self) -> str:
        return f"{self.message_id}: {self.outcome or 'waiting'}"


class Contribution(TenantOwned):
    """What one run's shown score has taught: when it changes, this is taken back and taught anew.

    `due` says that the score changed since. `facts` outlive the steps they were read from.
    """

    trajectory = models.ForeignKey(Trajectory, models.CASCADE, related_name="+")
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+")
    request_type = models.CharField(max_length=64, blank=True)
    score = models.DecimalField(max_digits=4, decimal_places=3, null=True)
    facts = models.JSONField(default=dict)
    due = models.BooleanField(default=True)
    propagated_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "trajectory"], name="contribution_one_a_trajectory"
            ),
            models.CheckConstraint(
                condition=models.Q(score=None) | models.Q(propagated_at__isnull=False),
                name="contribution_counted_has_a_time",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "id"], name="contribution_due", condition=models.Q(due=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.trajectory_id}: {self.score}"


class PreferenceKind(models.TextChoices):
    """Whether a preference speaks for a tool or against a pattern of its use."""

    TOOL_PREFERENCE = "tool_preference"
    AVOID = "avoid"


class Preference(TenantOwned):
    """A tool that served an agent well for a kind of request, or a pattern of its use to avoid.

    `pattern` names what went wrong, by a word of ours: nothing here quotes anyone. `runs` and
    `sessions` count distinct ones; `weight` sums how much each run's judge counts.
    """

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+")
    request_type = models.CharField(max_length=64)
    kind = models.CharField(max_length=15, choices=PreferenceKind)
    tool = models.CharField(max_length=200)
    pattern = models.CharField(max_length=32, blank=True)
    language = models.CharField(max_length=2, default="en")
    weight = models.DecimalField(max_digits=12, decimal_places=2, default=Decimal(0))
    runs = models.PositiveIntegerField(default=0)
    sessions = models.PositiveIntegerField(default=0)
    last_seen = models.DateTimeField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "agent", "request_type", "kind", "tool", "pattern"],
                name="preference_one_a_pattern",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="tool_preference", pattern="")
                | models.Q(kind="avoid") & ~models.Q(pattern=""),
                name="preference_to_avoid_has_a_pattern",
            ),
            models.CheckConstraint(
                condition=models.Q(weight__gte=0), name="preference_weight_not_negative"
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-last_seen", "-id"], name="preference_by_last_seen"),
        )

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The preference as a sentence, in the language of the latest run that taught it."""
        return write_pattern(self.tool, self.pattern, self.language)

    @property
    def confidence(self) -> Decimal:
        """How sure it is, 0–1: weight / (weight + 1)."""
        return (self.weight / (self.weight + 1)).quantize(Decimal("0.001"))


class PreferenceEvidence(TenantOwned):
    """A run that a preference rests on, with how much its judge counts."""

    preference = models.ForeignKey(Preference, models.CASCADE, related_name="evidence")
    contribution = models.ForeignKey(Contribution, models.CASCADE, related_name="evidence")
    session_id = models.UUIDField()
    weight = models.DecimalField(max_digits=4, decimal_places=2)
    language = models.CharField(max_length=2)
    seen_at = models.DateTimeField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "preference", "contribution"],
                name="preference_evidence_once_a_run",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "preference", "session_id"], name="preferenceevidence_of_session"
            ),
        )

    def __str__(self) -> str:
        return f"{self.preference_id} from {self.contribution_id}"


class Capability(TenantOwned):
    """How one tool fares with one agent at one kind of request; `runs` are those with a score."""

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+")
    tool = models.CharField(max_length=200)
    request_type = models.CharField(max_length=64)
    uses = models.PositiveIntegerField(default=0)
    successes = models.PositiveIntegerField(default=0)
    errors = models.PositiveIntegerField(default=0)
    runs = models.PositiveIntegerField(default=0)
    score_sum = models.DecimalField(max_digits=14, decimal_places=3, default=Decimal(0))
    updated_at = models.DateTimeField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "capabilities"
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "agent", "request_type", "tool"], name="capability_one_a_tool"
            ),
            models.CheckConstraint(
                condition=models.Q(uses__gte=models.F("successes") + models.F("errors")),
                name="capability_uses_cover_outcomes",
            ),
            models.CheckConstraint(
                condition=models.Q(score_sum__gte=0, score_sum__lte=models.F("runs")),
                name="capability_mean_score_between_0_and_1",
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-updated_at", "-id"], name="capability_by_change"),
        )

    def __str__(self) -> str:
        return f"{self.tool} ({self.request_type})"

    @property
    def mean_score(self) -> Decimal | None:
        """The mean score of the runs that used the tool, three places."""
        return (self.score_sum / self.runs).quantize(Decimal("0.001")) if self.runs else None

    @property
    def success_rate(self) -> Decimal | None:
        """The share of calls that completed, of those whose outcome is known."""
        known = self.successes + self.errors
        return (Decimal(self.successes) / known).quantize(Decimal("0.001")) if known else None


class TargetKind(models.TextChoices):
    """What a signal is about."""

    SKILL = "skill"
    PIPELINE = "pipeline"
    EXPERIENCE = "experience"


class SignalKind(models.TextChoices):
    """How a signal came about."""

    EXPLICIT = "explicit"
    IMPLICIT = "implicit"
    USAGE = "usage"
    COMPLETION = "completion"
    COMPARISON = "comparison"


class Polarity(models.TextChoices):
    """Whether a signal speaks for its target."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    NEUTRAL = "neutral"


class Signal(TenantOwned):
    """One piece of feedback on a skill, pipeline or experience; `quote` is a person's own words.

    `source_key` names what said it, a message, a run or a session: once a target and kind.
    """

    target_kind = models.CharField(max_length=10, choices=TargetKind)
    target_id = models.UUIDField()
    session_id = models.CharField(max_length=200, blank=True)
    trajectory = models.ForeignKey(Trajectory, models.SET_NULL, null=True, related_name="+")
    end_user = models.ForeignKey(EndUser, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=SignalKind)
    polarity = models.CharField(max_length=8, choices=Polarity)
    weight = models.PositiveSmallIntegerField()
    quote = models.CharField(max_length=500, blank=True)
    source_key = models.CharField(max_length=200)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "target_kind", "target_id", "kind", "source_key"],
                name="signal_once_a_source",
            ),
            models.CheckConstraint(
                condition=models.Q(weight__gte=1, weight__lte=3), name="signal_weight_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(polarity__in=Polarity.values), name="signal_polarity_is_known"
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-created_at", "-id"], name="signal_by_age"),
            models.Index(
                fields=["tenant", "target_kind", "target_id", "-created_at", "-id"],
                name="signal_of_target",
            ),
            models.Index(fields=["tenant", "session_id"], name="signal_of_session"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.polarity} on {self.target_kind} {self.target_id}"
