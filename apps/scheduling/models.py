"""What was understood and waits for a yes, confirmed schedules, and each of their firings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.timezone import now

from apps.scheduling.domain.spec import Kind, Spec
from apps.scheduling.message_models import AgentMessage  # noqa: F401 - read with the other tables
from apps.scheduling.querysets import ScheduleQuerySet, ScheduleRunQuerySet
from apps.tenants.models import EndUser, Membership, Tenant, TenantOwned
from apps.tenants.querysets import TenantQuerySet

if TYPE_CHECKING:
    from datetime import datetime


def _wall(moment: datetime | None) -> datetime | None:
    """Wall times are stored as if they were UTC; the schedule's zone says where they are read."""
    return moment.replace(tzinfo=None) if moment else None


class SpecKind(models.TextChoices):
    """How a schedule is written."""

    CRON = "cron"
    RRULE = "rrule"
    INTERVAL = "interval"
    ONCE = "once"


class Target(models.TextChoices):
    """What a firing sets off."""

    REMINDER = "reminder"
    AGENT = "agent"
    TOOL = "tool"
    PIPELINE = "pipeline"


class Misfire(models.TextChoices):
    """What becomes of firings that were missed: the last one, none, or all of them."""

    ONCE = "once"
    SKIP = "skip"
    ALL = "all"


class Overlap(models.TextChoices):
    """What becomes of a firing while the one before it is still under way."""

    SKIP = "skip"
    QUEUE = "queue"


class ScheduleStatus(models.TextChoices):
    """Whether a schedule fires."""

    ACTIVE = "active"
    PAUSED = "paused"
    FINISHED = "finished"


class Schedule(TenantOwned):
    """A confirmed schedule; `next_run_at` is when it fires next, null when it never will.

    Wall times are of `timezone`. `owner` is the member who may change it, `end_user` whom it is
    for. An interval counts from `starts_at`, or else from the firing before.
    """

    name = models.CharField(max_length=200, blank=True)
    task = models.CharField(max_length=2000, blank=True)
    kind = models.CharField(max_length=8, choices=SpecKind)
    cron = ArrayField(models.CharField(max_length=100), default=list, blank=True)
    rrule = models.CharField(max_length=500, blank=True)
    every = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    max_runs = models.PositiveIntegerField(null=True, blank=True)
    skips_holidays = models.BooleanField(default=False)
    timezone = models.CharField(max_length=64)
    target = models.CharField(max_length=8, choices=Target, default=Target.REMINDER)
    target_ref = models.CharField(max_length=200, blank=True)
    target_params = models.JSONField(default=dict, blank=True)
    misfire = models.CharField(max_length=4, choices=Misfire, default=Misfire.ONCE)
    grace_s = models.PositiveIntegerField(null=True, blank=True)
    overlap = models.CharField(max_length=5, choices=Overlap, default=Overlap.SKIP)
    status = models.CharField(max_length=8, choices=ScheduleStatus, default=ScheduleStatus.ACTIVE)
    pause_reason = models.CharField(max_length=500, blank=True)
    next_run_at = models.DateTimeField(null=True)
    fired = models.PositiveIntegerField(default=0)
    tags = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    owner = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    end_user = models.ForeignKey(EndUser, models.CASCADE, null=True, related_name="+")
    created_by = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)

    objects = ScheduleQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=~models.Q(status=ScheduleStatus.ACTIVE)
                | models.Q(next_run_at__isnull=False),
                name="schedule_active_has_a_next_run",
            ),
            models.CheckConstraint(
                condition=~models.Q(status=ScheduleStatus.PAUSED) | ~models.Q(pause_reason=""),
                name="schedule_paused_has_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(kind=SpecKind.CRON, rrule="", every="", at=None)
                & ~models.Q(cron=[])
                | models.Q(kind=SpecKind.RRULE, cron=[], every="", at=None) & ~models.Q(rrule="")
                | models.Q(kind=SpecKind.INTERVAL, cron=[], rrule="", at=None) & ~models.Q(every="")
                | models.Q(kind=SpecKind.ONCE, cron=[], rrule="", every="", at__isnull=False),
                name="schedule_says_when_in_one_way",
            ),
            models.CheckConstraint(
                condition=models.Q(target__in=Target.values), name="schedule_target_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(misfire__in=Misfire.values)
                & models.Q(overlap__in=Overlap.values),
                name="schedule_policies_are_known",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "next_run_at"],
                name="schedule_due",
                condition=models.Q(status="active"),
            ),
            models.Index(fields=["tenant", "-created_at", "-id"], name="schedule_by_age"),
            models.Index(fields=["tenant", "end_user", "-created_at"], name="schedule_of_person"),
            models.Index(fields=["tenant", "owner", "-created_at"], name="schedule_of_owner"),
        )

    def __str__(self) -> str:
        return self.name or self.task[:80] or str(self.pk)

    @property
    def spec(self) -> Spec:
        """When it fires, as the domain knows it; wall times without a zone."""
        return Spec(
            Kind(self.kind),
            cron=tuple(self.cron),
            rrule=self.rrule,
            every=self.every,
            at=_wall(self.at),
            starts_at=_wall(self.starts_at),
            ends_at=_wall(self.ends_at),
            max_runs=self.max_runs,
            timezone=self.timezone,
            skips_holidays=self.skips_holidays,
        )


