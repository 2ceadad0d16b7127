"""Keep what contradicts an experience beside it."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [
        ("experiences", "0005_isolate_pain_points"),
        ("tenants", "0002_isolate_tenants"),
    ]

    operations = [
        migrations.CreateModel(
            name="ExperienceAlternative",
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
                ("solution_steps", models.JSONField(default=list)),
                (
                    "tools",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=200), default=list
                    ),
                ),
                ("tools_digest", models.CharField(max_length=32)),
                ("confidence", models.DecimalField(decimal_places=3, max_digits=4)),
                ("quote", models.CharField(max_length=500)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "experience",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="alternatives",
                        to="experiences.experience",
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
                        fields=("tenant", "experience", "tools_digest"),
                        name="alternative_one_a_way",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("quote", ""), _negated=True),
                        name="alternative_has_a_quote",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confidence__gte", 0), ("confidence__lte", 1)),
                        name="alternative_confidence_between_0_and_1",
                    ),
                ],
            },
        ),
        IsolateTable("experiences_experiencealternative"),
    ]
