"""Keep the files that come with imported skills, what was imported, and how long a state lasts."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import AppendOnly, IsolateTable


class Migration(migrations.Migration):
    dependencies = [("evolution", "0005_review_states")]

    operations = [
        migrations.AddField(
            model_name="skill",
            name="status_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name="skillversion",
            name="source_digest",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="skillversion",
            name="restores",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="evolution.skillversion",
            ),
        ),
        migrations.CreateModel(
            name="SkillFile",
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
                ("path", models.CharField(max_length=200)),
                ("content", models.BinaryField()),
                ("digest", models.CharField(max_length=64)),
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
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="files",
                        to="evolution.skillversion",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["tenant", "version", "path"], name="skill_file_once_a_path"
                    )
                ],
            },
        ),
        IsolateTable("evolution_skillfile"),
        AppendOnly("evolution_skillfile"),
    ]
