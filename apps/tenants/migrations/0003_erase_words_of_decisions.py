"""Let an erasure take a person's words out of the details of the audit log."""

from django.db import migrations

from apps.tenants.isolation import EraseWords


class Migration(migrations.Migration):
    dependencies = [("tenants", "0002_isolate_tenants")]

    operations = [EraseWords("tenants_auditevent", columns=["detail"])]
