"""Keep of erased people and sessions that they are gone, and wall the table off."""

import django.db.models.deletion
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [
        ("tenants", "0002_isolate_tenants"),
        ("trajectories", "0003_isolate_trajectories"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tombstone",
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
                        choices=[("person", "Person"), ("session", "Session")], max_length=7
                    ),
                ),
                ("key_digest", models.UUIDField()),
                ("erased_at", models.DateTimeField()),
                ("receipt", models.JSONField(default=dict)),
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
                        fields=("tenant", "key_digest"), name="tombstone_one_a_key"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["person", "session"])),
                        name="tombstone_kind_is_known",
                    ),
                ],
            },
        ),
        IsolateTable("trajectories_tombstone"),
    ]
