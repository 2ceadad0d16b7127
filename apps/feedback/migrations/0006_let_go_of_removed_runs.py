"""Let the database remove what a run contributed with the run, and keep signals on without it."""

from django.db import migrations

RECREATE = """
DO $$
DECLARE found record;
BEGIN
  FOR found IN
    SELECT k.conname AS name, a.attname AS field
    FROM pg_constraint k
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.conrelid = '{table}'::regclass
      AND k.confrelid = '{target}'::regclass
  LOOP
    EXECUTE format(
      'ALTER TABLE {table} DROP CONSTRAINT %1$I, ADD CONSTRAINT %1$I FOREIGN KEY (%2$I) '
      'REFERENCES {target} (id) {action} DEFERRABLE INITIALLY DEFERRED',
      found.name, found.field);
  END LOOP;
END $$
"""


def recreate(table: str, target: str, action: str) -> migrations.RunSQL:
    """A step that gives the keys from one table to another an action of the database."""
    named = RECREATE.replace("{table}", table).replace("{target}", target)
    return migrations.RunSQL(named.replace("{action}", action), named.replace("{action}", ""))


class Migration(migrations.Migration):
    dependencies = [("feedback", "0005_isolate_preferences_and_signals")]

    operations = [
        recreate("feedback_contribution", "trajectories_trajectory", "ON DELETE CASCADE"),
        recreate("feedback_preferenceevidence", "feedback_contribution", "ON DELETE CASCADE"),
        recreate("feedback_signal", "trajectories_trajectory", "ON DELETE SET NULL"),
    ]
