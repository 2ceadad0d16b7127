"""Wall off scores."""

from django.db import migrations

from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [("feedback", "0001_scores")]

    operations = [IsolateTable("feedback_score")]
