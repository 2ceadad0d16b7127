"""Ask the database several things in one round trip, each planned once a connection.

For the paths that every request or every event takes: there, waiting for an answer before the next
question, and planning the same statement again, cost more than the statements do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection
from psycopg import Cursor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from psycopg import Connection

    Statement = tuple[str, Sequence[Any]]
    Rows = list[tuple[Any, ...]]


def ask(*statements: Statement) -> list[Rows]:
    """Run statements in order, in the running transaction; answers the rows of each.

    A statement is SQL, with `%s` for each value, and its values: the server takes them apart from
    the SQL. Once one fails, those after it are not run. Raises Django's database errors.
    """
    connection.ensure_connection()
    raw: Connection[tuple[Any, ...]] = connection.connection
    with connection.wrap_database_errors:
        raw.prepare_threshold = 0
        try:
            with raw.pipeline():
                cursors = [Cursor(raw).execute(*statement) for statement in statements]
        finally:
            # Statements with their values inside, as Django sends them, are not worth keeping.
            raw.prepare_threshold = None
        return [[] if one.rownumber is None else one.fetchall() for one in cursors]
