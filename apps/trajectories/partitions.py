"""The weekly partitions of steps: made when first needed, dropped whole when retention is over."""

from datetime import UTC, datetime, timedelta

from django.db import OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable

from apps.tenants.isolation import policy_statements

WEEK = timedelta(weeks=1)
MONDAY = datetime(2018, 1, 1, tzinfo=UTC)
LONGEST_WAIT = "500ms"
_known: set[str] = set()


def week_of(moment: datetime) -> datetime:
    """The Monday 00:00 UTC that begins the week of a moment."""
    return moment - (moment - MONDAY) % WEEK


def partition_name(week: datetime) -> str:
    """Name the partition that begins on this Monday."""
    return f"trajectories_step_{week:%Y%m%d}"


def ensure_partitions(moments: set[datetime]) -> None:
    """Make sure that steps of trajectories opened at these times have a partition to go to."""
    for week in sorted({week_of(moment) for moment in moments}):
        if partition_name(week) not in _known:
            _make(week)


def _make(week: datetime) -> None:
    name = partition_name(week)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('trajectories_step'))")
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [name])
        if not cursor.fetchone()[0]:
            # Attaching locks the parent less than CREATE … PARTITION OF does.
            cursor.execute(f"CREATE TABLE {name} (LIKE trajectories_step INCLUDING ALL)")
            for statement in policy_statements(name):
                cursor.execute(statement)
            cursor.execute(
                f"ALTER TABLE trajectories_step ATTACH PARTITION {name} "
                f"FOR VALUES FROM ('{week.isoformat()}') TO ('{(week + WEEK).isoformat()}')"
            )
    transaction.on_commit(lambda: _known.add(name))


def forget_partitions() -> None:
    """Look again at the next need: another process may have dropped one."""
    _known.clear()


def list_partitions() -> list[tuple[str, datetime]]:
    """List the partitions there are, oldest first, with the Monday each begins on."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_inherits JOIN pg_class ON inhrelid = pg_class.oid "
            "WHERE inhparent = 'trajectories_step'::regclass ORDER BY relname"
        )
        names = [row[0] for row in cursor.fetchall()]
    return [(name, _begins(name)) for name in names]


def _begins(name: str) -> datetime:
    return datetime.strptime(name.rpartition("_")[2], "%Y%m%d").replace(tzinfo=UTC)


def drop_partitions_before(moment: datetime) -> list[str]:
    """Drop the partitions whose whole week lies before a moment; answers the names of those gone.

    What somebody reads meanwhile is left for the next time.
    """
    old = [name for name, week in list_partitions() if week + WEEK <= moment]
    return [name for name in old if _drop(name)]


def _drop(name: str) -> bool:
    """Drop a partition unless that takes waiting: whoever writes steps would wait behind us."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [LONGEST_WAIT])
            cursor.execute(f"DROP TABLE {name}")
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        return False
    _known.discard(name)
    return True
