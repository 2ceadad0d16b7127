"""Wall off reflections."""

from django.db import migrations

from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [("learning", "0001_reflections")]

    operations = [IsolateTable("learning_reflection")]
