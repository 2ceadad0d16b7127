"""Keep every set of tools once, so that runs like another are found without looking at all."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [
        ("tenants", "0004_notices"),
        ("trajectories", "0004_tombstones"),
    ]

    operations = [
        migrations.CreateModel(
            name="ToolOfSet",
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
                ("size", models.PositiveSmallIntegerField()),
                ("key", models.UUIDField()),
            ],
        ),
        migrations.CreateModel(
            name="ToolSet",
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
                ("key", models.UUIDField()),
                (
                    "tools",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=200)
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="trajectory",
            name="tool_set",
            field=models.UUIDField(null=True),
        ),
        migrations.AddIndex(
            model_name="trajectory",
            index=models.Index(
                condition=models.Q(("tool_set__isnull", False)),
                fields=["tenant", "tool_set", "-started_at", "-id"],
                name="trajectory_of_tool_set",
            ),
        ),
        migrations.AddField(
            model_name="toolofset",
            name="tenant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.AddField(
            model_name="toolset",
            name="tenant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tenants.tenant",
            ),
        ),
        migrations.AddIndex(
            model_name="toolofset",
            index=models.Index(fields=["tenant", "key"], name="tool_of_set_by_key"),
        ),
        migrations.AddConstraint(
            model_name="toolofset",
            constraint=models.UniqueConstraint(
                fields=("tenant", "tool", "size", "key"), name="tool_of_set_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="toolset",
            constraint=models.UniqueConstraint(
                fields=("tenant", "key"), name="tool_set_once_a_key"
            ),
        ),
        IsolateTable("trajectories_toolset"),
        IsolateTable("trajectories_toolofset"),
    ]
