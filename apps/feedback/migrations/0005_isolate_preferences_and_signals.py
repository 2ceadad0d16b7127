"""Wall off preferences, capabilities, what they rest on, and signals."""

from django.db import migrations

from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [("feedback", "0004_preferences_capabilities_and_signals")]

    operations = [
        IsolateTable("feedback_contribution"),
        IsolateTable("feedback_preference"),
        IsolateTable("feedback_preferenceevidence"),
        IsolateTable("feedback_capability"),
        IsolateTable("feedback_signal"),
    ]
