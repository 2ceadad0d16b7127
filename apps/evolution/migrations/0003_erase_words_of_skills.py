"""Know whose run a proposal rests on, and let an erasure take words out of skill versions."""

import django.db.models.deletion
from django.db import migrations, models

from apps.tenants.isolation import EraseWords


class Migration(migrations.Migration):
    dependencies = [
        ("evolution", "0002_isolate_evolution"),
        ("tenants", "0003_erase_words_of_decisions"),
    ]

    operations = [
        migrations.AddField(
            model_name="proposalevidence",
            name="end_user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tenants.enduser",
            ),
        ),
        EraseWords("evolution_skillversion", columns=["content", "digest"]),
    ]
