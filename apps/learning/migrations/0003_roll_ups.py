"""Keep what each day of runs came to, and wall it off."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [
        ("learning", "0002_isolate_reflections"),
        ("tenants", "0003_erase_words_of_decisions"),
    ]

    operations = [
        migrations.CreateModel(
            name="ChangedDay",
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
                ("transaction", models.BigIntegerField()),
                ("noted_at", models.DateTimeField(default=django.utils.timezone.now)),
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
                "indexes": [models.Index(fields=["tenant", "noted_at"], name="changedday_by_age")],
            },
        ),
        migrations.CreateModel(
            name="DayRollUp",
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
                ("since", models.DateTimeField(null=True)),
                ("trajectories", models.PositiveIntegerField()),
                ("scored", models.PositiveIntegerField()),
                ("score_sum", models.DecimalField(decimal_places=3, max_digits=14)),
                ("success", models.PositiveIntegerField()),
                ("partial", models.PositiveIntegerField()),
                ("failed", models.PositiveIntegerField()),
                ("abandoned", models.PositiveIntegerField()),
                ("simple", models.PositiveIntegerField()),
                ("moderate", models.PositiveIntegerField()),
                ("complex", models.PositiveIntegerField()),
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
                "indexes": [
                    models.Index(fields=["tenant", "since", "day"], name="dayrollup_of_period")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "day", "since"),
                        name="dayrollup_one_a_day_and_period",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("scored__lte", models.F("trajectories"))),
                        name="dayrollup_scored_are_counted",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("score_sum__gte", 0), ("score_sum__lte", models.F("scored"))
                        ),
                        name="dayrollup_mean_score_between_0_and_1",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ToolRollUp",
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
                ("since", models.DateTimeField(null=True)),
                ("tool", models.CharField(max_length=200)),
                ("calls", models.PositiveIntegerField()),
                ("errors", models.PositiveIntegerField()),
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
                "indexes": [models.Index(fields=["tenant", "since"], name="toolrollup_of_period")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "day", "since", "tool"),
                        name="toolrollup_one_a_day_period_and_tool",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("errors__lte", models.F("calls"))),
                        name="toolrollup_errors_are_calls",
                    ),
                ],
            },
        ),
        IsolateTable("learning_changedday"),
        IsolateTable("learning_dayrollup"),
        IsolateTable("learning_toolrollup"),
    ]
