"""Wall off the tables of tenants; a key and a person's own roles can be found from the door."""

from django.db import migrations

from apps.tenants.isolation import AppendOnly, IsolateTable


class Migration(migrations.Migration):
    dependencies = [("tenants", "0001_tenants_people_and_keys")]

    operations = [
        IsolateTable("tenants_agent"),
        IsolateTable("tenants_enduser"),
        IsolateTable("tenants_auditevent"),
        IsolateTable(
            "tenants_apikey", also="id = nullif(current_setting('app.key', true), '')::uuid"
        ),
        IsolateTable(
            "tenants_membership",
            also="user_id = nullif(current_setting('app.user', true), '')::bigint",
        ),
        AppendOnly("tenants_auditevent"),
    ]
