"""Wall off proposals, skills and servings; versions of skills can only be added."""

from django.db import migrations

from apps.tenants.isolation import AppendOnly, IsolateTable


class Migration(migrations.Migration):
    dependencies = [("evolution", "0001_proposals_skills_and_servings")]

    operations = [
        IsolateTable("evolution_proposal"),
        IsolateTable("evolution_proposalevidence"),
        IsolateTable("evolution_skill"),
        IsolateTable("evolution_skillversion"),
        IsolateTable("evolution_serving"),
        AppendOnly("evolution_skillversion"),
    ]
