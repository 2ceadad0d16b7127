"""What members are told."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [("tenants", "0003_erase_words_of_decisions")]

    operations = [
        migrations.CreateModel(
            name="Notice",
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
                ("title", models.CharField(max_length=200)),
                ("text", models.TextField(blank=True)),
                ("link", models.CharField(blank=True, max_length=2000)),
                ("source_kind", models.CharField(max_length=32)),
                ("source_key", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                (
                    "recipient",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
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
                "indexes": [
                    models.Index(
                        fields=["tenant", "recipient", "-created_at", "-id"], name="notice_by_age"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "recipient", "source_kind", "source_key"),
                        name="notice_once_a_source",
                    )
                ],
            },
        ),
        IsolateTable("tenants_notice"),
    ]
