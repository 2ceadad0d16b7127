"""Make room for webhooks and their deliveries, walled off by tenant."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tenants", "0004_notices"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
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
                ("name", models.CharField(max_length=64)),
                ("url", models.URLField(max_length=2000)),
                (
                    "events",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=64), blank=True, default=list
                    ),
                ),
                ("secret", models.BinaryField()),
                ("old_secret", models.BinaryField(default=b"")),
                ("old_secret_until", models.DateTimeField(blank=True, null=True)),
                ("may_be_private", models.BooleanField(default=False)),
                ("is_active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
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
            name="WebhookDelivery",
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
                ("event", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=200)),
                ("payload", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sending", "Sending"),
                            ("delivered", "Delivered"),
                            ("dead", "Dead"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("not_before", models.DateTimeField(default=django.utils.timezone.now)),
                ("claim", models.UUIDField(null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
                ("last_status", models.PositiveSmallIntegerField(null=True)),
                ("detail", models.CharField(blank=True, max_length=500)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished_at", models.DateTimeField(null=True)),
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
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="webhooks.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "webhook deliveries",
            },
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(fields=["tenant", "-created_at", "-id"], name="webhook_by_age"),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(
                fields=("tenant", "name"), name="webhook_one_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("old_secret", b""), ("old_secret_until__isnull", False), _connector="OR"
                ),
                name="webhook_old_secret_has_an_end",
            ),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                fields=["tenant", "webhook", "-created_at", "-id"],
                name="webhookdelivery_of_webhook",
            ),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                fields=["tenant", "webhook", "state", "-created_at", "-id"],
                name="webhookdelivery_of_state",
            ),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                fields=["tenant", "-created_at", "-id"], name="webhookdelivery_by_age"
            ),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["tenant", "not_before"],
                name="webhookdelivery_waiting",
            ),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                condition=models.Q(("state", "sending")),
                fields=["tenant", "claimed_until"],
                name="webhookdelivery_sending",
            ),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False)),
                fields=["tenant", "finished_at"],
                name="webhookdelivery_finished",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhookdelivery",
            constraint=models.UniqueConstraint(
                fields=("tenant", "webhook", "key"), name="webhookdelivery_once_a_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="webhookdelivery",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["waiting", "sending", "delivered", "dead"])),
                name="webhookdelivery_state_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhookdelivery",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished_at__isnull", False), ("state__in", ("delivered", "dead"))),
                    models.Q(
                        ("finished_at__isnull", True),
                        models.Q(("state__in", ("delivered", "dead")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="webhookdelivery_finished_has_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhookdelivery",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("claim__isnull", False),
                        ("claimed_until__isnull", False),
                        ("state", "sending"),
                    ),
                    models.Q(
                        ("claim__isnull", True),
                        ("claimed_until__isnull", True),
                        models.Q(("state", "sending"), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="webhookdelivery_claimed_while_sent",
            ),
        ),
        IsolateTable("webhooks_webhook"),
        IsolateTable("webhooks_webhookdelivery"),
    ]
