"""Wall off the tables of memories and profiles; keep vectors on the page of their row."""

from django.db import migrations

from apps.tenants.isolation import IsolateTable


def set_storage(kind: str) -> str:
    return f"ALTER TABLE profiles_memory ALTER COLUMN embedding SET STORAGE {kind}"


class Migration(migrations.Migration):
    dependencies = [("profiles", "0001_memories_and_profiles")]

    operations = [
        IsolateTable("profiles_memory"),
        IsolateTable("profiles_memoryevidence"),
        IsolateTable("profiles_profile"),
        IsolateTable("profiles_profilefield"),
        IsolateTable("profiles_fieldevidence"),
        migrations.RunSQL(set_storage("PLAIN"), set_storage("EXTERNAL")),
    ]
