"""Sessions, trajectories and steps: the rows that everything else is learned from."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.utils import timezone
from pgvector.django import HalfVectorField

from apps.tenants.models import Agent, EndUser, Membership, Tenant, TenantOwned
from apps.tenants.querysets import TenantQuerySet
from apps.trajectories import (  # noqa: F401 - read with the app's other tables
    tombstone_models,
    tool_set_models,
)
from apps.trajectories.querysets import (
    ReceiptQuerySet,
    SessionQuerySet,
    StepQuerySet,
    TrajectoryQuerySet,
)

VECTOR_DIMENSIONS = 512


class SessionStatus(models.TextChoices):
    """Where a session is in the loop."""

    OPEN = "open"
    ENDED = "ended"
    LEARNED = "learned"
    FAILED = "failed"


class Session(TenantOwned):
    """One conversation of one agent; a sub-agent's has the launching one as `parent`."""

    external_id = models.CharField(max_length=200)
    agent = models.ForeignKey(Agent, models.PROTECT, related_name="sessions")
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="sessions")
    parent = models.ForeignKey("self", models.SET_NULL, null=True, related_name="children")
    status = models.CharField(max_length=8, choices=SessionStatus, default=SessionStatus.OPEN)
    source = models.CharField(max_length=16, default="api")
    trajectory_count = models.PositiveIntegerField(default=0)
    score = models.DecimalField(max_digits=4, decimal_places=3, null=True)
    score_lines = models.JSONField(default=list)
    started_at = models.DateTimeField()
    last_event_at = models.DateTimeField()
    received_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    learned_at = models.DateTimeField(null=True)
    learning_attempts = models.PositiveSmallIntegerField(default=0)
    learning_error = models.CharField(max_length=500, blank=True)

    objects = SessionQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "external_id"], name="session_one_an_external_id"
            ),
            models.CheckConstraint(
                condition=models.Q(status=SessionStatus.OPEN, ended_at=None)
                | ~models.Q(status=SessionStatus.OPEN) & models.Q(ended_at__isnull=False),
                name="session_ended_when_not_open",
            ),
            models.CheckConstraint(
                condition=~models.Q(status=SessionStatus.LEARNED)
                | models.Q(learned_at__isnull=False),
                name="session_learned_has_a_time",
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-started_at", "-id"], name="session_by_start"),
            models.Index(
                fields=["tenant", "received_at"],
                name="session_open",
                condition=models.Q(status="open"),
            ),
            models.Index(
                fields=["tenant", "ended_at"],
                name="session_to_learn",
                condition=models.Q(status="ended"),
            ),
        )

    def __str__(self) -> str:
        return self.external_id


class TrajectoryStatus(models.TextChoices):
    """Whether a trajectory goes on."""

    OPEN = "open"
    COMPLETED = "completed"
    PARTIAL = "partial"


class Complexity(models.TextChoices):
    """How many calls a run took."""

    SIMPLE = "simple"
    MODERATE = "moderate"
    COMPLEX = "complex"


class Outcome(models.TextChoices):
    """How a run ended."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILED = "failed"
    ABANDONED = "abandoned"


class ScoreSource(models.TextChoices):
    """Who judged, the strongest first."""

    USER = "user"
    REVIEWER = "reviewer"
    CORRECTION = "correction"
    JUDGE = "judge"
    AUTO = "auto"


class Trajectory(TenantOwned):
    """One user request and all done for it.

    `started_at` and `completed_at` are the client's times of the request and the end; `opened_at`
    and `closed_at` are ours, when we first heard of it and that it was over: retention and
    reflection count by these.
    `search` has no GIN index on purpose: under row-level security PostgreSQL may not use one,
    as its operators are not leakproof; the tenant's indexes narrow the scan instead.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="trajectories")
    agent = models.ForeignKey(Agent, models.PROTECT, related_name="+")
    end_user = models.ForeignKey(EndUser, models.SET_NULL, null=True, related_name="+")
    turn_id = models.CharField(max_length=200, blank=True)
    author = models.CharField(max_length=8, default="person")
    source = models.CharField(max_length=16, default="api")
    intent = models.TextField(blank=True)
    final_response = models.TextField(blank=True)
    step_count = models.PositiveIntegerField(default=0)
    tool_count = models.PositiveIntegerField(default=0)
    error_count = models.PositiveIntegerField(default=0)
    tools = ArrayField(models.CharField(max_length=200), default=list)
    tags = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    tool_set = models.UUIDField(null=True)  # names its `ToolSet`; set when the run is scored
    complexity = models.CharField(max_length=8, choices=Complexity, default=Complexity.SIMPLE)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    interrupted = models.BooleanField(default=False)
    score = models.DecimalField(max_digits=4, decimal_places=3, null=True)
    score_source = models.CharField(max_length=10, choices=ScoreSource, blank=True)
    score_lines = models.JSONField(default=list)
    satisfaction = models.CharField(max_length=8, blank=True)
    synthesized_skill = models.CharField(max_length=64, blank=True)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    started_at = models.DateTimeField()
    opened_at = models.DateTimeField(default=timezone.now)
    last_event_at = models.DateTimeField()
    completed_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    scored_at = models.DateTimeField(null=True)
    request_read_at = models.DateTimeField(null=True)
    status = models.CharField(max_length=9, choices=TrajectoryStatus, default=TrajectoryStatus.OPEN)
    search = SearchVectorField(null=True)
    # Meaning of the request, for runs that can teach a skill; half precision, one kilobyte.
    intent_vector = HalfVectorField(dimensions=VECTOR_DIMENSIONS, null=True)

    objects = TrajectoryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "trajectories"
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "session", "turn_id"],
                name="trajectory_one_a_turn",
                condition=~models.Q(turn_id=""),
            ),
            models.CheckConstraint(
                condition=models.Q(score=None) | models.Q(score__gte=0, score__lte=1),
                name="trajectory_score_between_0_and_1",
            ),
            models.CheckConstraint(
                condition=models.Q(status=TrajectoryStatus.OPEN) | ~models.Q(completed_at=None),
                name="trajectory_closed_has_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(score=None) | ~models.Q(score_source=""),
                name="trajectory_score_has_a_source",
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-started_at", "-id"], name="trajectory_by_start"),
            models.Index(fields=["tenant", "session", "started_at"], name="trajectory_of_session"),
            models.Index(fields=["tenant", "agent", "-started_at"], name="trajectory_of_agent"),
            models.Index(
                fields=["tenant", "end_user", "-started_at"], name="trajectory_of_end_user"
            ),
            models.Index(
                fields=["tenant", "completed_at"],
                name="trajectory_to_score",
                condition=models.Q(scored_at=None, completed_at__isnull=False),
            ),
            models.Index(
                fields=["tenant", "started_at"],
                name="trajectory_request_to_read",
                condition=models.Q(request_read_at=None),
            ),
            models.Index(
                fields=["tenant", "-score"],
                name="trajectory_to_teach",
                condition=models.Q(synthesized_skill="", score__isnull=False),
            ),
            models.Index(
                fields=["tenant", "-started_at"],
                name="trajectory_with_known_outcome",
                condition=models.Q(score_source__in=["user", "reviewer", "correction"]),
            ),
            models.Index(
                fields=["tenant", "tool_set", "-started_at", "-id"],
                name="trajectory_of_tool_set",
                condition=models.Q(tool_set__isnull=False),
            ),
            models.Index(fields=["tenant", "opened_at"], name="trajectory_by_retention"),
            models.Index(fields=["tenant", "closed_at"], name="trajectory_by_close"),
        )

    def __str__(self) -> str:
        return self.intent[:80] or str(self.pk)

    @property
    def duration_ms(self) -> int | None:
        """Time from the request to the reply."""
        if self.completed_at is None:
            return None
        return max(0, round((self.completed_at - self.started_at).total_seconds() * 1000))


