"""Ask the database several things in one round trip, each planned once a connection.

For the paths that every request or every event takes: there, waiting for an answer before the next
question, and planning the same statement again, cost more than the statements do. psycopg's own
pipeline sends each statement as soon as it has it, which wakes both sides once for each; here all
leave together, by libpq's pipeline mode, and the caller sleeps once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from django.db import connection
from psycopg import adapt
from psycopg.adapt import PyFormat
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus
from psycopg.waiting import Ready, Wait

if TYPE_CHECKING:
    from collections.abc import Sequence

    from psycopg import Connection
    from psycopg.abc import Buffer, PQGen, Transformer
    from psycopg.pq.abc import PGconn, PGresult

    Statement = tuple[str, Sequence[Any]]
    Rows = list[tuple[Any, ...]]
    # What a plan is good for: the text and the types of its values.
    Plan = tuple[bytes, tuple[int, ...]]
    Names = dict[Plan, bytes]

ANSWERED = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)


class _Bound(NamedTuple):
    """A statement with its values as the server takes them."""

    sql: bytes
    values: Sequence[Buffer | None]
    types: tuple[int, ...]
    formats: Sequence[int]


class _Sent(NamedTuple):
    """A command on its way: what it prepares, if it does, and whether its rows were asked for."""

    name: bytes
    prepares: Plan | None = None
    is_asked: bool = False


_names_by_connection: WeakKeyDictionary[Connection[Any], Names] = WeakKeyDictionary()


def ask(*statements: Statement) -> list[Rows]:
    """Run statements in order, in the running transaction; answers the rows of each.

    A statement is SQL that never varies, with `%s` for each value, and its values: the server takes
    them apart from the SQL. Once one fails, those after it are not run. Raises Django's database
    errors.
    """
    connection.ensure_connection()
    raw: Connection[Any] = connection.connection
    with connection.wrap_database_errors, raw.lock:
        adapter: Transformer = adapt.Transformer(raw)
        bound = [_bind(adapter, sql, values) for sql, values in statements]
        return [_rows(adapter, result) for result in _run(raw, bound)]


def _bind(adapter: Transformer, sql: str, values: Sequence[Any]) -> _Bound:
    if not values:
        return _Bound(_numbered(sql), (), (), ())
    dumped = adapter.dump_sequence(values, [PyFormat.AUTO] * len(values))
    return _Bound(_numbered(sql), dumped, tuple(adapter.types or ()), tuple(adapter.formats or ()))


@lru_cache(maxsize=256)
def _numbered(sql: str) -> bytes:
    """The SQL with its values named as the server names them: `$1`, `$2`."""
    first, *others = sql.split("%s")
    return (first + "".join(f"${n}{part}" for n, part in enumerate(others, start=1))).encode()


def _run(raw: Connection[Any], statements: list[_Bound]) -> list[PGresult]:
    """The result of each statement, in order; raises the first failure."""
    names = _names_by_connection.setdefault(raw, {})
    pgconn = raw.pgconn
    pgconn.enter_pipeline_mode()
    try:
        sent = _send(pgconn, statements, names, begin=not raw.autocommit)
        results = raw.wait(_receive(pgconn))
    finally:
        if pgconn.status == ConnStatus.OK:
            pgconn.exit_pipeline_mode()
    asked = []
    for command, result in zip(sent, results, strict=True):
        if result.status not in ANSWERED:
            raise error_from_result(result, encoding=raw.info.encoding)
        if command.prepares:
            names[command.prepares] = command.name
        if command.is_asked:
            asked.append(result)
    return asked


def _send(pgconn: PGconn, statements: list[_Bound], names: Names, *, begin: bool) -> list[_Sent]:
    sent = []
    new: Names = {}
    if begin and pgconn.transaction_status == TransactionStatus.IDLE:
        pgconn.send_query_params(b"BEGIN", None)
        sent.append(_Sent(b""))
    for sql, values, types, formats in statements:
        plan = sql, types
        name = names.get(plan) or new.get(plan)
        if name is None:
            name = new[plan] = b"ask_%d" % (len(names) + len(new))
            pgconn.send_prepare(name, sql, types)
            sent.append(_Sent(name, prepares=plan))
        pgconn.send_query_prepared(name, values, formats)
        sent.append(_Sent(name, is_asked=True))
    pgconn.pipeline_sync()
    return sent


def _receive(pgconn: PGconn) -> PQGen[list[PGresult]]:
    """Send what is still buffered, and collect one result for each command."""
    while pgconn.flush():
        if (yield Wait.RW) & Ready.R:
            pgconn.consume_input()
    results: list[PGresult] = []
    while True:
        while pgconn.is_busy():
            yield Wait.R
            pgconn.consume_input()
        result = pgconn.get_result()  # nothing between two commands
        if result is None:
            continue
        if result.status == ExecStatus.PIPELINE_SYNC:
            return results
        results.append(result)


def _rows(adapter: Transformer, result: PGresult) -> Rows:
    if result.status != ExecStatus.TUPLES_OK:
        return []
    adapter.set_pgresult(result)
    return adapter.load_rows(0, result.ntuples, tuple)
