"""Wall off the ledger."""

from django.db import migrations

from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [("llm", "0001_ledger")]

    operations = [IsolateTable("llm_modelcall")]
