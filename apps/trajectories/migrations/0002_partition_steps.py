"""Partition steps by the week in which their trajectory was opened; partitions come by need."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("trajectories", "0001_sessions_trajectories_and_steps")]

    operations = [
        migrations.RunSQL(
            [
                "ALTER TABLE trajectories_step RENAME TO trajectories_step_plain",
                "CREATE TABLE trajectories_step (LIKE trajectories_step_plain INCLUDING ALL) "
                "PARTITION BY RANGE (trajectory_opened_at)",
                "DROP TABLE trajectories_step_plain",
            ],
            [
                "ALTER TABLE trajectories_step RENAME TO trajectories_step_parted",
                "CREATE TABLE trajectories_step (LIKE trajectories_step_parted INCLUDING ALL)",
                "INSERT INTO trajectories_step SELECT * FROM trajectories_step_parted",
                "DROP TABLE trajectories_step_parted",
            ],
        )
    ]
