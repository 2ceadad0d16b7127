"""Make the tables of preferences, capabilities, what they rest on, and signals."""

from decimal import Decimal

import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids


class Migration(migrations.Migration):
    dependencies = [
        ("feedback", "0003_remove_scores_with_their_run"),
        ("tenants", "0002_isolate_tenants"),
        ("trajectories", "0003_isolate_trajectories"),
    ]

    operations = [
        migrations.CreateModel(
            name="Contribution",
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
                ("request_type", models.CharField(blank=True, max_length=64)),
                ("score", models.DecimalField(decimal_places=3, max_digits=4, null=True)),
                ("facts", models.JSONField(default=dict)),
                ("due", models.BooleanField(default=True)),
                ("propagated_at", models.DateTimeField(null=True)),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.agent",
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
                (
                    "trajectory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="trajectories.trajectory",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Preference",
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
                ("request_type", models.CharField(max_length=64)),
                (
                    "kind",
                    models.CharField(
                        choices=[("tool_preference", "Tool Preference"), ("avoid", "Avoid")],
                        max_length=15,
                    ),
                ),
                ("tool", models.CharField(max_length=200)),
                ("pattern", models.CharField(blank=True, max_length=32)),
                ("language", models.CharField(default="en", max_length=2)),
                (
                    "weight",
                    models.DecimalField(decimal_places=2, default=Decimal(0), max_digits=12),
                ),
                ("runs", models.PositiveIntegerField(default=0)),
                ("sessions", models.PositiveIntegerField(default=0)),
                ("last_seen", models.DateTimeField()),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.agent",
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
            name="PreferenceEvidence",
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
                ("session_id", models.UUIDField()),
                ("weight", models.DecimalField(decimal_places=2, max_digits=4)),
                ("language", models.CharField(max_length=2)),
                ("seen_at", models.DateTimeField()),
                (
                    "contribution",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evidence",
                        to="feedback.contribution",
                    ),
                ),
                (
                    "preference",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evidence",
                        to="feedback.preference",
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
            name="Signal",
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
                    "target_kind",
                    models.CharField(
                        choices=[
                            ("skill", "Skill"),
                            ("pipeline", "Pipeline"),
                            ("experience", "Experience"),
                        ],
                        max_length=10,
                    ),
                ),
                ("target_id", models.UUIDField()),
                ("session_id", models.CharField(blank=True, max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("explicit", "Explicit"),
                            ("implicit", "Implicit"),
                            ("usage", "Usage"),
                            ("completion", "Completion"),
                            ("comparison", "Comparison"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "polarity",
                    models.CharField(
                        choices=[
                            ("positive", "Positive"),
                            ("negative", "Negative"),
                            ("neutral", "Neutral"),
                        ],
                        max_length=8,
                    ),
                ),
                ("weight", models.PositiveSmallIntegerField()),
                ("quote", models.CharField(blank=True, max_length=500)),
                ("source_key", models.CharField(max_length=200)),
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
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
                (
                    "trajectory",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="trajectories.trajectory",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Capability",
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
                ("tool", models.CharField(max_length=200)),
                ("request_type", models.CharField(max_length=64)),
                ("uses", models.PositiveIntegerField(default=0)),
                ("successes", models.PositiveIntegerField(default=0)),
                ("errors", models.PositiveIntegerField(default=0)),
                ("runs", models.PositiveIntegerField(default=0)),
                (
                    "score_sum",
                    models.DecimalField(decimal_places=3, default=Decimal(0), max_digits=14),
                ),
                ("updated_at", models.DateTimeField()),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.agent",
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
                "verbose_name_plural": "capabilities",
                "indexes": [
                    models.Index(
                        fields=["tenant", "-updated_at", "-id"], name="capability_by_change"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "agent", "request_type", "tool"),
                        name="capability_one_a_tool",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "uses__gte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("successes"), "+", models.F("errors")
                                ),
                            )
                        ),
                        name="capability_uses_cover_outcomes",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("score_sum__gte", 0), ("score_sum__lte", models.F("runs"))
                        ),
                        name="capability_mean_score_between_0_and_1",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="contribution",
            index=models.Index(
                condition=models.Q(("due", True)), fields=["tenant", "id"], name="contribution_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="contribution",
            constraint=models.UniqueConstraint(
                fields=("tenant", "trajectory"), name="contribution_one_a_trajectory"
            ),
        ),
        migrations.AddConstraint(
            model_name="contribution",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("score", None), ("propagated_at__isnull", False), _connector="OR"
                ),
                name="contribution_counted_has_a_time",
            ),
        ),
        migrations.AddIndex(
            model_name="preference",
            index=models.Index(
                fields=["tenant", "-last_seen", "-id"], name="preference_by_last_seen"
            ),
        ),
        migrations.AddConstraint(
            model_name="preference",
            constraint=models.UniqueConstraint(
                fields=("tenant", "agent", "request_type", "kind", "tool", "pattern"),
                name="preference_one_a_pattern",
            ),
        ),
        migrations.AddConstraint(
            model_name="preference",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "tool_preference"), ("pattern", "")),
                    models.Q(("kind", "avoid"), models.Q(("pattern", ""), _negated=True)),
                    _connector="OR",
                ),
                name="preference_to_avoid_has_a_pattern",
            ),
        ),
        migrations.AddConstraint(
            model_name="preference",
            constraint=models.CheckConstraint(
                condition=models.Q(("weight__gte", 0)), name="preference_weight_not_negative"
            ),
        ),
        migrations.AddIndex(
            model_name="preferenceevidence",
            index=models.Index(
                fields=["tenant", "preference", "session_id"], name="preferenceevidence_of_session"
            ),
        ),
        migrations.AddConstraint(
            model_name="preferenceevidence",
            constraint=models.UniqueConstraint(
                fields=("tenant", "preference", "contribution"),
                name="preference_evidence_once_a_run",
            ),
        ),
        migrations.AddIndex(
            model_name="signal",
            index=models.Index(fields=["tenant", "-created_at", "-id"], name="signal_by_age"),
        ),
        migrations.AddIndex(
            model_name="signal",
            index=models.Index(
                fields=["tenant", "target_kind", "target_id", "-created_at", "-id"],
                name="signal_of_target",
            ),
        ),
        migrations.AddIndex(
            model_name="signal",
            index=models.Index(fields=["tenant", "session_id"], name="signal_of_session"),
        ),
        migrations.AddConstraint(
            model_name="signal",
            constraint=models.UniqueConstraint(
                fields=("tenant", "target_kind", "target_id", "kind", "source_key"),
                name="signal_once_a_source",
            ),
        ),
        migrations.AddConstraint(
            model_name="signal",
            constraint=models.CheckConstraint(
                condition=models.Q(("weight__gte", 1), ("weight__lte", 3)),
                name="signal_weight_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="signal",
            constraint=models.CheckConstraint(
                condition=models.Q(("polarity__in", ["positive", "negative", "neutral"])),
                name="signal_polarity_is_known",
            ),
        ),
    ]
