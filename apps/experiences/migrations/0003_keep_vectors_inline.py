"""Keep vectors on the page of their row: a search reads every one of a tenant's."""

from django.db import migrations

COLUMNS = ("embedding", "context_embedding")


def set_storage(kind: str) -> list[str]:
    return [
        f"ALTER TABLE experiences_experience ALTER COLUMN {name} SET STORAGE {kind}"
        for name in COLUMNS
    ]


class Migration(migrations.Migration):
    dependencies = [("experiences", "0002_isolate_experiences")]

    operations = [migrations.RunSQL(set_storage("PLAIN"), set_storage("EXTERNAL"))]