class Step(models.Model):
    """One event of a trajectory; partitioned by the week in which the trajectory was opened here.

    `args`, `result` and `metadata` are redacted and cut to the field limit before they get here.
    """

    pk = models.CompositePrimaryKey("trajectory_opened_at", "trajectory_id", "sequence")
    trajectory_opened_at = models.DateTimeField()
    trajectory_id = models.UUIDField()
    sequence = models.PositiveIntegerField()
    tenant = models.ForeignKey(
        Tenant, models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False
    )
    event_key = models.UUIDField()
    type = models.CharField(max_length=24)
    timestamp = models.DateTimeField()
    parent_id = models.CharField(max_length=200, blank=True)
    tool = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=9, default="unknown")
    text = models.TextField(blank=True)
    args = models.JSONField(null=True)
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)
    input_summary = models.CharField(max_length=200, blank=True)
    output_summary = models.CharField(max_length=200, blank=True)
    duration_ms = models.PositiveIntegerField(null=True)
    model = models.CharField(max_length=200, blank=True)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    metadata = models.JSONField(null=True)

    objects = StepQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.sequence} {self.type} {self.tool}".strip()


class Receipt(models.Model):
    """Proof that an event is stored: what makes a repeat of it add nothing.

    `event_key` is the first 128 bits of the BLAKE2 of the client's event id. Receipts outlive the
    steps they stand for, so that history sent again after retention is not stored again.
    """

    pk = models.CompositePrimaryKey("tenant_id", "event_key")
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="+", db_index=False)
    event_key = models.UUIDField()
    trajectory_id = models.UUIDField(null=True)
    received_on = models.DateField()

    objects = ReceiptQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.event_key)


class CompressedTrajectory(TenantOwned):
    """An ended session squeezed to what a learner needs."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="compressed")
    request_type = models.CharField(max_length=64)
    tools_used = ArrayField(models.CharField(max_length=200), default=list)
    outcome = models.CharField(max_length=9, choices=Outcome)
    total_steps = models.PositiveIntegerField()
    total_duration_ms = models.PositiveBigIntegerField()
    total_tokens = models.PositiveBigIntegerField()
    execution_chain = models.JSONField()
    satisfaction_signal = models.CharField(max_length=8, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.request_type}: {self.outcome}"


class ImportStatus(models.TextChoices):
    """How far an import is."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Import(TenantOwned):
    """Finished transcripts handed in for reading, with how far the reading is."""

    name = models.CharField(max_length=255)
    format = models.CharField(max_length=32, default="claude_code")
    agent = models.CharField(max_length=200, default="claude-code")
    content = models.BinaryField(null=True)
    status = models.CharField(max_length=8, choices=ImportStatus, default=ImportStatus.PENDING)
    total_bytes = models.PositiveBigIntegerField(default=0)
    read_bytes = models.PositiveBigIntegerField(default=0)
    accepted = models.PositiveIntegerField(default=0)
    duplicates = models.PositiveIntegerField(default=0)
    errors = models.JSONField(default=list)
    error_count = models.PositiveIntegerField(default=0)
    detail = models.CharField(max_length=500, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_by = models.ForeignKey(Membership, models.SET_NULL, null=True)
    created_at = models.DateTimeField(default=timezone.now)
    heartbeat_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=["tenant", "-created_at", "-id"], name="import_by_age"),
            models.Index(
                fields=["tenant", "created_at"],
                name="import_unfinished",
                condition=models.Q(status__in=["pending", "running"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}: {self.status}"
