"""Pain points with their evidence, solutions with what was said of them."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
import pgvector.django.halfvec
from django.db import migrations, models

import apps.tenants.ids


class Migration(migrations.Migration):
    dependencies = [
        ("experiences", "0003_keep_vectors_inline"),
        ("tenants", "0002_isolate_tenants"),
    ]

    operations = [
        migrations.CreateModel(
            name="PainPoint",
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
                ("title", models.CharField(max_length=500)),
                ("title_digest", models.CharField(max_length=32)),
                ("language", models.CharField(default="en", max_length=2)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("complaint", "Complaint"),
                            ("repeated_question", "Repeated Question"),
                            ("correction", "Correction"),
                            ("failure", "Failure"),
                        ],
                        max_length=17,
                    ),
                ),
                ("confidence", models.DecimalField(decimal_places=3, default=0, max_digits=4)),
                ("people", models.PositiveIntegerField(default=1)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("confirmed", "Confirmed"),
                            ("solved", "Solved"),
                            ("dismissed", "Dismissed"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                (
                    "words",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=200), default=list
                    ),
                ),
                ("embedding", pgvector.django.halfvec.HalfVectorField(dimensions=512)),
                ("embedder_id", models.CharField(max_length=64)),
                ("first_seen", models.DateTimeField()),
                ("last_seen", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("solved_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "agent",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tenants.agent",
                    ),
                ),
                (
                    "end_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
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
            ],
        ),
        migrations.CreateModel(
            name="PainEvidence",
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
                ("trajectory_id", models.UUIDField()),
                ("session_key", models.UUIDField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("complaint", "Complaint"),
                            ("repeated_question", "Repeated Question"),
                            ("correction", "Correction"),
                            ("failure", "Failure"),
                        ],
                        max_length=17,
                    ),
                ),
                ("weight", models.DecimalField(decimal_places=2, max_digits=3)),
                ("quote", models.CharField(max_length=500)),
                ("source", models.CharField(max_length=8)),
                ("digest", models.CharField(max_length=32)),
                ("seen_at", models.DateTimeField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "end_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
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
                    "pain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evidence",
                        to="experiences.painpoint",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "pain evidence",
            },
        ),
        migrations.CreateModel(
            name="Solution",
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
                ("text", models.TextField()),
                ("steps", models.JSONField(default=list)),
                ("language", models.CharField(default="en", max_length=2)),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("experience", "Experience"),
                            ("template", "Template"),
                            ("model", "Model"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("proposed", "Proposed"),
                            ("accepted", "Accepted"),
                            ("helped", "Helped"),
                            ("failed", "Failed"),
                            ("rejected", "Rejected"),
                        ],
                        default="proposed",
                        max_length=8,
                    ),
                ),
                ("start", models.DecimalField(decimal_places=3, max_digits=4)),
                ("confidence", models.DecimalField(decimal_places=3, max_digits=4)),
                ("decided_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "experience",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="solutions",
                        to="experiences.experience",
                    ),
                ),
                (
                    "pain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="solutions",
                        to="experiences.painpoint",
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
            name="SolutionFeedback",
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
                    "kind",
                    models.CharField(
                        choices=[("explicit", "Explicit"), ("implicit", "Implicit")], max_length=8
                    ),
                ),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("positive", "Positive"),
                            ("negative", "Negative"),
                            ("neutral", "Neutral"),
                        ],
                        max_length=8,
                    ),
                ),
                ("points", models.PositiveSmallIntegerField()),
                ("quote", models.CharField(blank=True, max_length=500)),
                ("trajectory_id", models.UUIDField(null=True)),
                ("by", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "end_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tenants.enduser",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tenants.membership",
                    ),
                ),
                (
                    "solution",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feedback",
                        to="experiences.solution",
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
                "verbose_name_plural": "solution feedback",
            },
        ),
        migrations.CreateModel(
            name="SolutionUse",
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
                ("message_digest", models.CharField(max_length=32)),
                ("given_at", models.DateTimeField()),
                (
                    "solution",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="uses",
                        to="experiences.solution",
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
        migrations.AddIndex(
            model_name="painpoint",
            index=models.Index(fields=["tenant", "-last_seen", "-id"], name="pain_by_last_seen"),
        ),
        migrations.AddIndex(
            model_name="painpoint",
            index=models.Index(
                fields=["tenant", "status", "-last_seen", "-id"], name="pain_of_a_status"
            ),
        ),
        migrations.AddConstraint(
            model_name="painpoint",
            constraint=models.UniqueConstraint(
                fields=("tenant", "title_digest"), name="pain_one_a_title"
            ),
        ),
        migrations.AddConstraint(
            model_name="painpoint",
            constraint=models.CheckConstraint(
                condition=models.Q(("confidence__gte", 0), ("confidence__lte", 1)),
                name="pain_confidence_between_0_and_1",
            ),
        ),
        migrations.AddConstraint(
            model_name="painpoint",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["open", "confirmed", "solved", "dismissed"])),
                name="pain_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="painpoint",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "confirmed"), _negated=True),
                    ("confirmed_at__isnull", False),
                    _connector="OR",
                ),
                name="pain_confirmed_has_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="painpoint",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "solved"), _negated=True),
                    ("solved_at__isnull", False),
                    _connector="OR",
                ),
                name="pain_solved_has_a_time",
            ),
        ),
        migrations.AddIndex(
            model_name="painevidence",
            index=models.Index(fields=["tenant", "pain", "-seen_at"], name="painevidence_of_pain"),
        ),
        migrations.AddIndex(
            model_name="painevidence",
            index=models.Index(fields=["tenant", "end_user"], name="painevidence_of_end_user"),
        ),
        migrations.AddConstraint(
            model_name="painevidence",
            constraint=models.UniqueConstraint(
                fields=("tenant", "pain", "session_key"), name="painevidence_once_a_session"
            ),
        ),
        migrations.AddConstraint(
            model_name="painevidence",
            constraint=models.CheckConstraint(
                condition=models.Q(("quote", ""), _negated=True), name="painevidence_has_a_quote"
            ),
        ),
        migrations.AddConstraint(
            model_name="painevidence",
            constraint=models.CheckConstraint(
                condition=models.Q(("weight__gt", 0), ("weight__lt", 1)),
                name="painevidence_weight_between_0_and_1",
            ),
        ),
        migrations.AddConstraint(
            model_name="painevidence",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["complaint", "repeated_question", "correction", "failure"])
                ),
                name="painevidence_kind_is_known",
            ),
        ),
        migrations.AddIndex(
            model_name="solution",
            index=models.Index(fields=["tenant", "-created_at", "-id"], name="solution_by_age"),
        ),
        migrations.AddIndex(
            model_name="solution",
            index=models.Index(fields=["tenant", "pain", "-created_at"], name="solution_of_pain"),
        ),
        migrations.AddConstraint(
            model_name="solution",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["proposed", "accepted"])),
                fields=("tenant", "pain"),
                name="solution_one_on_trial_a_pain",
            ),
        ),
        migrations.AddConstraint(
            model_name="solution",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True), name="solution_has_a_text"
            ),
        ),
        migrations.AddConstraint(
            model_name="solution",
            constraint=models.CheckConstraint(
                condition=models.Q(("confidence__gte", 0), ("confidence__lte", 1)),
                name="solution_confidence_between_0_and_1",
            ),
        ),
        migrations.AddConstraint(
            model_name="solution",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["proposed", "accepted", "helped", "failed", "rejected"])
                ),
                name="solution_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="solution",
            constraint=models.CheckConstraint(
                condition=models.Q(("source__in", ["experience", "template", "model"])),
                name="solution_source_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="solutionfeedback",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "implicit")),
                fields=("tenant", "solution", "trajectory_id"),
                name="solutionfeedback_one_a_message",
            ),
        ),
        migrations.AddConstraint(
            model_name="solutionfeedback",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "explicit")),
                fields=("tenant", "solution", "by"),
                name="solutionfeedback_one_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="solutionfeedback",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind", "explicit"),
                    models.Q(
                        models.Q(("quote", ""), _negated=True), ("trajectory_id__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="solutionfeedback_read_from_a_message",
            ),
        ),
        migrations.AddConstraint(
            model_name="solutionfeedback",
            constraint=models.CheckConstraint(
                condition=models.Q(("verdict__in", ["positive", "negative", "neutral"])),
                name="solutionfeedback_verdict_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="solutionuse",
            constraint=models.UniqueConstraint(
                fields=("tenant", "session_id", "solution"), name="solutionuse_once_a_session"
            ),
        ),
    ]