class ScheduleProposal(TenantOwned):
    """What was understood of a sentence, until somebody confirms a reading by its token."""

    token_digest = models.CharField(max_length=64)
    text = models.CharField(max_length=2000)
    task = models.CharField(max_length=2000, blank=True)
    verdict = models.CharField(max_length=9)
    reason = models.CharField(max_length=32, blank=True)
    readings = models.JSONField(default=list)
    timezone = models.CharField(max_length=64)
    session_id = models.CharField(max_length=200, blank=True)
    end_user = models.ForeignKey(EndUser, models.CASCADE, null=True, related_name="+")
    created_by = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=now)
    expires_at = models.DateTimeField()
    schedule = models.OneToOneField(Schedule, models.SET_NULL, null=True, related_name="proposal")
    confirmed_at = models.DateTimeField(null=True)
    replaced_at = models.DateTimeField(null=True)  # by what the person said next
    language = models.CharField(max_length=2, default="en")
    layer = models.CharField(max_length=5, default="rules")

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "token_digest"], name="schedule_proposal_one_a_token"
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-created_at", "-id"], name="schedule_proposal_by_age"),
            models.Index(
                fields=["tenant", "session_id", "-created_at"],
                name="schedule_proposal_of_session",
                condition=models.Q(confirmed_at=None) & ~models.Q(session_id=""),
            ),
            models.Index(fields=["tenant", "expires_at"], name="schedule_proposal_by_expiry"),
        )

    def __str__(self) -> str:
        return self.text[:80]


class PersonZone(TenantOwned):
    """The time zone in which a person speaks, asked once and kept."""

    end_user = models.ForeignKey(EndUser, models.CASCADE, null=True, related_name="+")
    member = models.ForeignKey(Membership, models.CASCADE, null=True, related_name="+")
    timezone = models.CharField(max_length=64)
    updated_at = models.DateTimeField(default=now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "end_user"], name="zone_one_a_person"),
            models.UniqueConstraint(fields=["tenant", "member"], name="zone_one_a_member"),
            models.CheckConstraint(
                condition=models.Q(end_user=None) ^ models.Q(member=None),
                name="zone_is_of_one_person",
            ),
        )

    def __str__(self) -> str:
        return self.timezone


class CalendarFeed(TenantOwned):
    """The secret address of one person's calendar, of which only a digest is kept."""

    end_user = models.ForeignKey(EndUser, models.CASCADE, null=True, related_name="+")
    member = models.ForeignKey(Membership, models.CASCADE, null=True, related_name="+")
    secret_digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "end_user"], name="feed_one_a_person"),
            models.UniqueConstraint(fields=["tenant", "member"], name="feed_one_a_member"),
            models.CheckConstraint(
                condition=models.Q(end_user=None) ^ models.Q(member=None),
                name="feed_is_of_one_person",
            ),
        )

    def __str__(self) -> str:
        return str(self.pk)


class RunState(models.TextChoices):
    """How far a firing is."""

    DUE = "due"
    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    DEAD = "dead"
    MISSED = "missed"
    SKIPPED = "skipped"


class ScheduleRun(TenantOwned):
    """One firing of a schedule: at most one for each of its times.

    `DUE` waits to be carried out (again, from `not_before` on), `QUEUED` for the firing before it.
    Whoever carries it out holds `claim` until `claimed_until`. What still waits at `announce_at` is
    announced again. `request_key` names the click of a person that asked for it, if it has a name.
    """

    schedule = models.ForeignKey(Schedule, models.CASCADE, related_name="runs")
    scheduled_for = models.DateTimeField()
    state = models.CharField(max_length=9, choices=RunState, default=RunState.DUE)
    by_hand = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    request_key = models.CharField(max_length=200, blank=True)
    not_before = models.DateTimeField(null=True)
    announce_at = models.DateTimeField(default=now)
    claim = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
    detail = models.CharField(max_length=1000, blank=True)
    result = models.JSONField(null=True)
    created_at = models.DateTimeField(default=now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = ScheduleRunQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "schedule", "scheduled_for"], name="schedule_run_once_a_time"
            ),
            models.UniqueConstraint(
                fields=["tenant", "schedule", "request_key"],
                name="schedule_run_once_a_request",
                condition=~models.Q(request_key=""),
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=RunState.values), name="schedule_run_state_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    state=RunState.RUNNING, claim__isnull=False, claimed_until__isnull=False
                )
                | ~models.Q(state=RunState.RUNNING) & models.Q(claim=None),
                name="schedule_run_running_is_claimed",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "schedule", "-scheduled_for", "-id"], name="schedule_run_by_time"
            ),
            models.Index(
                fields=["tenant", "schedule", "scheduled_for"],
                name="schedule_run_open",
                condition=models.Q(state__in=("due", "queued", "running")),
            ),
            models.Index(
                fields=["tenant", "announce_at"],
                name="schedule_run_due",
                condition=models.Q(state="due"),
            ),
            models.Index(
                fields=["tenant", "claimed_until"],
                name="schedule_run_claimed",
                condition=models.Q(state="running"),
            ),
            models.Index(
                fields=["tenant", "finished_at"],
                name="schedule_run_over",
                condition=models.Q(finished_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.schedule_id} at {self.scheduled_for}"

    @property
    def idempotency_key(self) -> str:
        """What the target is told, so that a repeat of this firing does nothing twice."""
        return f"schedule-run:{self.pk}"


class Holiday(TenantOwned):
    """A day on which a tenant does not work; with any, working days leave them out."""

    day = models.DateField()
    name = models.CharField(max_length=200, blank=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "day"], name="holiday_once_a_day"),
        )

    def __str__(self) -> str:
        return f"{self.day} {self.name}"


class Alarm(models.Model):
    """When a tenant's earliest schedule fires: what a tick looks at, so that an idle one is cheap.

    It says nothing of a tenant but a time, and is read across tenants: so no wall stands around it.
    """

    tenant = models.OneToOneField(Tenant, models.CASCADE, primary_key=True, related_name="+")
    due_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=["due_at"], name="alarm_due", condition=models.Q(due_at__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return f"{self.tenant_id} at {self.due_at}"
