"""Make room for pipelines, their tools and runs, questions to people, and logs of change."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import AppendOnly, EraseWords, IsolateTable


class Migration(migrations.Migration):
    dependencies = [
        ("evolution", "0006_files_of_skills"),
        ("tenants", "0003_erase_words_of_decisions"),
    ]

    operations = [
        migrations.CreateModel(
            name="Improvement",
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
                (
                    "trigger",
                    models.CharField(
                        choices=[
                            ("error_repair", "Error Repair"),
                            ("user_correction", "User Correction"),
                            ("better_trajectory", "Better Trajectory"),
                            ("reflection", "Reflection"),
                            ("manual", "Manual"),
                        ],
                        max_length=20,
                    ),
                ),
                ("detail", models.CharField(blank=True, max_length=500)),
                ("trajectory_id", models.UUIDField(null=True)),
                ("waits", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Pipeline",
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
                ("name", models.CharField(max_length=64)),
                ("title", models.CharField(max_length=200)),
                ("description", models.CharField(max_length=1024)),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "Active"), ("archived", "Archived")],
                        default="active",
                        max_length=8,
                    ),
                ),
                ("language", models.CharField(default="en", max_length=2)),
                (
                    "tools",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=200), blank=True, default=list
                    ),
                ),
                (
                    "triggers",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=200), blank=True, default=list
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="PipelineRun",
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
                ("idempotency_key", models.CharField(blank=True, max_length=200)),
                ("inputs", models.JSONField(default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("running", "Running"),
                            ("stuck", "Stuck"),
                            ("succeeded", "Succeeded"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="running",
                        max_length=9,
                    ),
                ),
                ("requested_by", models.CharField(max_length=200)),
                ("output", models.JSONField(null=True)),
                ("error", models.CharField(blank=True, max_length=1000)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="PipelineStep",
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
                ("step_id", models.CharField(max_length=64)),
                ("position", models.PositiveSmallIntegerField()),
                ("action", models.CharField(max_length=16)),
                ("tool", models.CharField(blank=True, max_length=64)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("uncertain", "Uncertain"),
                            ("succeeded", "Succeeded"),
                            ("failed", "Failed"),
                            ("skipped", "Skipped"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("params", models.JSONField(null=True)),
                ("output", models.JSONField(null=True)),
                ("error", models.CharField(blank=True, max_length=1000)),
                ("claim", models.UUIDField(null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
                ("not_before", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="PipelineVersion",
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
                ("version", models.CharField(max_length=32)),
                ("content", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("approved_by", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Question",
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
                ("session_id", models.CharField(max_length=200)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[("yes", "Yes"), ("change", "Change"), ("no", "No")],
                        max_length=6,
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=500)),
                ("answered_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Tool",
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
                ("name", models.CharField(max_length=64)),
                ("description", models.CharField(blank=True, max_length=1024)),
                ("url", models.URLField(max_length=2000)),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("GET", "Get"),
                            ("POST", "Post"),
                            ("PUT", "Put"),
                            ("PATCH", "Patch"),
                            ("DELETE", "Delete"),
                        ],
                        default="POST",
                        max_length=6,
                    ),
                ),
                ("input_schema", models.JSONField(default=dict)),
                ("output_schema", models.JSONField(blank=True, null=True)),
                ("headers", models.JSONField(blank=True, default=dict)),
                ("secrets", models.BinaryField(default=b"")),
                ("timeout_s", models.PositiveSmallIntegerField(default=30)),
                (
                    "repeat",
                    models.CharField(
                        choices=[("key", "Key"), ("safe", "Safe"), ("never", "Never")],
                        default="key",
                        max_length=5,
                    ),
                ),
                ("may_be_private", models.BooleanField(default=False)),
                ("is_active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.AddField(
            model_name="proposal",
            name="end_user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tenants.enduser",
            ),
        ),
        migrations.AddField(
            model_name="serving",
            name="followed",
            field=models.BooleanField(null=True),
        ),
        migrations.AddField(
            model_name="skill",
            name="beta",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="beta_of",
                to="evolution.skillversion",
            ),
        ),
        migrations.AddField(
            model_name="skill",
            name="promoted_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="skill",
            name="change_policy",
            field=models.CharField(
                choices=[("review", "Review"), ("auto", "Auto"), ("frozen", "Frozen")],
                default="review",
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="skill",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tenants.enduser",
            ),
        ),
        migrations.AddField(
            model_name="skill",
            name="session_id",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="action",
            field=models.CharField(
                choices=[
                    ("create", "Create"),
                    ("improve", "Improve"),
                    ("merge", "Merge"),
                    ("revive", "Revive"),
                    ("demote", "Demote"),
                ],
                default="create",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="kind",
            field=models.CharField(
                choices=[("skill", "Skill"), ("pipeline", "Pipeline")],
                default="skill",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="skill",
            name="layer",
            field=models.CharField(
                choices=[
                    ("builtin", "Builtin"),
                    ("managed", "Managed"),
                    ("learned", "Learned"),
                    ("temporary", "Temporary"),
                ],
                default="learned",
                max_length=9,
            ),
        ),
        migrations.AddConstraint(
            model_name="skill",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("layer", "temporary"), models.Q(("session_id", ""), _negated=True)),
                    models.Q(models.Q(("layer", "temporary"), _negated=True), ("session_id", "")),
                    _connector="OR",
                ),
                name="skill_temporary_has_a_session",
            ),
        ),
        migrations.AddConstraint(
            model_name="skill",
            constraint=models.CheckConstraint(
                condition=models.Q(("change_policy__in", ["review", "auto", "frozen"])),
                name="skill_policy_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="skill",
            constraint=models.CheckConstraint(
                condition=models.Q(("beta", models.F("current")), _negated=True),
                name="skill_beta_is_another_version",
            ),
        ),
        migrations.AddField(
            model_name="improvement",
            name="proposal",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="improvements",
                to="evolution.proposal",
            ),
        ),
        migrations.AddField(
            model_name="improvement",
            name="skill",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="improvements",
                to="evolution.skill",
            ),
        ),
        migrations.AddField(
            model_name="improvement",
            name="tenant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.AddField(
            model_name="improvement",
            name="version",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="evolution.skillversion",
            ),
        ),
        migrations.AddField(
            model_name="pipeline",
            name="tenant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="pipeline",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="proposals",
                to="evolution.pipeline",
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "skill"), ("pipeline", None)),
                    models.Q(("kind", "pipeline"), ("skill", None)),
                    _connector="OR",
                ),
                name="proposal_of_one_kind",
            ),
        ),
        migrations.AddField(
            model_name="pipelinerun",
            name="pipeline",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="runs",
                to="evolution.pipeline",
            ),
        ),
        migrations.AddField(
            model_name="pipelinerun",
            name="tenant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.AddField(
            model_name="pipelinestep",
            name="run",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="steps",
                to="evolution.pipelinerun",
            ),
        ),
        migrations.AddField(
            model_name="pipelinestep",
            name="tenant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.AddField(
            model_name="pipelineversion",
            name="pipeline",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="versions",
                to="evolution.pipeline",
            ),
        ),
        migrations.AddField(
            model_name="pipelineversion",
            name="proposal",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pipeline_versions",
                to="evolution.proposal",
            ),
        ),
        migrations.AddField(
            model_name="pipelineversion",
            name="restores",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="evolution.pipelineversion",
            ),
        ),
        migrations.AddField(
            model_name="pipelineversion",
            name="tenant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.AddField(
            model_name="pipelinerun",
            name="version",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="evolution.pipelineversion",
            ),
        ),
        migrations.AddField(
            model_name="pipeline",
            name="current",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="current_of",
                to="evolution.pipelineversion",
            ),
        ),
        migrations.AddField(
            model_name="question",
            name="end_user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tenants.enduser"
            ),
        ),
        migrations.AddField(
            model_name="question",
            name="proposal",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="questions",
                to="evolution.proposal",
            ),
        ),
        migrations.AddField(
            model_name="question",
            name="tenant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.AddField(
            model_name="tool",
            name="tenant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.AddIndex(
            model_name="improvement",
            index=models.Index(
                fields=["tenant", "skill", "-created_at", "-id"], name="improvement_by_age"
            ),
        ),
        migrations.AddIndex(
            model_name="improvement",
            index=models.Index(
                condition=models.Q(("waits", True)),
                fields=["tenant", "created_at"],
                name="improvement_waiting",
            ),
        ),
        migrations.AddConstraint(
            model_name="improvement",
            constraint=models.UniqueConstraint(
                fields=("tenant", "skill", "trigger", "trajectory_id"),
                name="improvement_once_a_run",
            ),
        ),
        migrations.AddConstraint(
            model_name="improvement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "trigger__in",
                        [
                            "error_repair",
                            "user_correction",
                            "better_trajectory",
                            "reflection",
                            "manual",
                        ],
                    )
                ),
                name="improvement_trigger_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="improvement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("waits", False),
                    models.Q(("proposal", None), ("version", None)),
                    _connector="OR",
                ),
                name="improvement_waits_for_a_proposal",
            ),
        ),
        migrations.AddConstraint(
            model_name="pipelinestep",
            constraint=models.UniqueConstraint(
                fields=("tenant", "run", "step_id"), name="pipeline_step_once_a_run"
            ),
        ),
        migrations.AddConstraint(
            model_name="pipelinestep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "status__in",
                        [
                            "waiting",
                            "running",
                            "uncertain",
                            "succeeded",
                            "failed",
                            "skipped",
                            "cancelled",
                        ],
                    )
                ),
                name="pipeline_step_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="pipelinestep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("claim__isnull", False),
                        ("claimed_until__isnull", False),
                        ("status", "running"),
                    ),
                    models.Q(models.Q(("status", "running"), _negated=True), ("claim", None)),
                    _connector="OR",
                ),
                name="pipeline_step_running_is_claimed",
            ),
        ),
        migrations.AddIndex(
            model_name="pipelinestep",
            index=models.Index(
                condition=models.Q(("status", "running")),
                fields=["tenant", "claimed_until"],
                name="pipeline_step_claimed",
            ),
        ),
        migrations.AddConstraint(
            model_name="pipelineversion",
            constraint=models.UniqueConstraint(
                fields=("tenant", "pipeline", "version"), name="pipeline_version_once_a_number"
            ),
        ),
        migrations.AddIndex(
            model_name="pipelinerun",
            index=models.Index(
                fields=["tenant", "pipeline", "-created_at", "-id"], name="pipeline_run_by_age"
            ),
        ),
        migrations.AddIndex(
            model_name="pipelinerun",
            index=models.Index(
                fields=["tenant", "-created_at", "-id"], name="pipeline_run_by_time"
            ),
        ),
        migrations.AddIndex(
            model_name="tool",
            index=models.Index(fields=["tenant", "-created_at", "-id"], name="tool_by_age"),
        ),
        migrations.AddIndex(
            model_name="pipelinerun",
            index=models.Index(
                condition=models.Q(("status", "running")),
                fields=["tenant", "created_at"],
                name="pipeline_run_unfinished",
            ),
        ),
        migrations.AddConstraint(
            model_name="pipelinerun",
            constraint=models.UniqueConstraint(
                condition=models.Q(("idempotency_key", ""), _negated=True),
                fields=("tenant", "pipeline", "idempotency_key"),
                name="pipeline_run_once_a_key",
            ),
        ),
        migrations.AddConstraint(
            model_name="pipelinerun",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["running", "stuck", "succeeded", "failed", "cancelled"])
                ),
                name="pipeline_run_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="pipelinerun",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished_at", None), ("status__in", ("running", "stuck"))),
                    models.Q(
                        models.Q(("status__in", ("running", "stuck")), _negated=True),
                        ("finished_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="pipeline_run_finished_has_a_time",
            ),
        ),
        migrations.AddIndex(
            model_name="pipeline",
            index=models.Index(fields=["tenant", "-updated_at", "-id"], name="pipeline_by_change"),
        ),
        migrations.AddConstraint(
            model_name="pipeline",
            constraint=models.UniqueConstraint(
                fields=("tenant", "name"), name="pipeline_one_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="pipeline",
            constraint=models.CheckConstraint(
                condition=models.Q(("name__regex", "^[a-z0-9]+(-[a-z0-9]+)*$")),
                name="pipeline_name_follows_the_rule",
            ),
        ),
        migrations.AddIndex(
            model_name="question",
            index=models.Index(
                condition=models.Q(("answer", "")),
                fields=["tenant", "end_user", "asked_at"],
                name="question_waiting",
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(
                fields=("tenant", "proposal", "end_user"), name="question_once_a_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("answer", ""), ("answered_at", None)),
                    models.Q(
                        models.Q(("answer", ""), _negated=True), ("answered_at__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="question_answered_has_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="tool",
            constraint=models.UniqueConstraint(fields=("tenant", "name"), name="tool_one_a_name"),
        ),
        migrations.AddConstraint(
            model_name="tool",
            constraint=models.CheckConstraint(
                condition=models.Q(("timeout_s__gte", 1), ("timeout_s__lte", 300)),
                name="tool_timeout_up_to_five_minutes",
            ),
        ),
        migrations.AddConstraint(
            model_name="tool",
            constraint=models.CheckConstraint(
                condition=models.Q(("method__in", ["GET", "POST", "PUT", "PATCH", "DELETE"])),
                name="tool_method_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tool",
            constraint=models.CheckConstraint(
                condition=models.Q(("repeat__in", ["key", "safe", "never"])),
                name="tool_repeat_is_known",
            ),
        ),
        IsolateTable("evolution_improvement"),
        IsolateTable("evolution_pipeline"),
        IsolateTable("evolution_pipelineversion"),
        IsolateTable("evolution_pipelinerun"),
        IsolateTable("evolution_pipelinestep"),
        IsolateTable("evolution_question"),
        IsolateTable("evolution_tool"),
        AppendOnly("evolution_pipelineversion"),
        EraseWords("evolution_pipelineversion", columns=["content", "digest"]),
        # What is one person's alone goes with them, and what is one session's with the session.
        EraseWords(
            "evolution_skillversion", columns=["content", "digest", "approved_by"], rows=True
        ),
        EraseWords("evolution_proposalcomment", columns=["text"], rows=True),
    ]
