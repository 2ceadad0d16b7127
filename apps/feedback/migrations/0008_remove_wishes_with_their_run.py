"""Let the database remove a wish with the run that said it, as it does for scores."""

from django.db import migrations

RECREATE = """
DO $$
DECLARE found record;
BEGIN
  FOR found IN
    SELECT k.conname AS name, a.attname AS field
    FROM pg_constraint k
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.conrelid = 'feedback_skillwish'::regclass
      AND k.confrelid = 'trajectories_trajectory'::regclass
  LOOP
    EXECUTE format(
      'ALTER TABLE feedback_skillwish DROP CONSTRAINT %1$I, ADD CONSTRAINT %1$I FOREIGN KEY (%2$I) '
      'REFERENCES trajectories_trajectory (id) {action} DEFERRABLE INITIALLY DEFERRED',
      found.name, found.field);
  END LOOP;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("feedback", "0007_skill_wishes")]

    operations = [
        migrations.RunSQL(
            RECREATE.replace("{action}", "ON DELETE CASCADE"), RECREATE.replace("{action}", "")
        )
    ]
