"""Remember which skills a proposal merges, and into which one a skill went."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evolution", "0007_pipelines_tools_and_questions")]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="merges",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=64), blank=True, default=list
            ),
        ),
        migrations.AddField(
            model_name="skill",
            name="merged_into",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="merged",
                to="evolution.skill",
            ),
        ),
        migrations.AddConstraint(
            model_name="skill",
            constraint=models.CheckConstraint(
                condition=models.Q(("merged_into", None), ("status", "archived"), _connector="OR"),
                name="skill_merged_is_archived",
            ),
        ),
    ]
