"""Schedules, their proposals and firings, holidays, zones and feeds, each walled off."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tenants", "0004_notices"),
    ]

    operations = [
        migrations.CreateModel(
            name="Alarm",
            fields=[
                (
                    "tenant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="tenants.tenant",
                    ),
                ),
                ("due_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at"],
                        name="alarm_due",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Schedule",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=apps.tenants.ids.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200)),
                ("task", models.CharField(blank=True, max_length=2000)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("cron", "Cron"),
                            ("rrule", "Rrule"),
                            ("interval", "Interval"),
                            ("once", "Once"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "cron",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100), blank=True, default=list
                    ),
                ),
                ("rrule", models.CharField(blank=True, max_length=500)),
                ("every", models.CharField(blank=True, max_length=32)),
                ("at", models.DateTimeField(blank=True, null=True)),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                ("max_runs", models.PositiveIntegerField(blank=True, null=True)),
                ("skips_holidays", models.BooleanField(default=False)),
                ("timezone", models.CharField(max_length=64)),
                (
                    "target",
                    models.CharField(
                        choices=[
                            ("reminder", "Reminder"),
                            ("agent", "Agent"),
                            ("tool", "Tool"),
                            ("pipeline", "Pipeline"),
                        ],
                        default="reminder",
                        max_length=8,
                    ),
                ),
                ("target_ref", models.CharField(blank=True, max_length=200)),
                ("target_params", models.JSONField(blank=True, default=dict)),
                (
                    "misfire",
                    models.CharField(
                        choices=[("once", "Once"), ("skip", "Skip"), ("all", "All")],
                        default="once",
                        max_length=4,
                    ),
                ),
                ("grace_s", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "overlap",
                    models.CharField(
                        choices=[("skip", "Skip"), ("queue", "Queue")], default="skip", max_length=5
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("active", "Active"),
                            ("paused", "Paused"),
                            ("finished", "Finished"),
                        ],
                        default="active",
                        max_length=8,
                    ),
                ),
                ("pause_reason", models.CharField(blank=True, max_length=500)),
                ("next_run_at", models.DateTimeField(null=True)),
                ("fired", models.PositiveIntegerField(default=0)),
                (
                    "tags",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=64), blank=True, default=list
                    ),
                ),
                ("created_by", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "end_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.enduser",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tenants.membership",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ScheduleProposal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=apps.tenants.ids.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("token_digest", models.CharField(max_length=64)),
                ("text", models.CharField(max_length=2000)),
                ("task", models.CharField(blank=True, max_length=2000)),
                ("verdict", models.CharField(max_length=9)),
                ("reason", models.CharField(blank=True, max_length=32)),
                ("readings", models.JSONField(default=list)),
                ("timezone", models.CharField(max_length=64)),
                ("session_id", models.CharField(blank=True, max_length=200)),
                ("created_by", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("replaced_at", models.DateTimeField(null=True)),
                ("language", models.CharField(default="en", max_length=2)),
                ("layer", models.CharField(default="rules", max_length=5)),
                (
                    "end_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.enduser",
                    ),
                ),
                (
                    "schedule",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="proposal",
                        to="scheduling.schedule",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ScheduleRun",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=apps.tenants.ids.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("scheduled_for", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("due", "Due"),
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("succeeded", "Succeeded"),
                            ("dead", "Dead"),
                            ("missed", "Missed"),
                            ("skipped", "Skipped"),
                        ],
                        default="due",
                        max_length=9,
                    ),
                ),
                ("by_hand", models.BooleanField(default=False)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("request_key", models.CharField(blank=True, max_length=200)),
                ("not_before", models.DateTimeField(null=True)),
                ("announce_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("claim", models.UUIDField(null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
                ("detail", models.CharField(blank=True, max_length=1000)),
                ("result", models.JSONField(null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "schedule",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="runs",
                        to="scheduling.schedule",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CalendarFeed",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=apps.tenants.ids.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("secret_digest", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "end_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.enduser",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.membership",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "end_user"), name="feed_one_a_person"
                    ),
                    models.UniqueConstraint(fields=("tenant", "member"), name="feed_one_a_member"),
                    models.CheckConstraint(
                        condition=models.Q(("end_user", None), ("member", None), _connector="XOR"),
                        name="feed_is_of_one_person",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Holiday",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=apps.tenants.ids.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("day", models.DateField()),
                ("name", models.CharField(blank=True, max_length=200)),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "day"), name="holiday_once_a_day")
                ],
            },
        ),
        migrations.CreateModel(
            name="PersonZone",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=apps.tenants.ids.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("timezone", models.CharField(max_length=64)),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "end_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.enduser",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.membership",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "end_user"), name="zone_one_a_person"
                    ),
                    models.UniqueConstraint(fields=("tenant", "member"), name="zone_one_a_member"),
                    models.CheckConstraint(
                        condition=models.Q(("end_user", None), ("member", None), _connector="XOR"),
                        name="zone_is_of_one_person",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="schedule",
            index=models.Index(
                condition=models.Q(("status", "active")),
                fields=["tenant", "next_run_at"],
                name="schedule_due",
            ),
        ),
        migrations.AddIndex(
            model_name="schedule",
            index=models.Index(fields=["tenant", "-created_at", "-id"], name="schedule_by_age"),
        ),
        migrations.AddIndex(
            model_name="schedule",
            index=models.Index(
                fields=["tenant", "end_user", "-created_at"], name="schedule_of_person"
            ),
        ),
        migrations.AddIndex(
            model_name="schedule",
            index=models.Index(fields=["tenant", "owner", "-created_at"], name="schedule_of_owner"),
        ),
        migrations.AddConstraint(
            model_name="schedule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "active"), _negated=True),
                    ("next_run_at__isnull", False),
                    _connector="OR",
                ),
                name="schedule_active_has_a_next_run",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "paused"), _negated=True),
                    models.Q(("pause_reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="schedule_paused_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("at", None),
                        ("every", ""),
                        ("kind", "cron"),
                        ("rrule", ""),
                        models.Q(("cron", []), _negated=True),
                    ),
                    models.Q(
                        ("at", None),
                        ("cron", []),
                        ("every", ""),
                        ("kind", "rrule"),
                        models.Q(("rrule", ""), _negated=True),
                    ),
                    models.Q(
                        ("at", None),
                        ("cron", []),
                        ("kind", "interval"),
                        ("rrule", ""),
                        models.Q(("every", ""), _negated=True),
                    ),
                    models.Q(
                        ("at__isnull", False),
                        ("cron", []),
                        ("every", ""),
                        ("kind", "once"),
                        ("rrule", ""),
                    ),
                    _connector="OR",
                ),
                name="schedule_says_when_in_one_way",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedule",
            constraint=models.CheckConstraint(
                condition=models.Q(("target__in", ["reminder", "agent", "tool", "pipeline"])),
                name="schedule_target_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("misfire__in", ["once", "skip", "all"]), ("overlap__in", ["skip", "queue"])
                ),
                name="schedule_policies_are_known",
            ),
        ),
        migrations.AddIndex(
            model_name="scheduleproposal",
            index=models.Index(
                fields=["tenant", "-created_at", "-id"], name="schedule_proposal_by_age"
            ),
        ),
        migrations.AddIndex(
            model_name="scheduleproposal",
            index=models.Index(
                condition=models.Q(
                    ("confirmed_at", None), models.Q(("session_id", ""), _negated=True)
                ),
                fields=["tenant", "session_id", "-created_at"],
                name="schedule_proposal_of_session",
            ),
        ),
        migrations.AddIndex(
            model_name="scheduleproposal",
            index=models.Index(fields=["tenant", "expires_at"], name="schedule_proposal_by_expiry"),
        ),
        migrations.AddConstraint(
            model_name="scheduleproposal",
            constraint=models.UniqueConstraint(
                fields=("tenant", "token_digest"), name="schedule_proposal_one_a_token"
            ),
        ),
        migrations.AddIndex(
            model_name="schedulerun",
            index=models.Index(
                fields=["tenant", "schedule", "-scheduled_for", "-id"], name="schedule_run_by_time"
            ),
        ),
        migrations.AddIndex(
            model_name="schedulerun",
            index=models.Index(
                condition=models.Q(("state__in", ("due", "queued", "running"))),
                fields=["tenant", "schedule", "scheduled_for"],
                name="schedule_run_open",
            ),
        ),
        migrations.AddIndex(
            model_name="schedulerun",
            index=models.Index(
                condition=models.Q(("state", "due")),
                fields=["tenant", "announce_at"],
                name="schedule_run_due",
            ),
        ),
        migrations.AddIndex(
            model_name="schedulerun",
            index=models.Index(
                condition=models.Q(("state", "running")),
                fields=["tenant", "claimed_until"],
                name="schedule_run_claimed",
            ),
        ),
        migrations.AddIndex(
            model_name="schedulerun",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False)),
                fields=["tenant", "finished_at"],
                name="schedule_run_over",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedulerun",
            constraint=models.UniqueConstraint(
                fields=("tenant", "schedule", "scheduled_for"), name="schedule_run_once_a_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="schedulerun",
            constraint=models.UniqueConstraint(
                condition=models.Q(("request_key", ""), _negated=True),
                fields=("tenant", "schedule", "request_key"),
                name="schedule_run_once_a_request",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedulerun",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        ["due", "queued", "running", "succeeded", "dead", "missed", "skipped"],
                    )
                ),
                name="schedule_run_state_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="schedulerun",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("claim__isnull", False),
                        ("claimed_until__isnull", False),
                        ("state", "running"),
                    ),
                    models.Q(models.Q(("state", "running"), _negated=True), ("claim", None)),
                    _connector="OR",
                ),
                name="schedule_run_running_is_claimed",
            ),
        ),
        IsolateTable("scheduling_schedule"),
        IsolateTable("scheduling_scheduleproposal"),
        IsolateTable("scheduling_schedulerun"),
        IsolateTable("scheduling_holiday"),
        IsolateTable("scheduling_personzone"),
        IsolateTable(
            "scheduling_calendarfeed",
            also="id = nullif(current_setting('app.feed', true), '')::uuid",
        ),
    ]
