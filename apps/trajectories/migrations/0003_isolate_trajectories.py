"""Wall off the tables of what happened."""

from django.db import migrations

from apps.tenants.isolation import IsolateTable


class Migration(migrations.Migration):
    dependencies = [("trajectories", "0002_partition_steps")]

    operations = [
        IsolateTable("trajectories_session"),
        IsolateTable("trajectories_trajectory"),
        IsolateTable("trajectories_step"),
        IsolateTable("trajectories_receipt"),
        IsolateTable("trajectories_compressedtrajectory"),
        IsolateTable("trajectories_import"),
    ]
