"""Keep the messages that want a skill, each until something came of it."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [("feedback", "0006_let_go_of_removed_runs")]

    operations = [
        migrations.CreateModel(
            name="SkillWish",
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
                ("outcome", models.CharField(blank=True, max_length=32)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="trajectories.trajectory",
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
            options={"verbose_name_plural": "skill wishes"},
        ),
        migrations.AddIndex(
            model_name="skillwish",
            index=models.Index(
                condition=models.Q(("settled_at", None)),
                fields=["tenant", "created_at"],
                name="skillwish_waiting",
            ),
        ),
        migrations.AddConstraint(
            model_name="skillwish",
            constraint=models.UniqueConstraint(
                fields=("tenant", "message"), name="skillwish_once_a_message"
            ),
        ),
        migrations.AddConstraint(
            model_name="skillwish",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("outcome", ""), ("settled_at", None)),
                    models.Q(
                        models.Q(("outcome", ""), _negated=True), ("settled_at__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="skillwish_settled_has_an_outcome",
            ),
        ),
        IsolateTable("feedback_skillwish"),
    ]
