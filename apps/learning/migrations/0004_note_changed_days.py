"""Let the database note of which days runs were judged, in the transaction that judges them."""

from django.db import migrations

# Recording an event takes the judgement away (`scored_at` is null then) and costs the look at one
# column. One note a day and transaction is enough.
_NOTE = """
CREATE FUNCTION learning_note_changed_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    opened_on date := (NEW.opened_at AT TIME ZONE 'UTC')::date;
    own bigint := pg_current_xact_id()::text::bigint;
BEGIN
    IF NOT EXISTS (
        SELECT FROM learning_changedday
        WHERE tenant_id = NEW.tenant_id AND noted_at = now()
        AND transaction = own AND day = opened_on
    ) THEN
        INSERT INTO learning_changedday (id, tenant_id, day, transaction, noted_at)
        VALUES (gen_random_uuid(), NEW.tenant_id, opened_on, own, now());
    END IF;
    RETURN NULL;
END $$
"""
_TRIGGER = """
CREATE TRIGGER learning_note_changed_day
AFTER UPDATE OF score, scored_at, outcome ON trajectories_trajectory
FOR EACH ROW WHEN (
    NEW.scored_at IS NOT NULL
    AND (OLD.score, OLD.scored_at, OLD.outcome)
        IS DISTINCT FROM (NEW.score, NEW.scored_at, NEW.outcome)
)
EXECUTE FUNCTION learning_note_changed_day()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("learning", "0003_roll_ups"),
        ("trajectories", "0004_tombstones"),
    ]

    operations = [
        migrations.RunSQL(
            [_NOTE, _TRIGGER],
            [
                "DROP TRIGGER learning_note_changed_day ON trajectories_trajectory",
                "DROP FUNCTION learning_note_changed_day()",
            ],
        )
    ]
