"""Wall off the tables of experiences."""

from django.db import migrations

from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [("experiences", "0001_experiences_and_evidence")]

    operations = [
        IsolateTable("experiences_experience"),
        IsolateTable("experiences_experienceidentifier"),
        IsolateTable("experiences_experienceevidence"),
        IsolateTable("experiences_experienceuse"),
    ]
