"""Let reviewers send a proposal back, set it aside, claim it and talk about it."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.tenants.ids
from apps.tenants.isolation import AppendOnly, EraseWords, IsolateTable

OPEN = ("pending", "revising", "quarantined")
REASONED = ("revising", "quarantined", "rejected")
STATES = ["pending", "revising", "quarantined", "approved", "rejected"]
REMARKS = ["comment", "revise", "answer", "quarantine", "reject", "reopen"]


class Migration(migrations.Migration):
    dependencies = [
        ("evolution", "0004_withheld_servings"),
        ("tenants", "0003_erase_words_of_decisions"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="proposal", name="proposal_one_open_a_pattern"),
        migrations.RemoveConstraint(model_name="proposal", name="proposal_rejected_has_a_reason"),
        migrations.AddField(
            model_name="proposal",
            name="answering_since",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="proposal",
            name="claimed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="proposal",
            name="claimed_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tenants.membership",
            ),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="status",
            field=models.CharField(
                choices=[(state, state.title()) for state in STATES],
                default="pending",
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(
                condition=models.Q(status="revising"),
                fields=["tenant", "decided_at"],
                name="proposal_to_revise",
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.UniqueConstraint(
                condition=models.Q(status__in=OPEN),
                fields=("tenant", "pattern_key"),
                name="proposal_one_open_a_pattern",
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(
                condition=~models.Q(status__in=REASONED) | ~models.Q(reason=""),
                name="proposal_turned_back_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(
                condition=models.Q(status__in=STATES), name="proposal_status_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(
                condition=models.Q(claimed_by=None) | models.Q(claimed_at__isnull=False),
                name="proposal_claim_has_a_time",
            ),
        ),
        migrations.CreateModel(
            name="ProposalComment",
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
                    "remark",
                    models.CharField(
                        choices=[(remark, remark.title()) for remark in REMARKS],
                        default="comment",
                        max_length=12,
                    ),
                ),
                ("author", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="evolution.proposal",
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
                    models.CheckConstraint(
                        condition=~models.Q(text=""), name="proposal_comment_says_it"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(remark__in=REMARKS), name="proposal_comment_is_known"
                    ),
                ],
                "indexes": [
                    models.Index(
                        fields=["tenant", "proposal", "-created_at", "-id"],
                        name="proposal_comment_by_age",
                    )
                ],
            },
        ),
        IsolateTable("evolution_proposalcomment"),
        AppendOnly("evolution_proposalcomment"),
        EraseWords("evolution_proposalcomment", columns=["text"]),
    ]
