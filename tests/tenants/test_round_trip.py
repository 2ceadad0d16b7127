"""Several statements in one round trip, against the real database."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import DataError, OperationalError, ProgrammingError, connection, transaction

from apps.tenants.round_trip import ask

ONE = ("SELECT 1", [])


@pytest.mark.django_db
def test_each_statement_answers_its_rows_in_order_and_in_their_types():
    identity = UUID(int=7)
    told = datetime(2026, 3, 1, 8, 30, tzinfo=UTC)
    rows = ask(
        ("SELECT %s::uuid, %s::timestamptz, %s::text", [identity, told, "机床"]),
        ("SELECT number FROM generate_series(1, %s) AS number", [3]),
        ("SELECT set_config('app.note', 'x', true) WHERE false", []),
        ("SAVEPOINT here", []),
        ("SELECT %s::text, %s::text[]", [None, ["a", "b"]]),
    )
    assert rows == [
        [(identity, told, "机床")],
        [(1,), (2,), (3,)],
        [],
        [],
        [(None, ["a", "b"])],
    ]


@pytest.mark.django_db
def test_what_follows_a_failed_statement_is_not_run_and_its_plan_is_made_later():
    follow = ("SELECT %s::int + 41", [1])
    with pytest.raises(DataError, match="division by zero"), transaction.atomic():
        ask(ONE, ("SELECT 1 / %s::int", [0]), follow)
    assert ask(ONE, follow) == [[(1,)], [(42,)]]
    assert ask(("SELECT 1 / %s::int", [1])) == [[(1,)]]


@pytest.mark.django_db
def test_bad_sql_fails_alone():
    with pytest.raises(ProgrammingError), transaction.atomic():
        ask(("SELECT nothing_such", []))
    assert ask(ONE) == [[(1,)]]


@pytest.mark.django_db
def test_more_than_the_network_buffers_goes_both_ways():
    text = "设备" * 2_000_000
    [[(back,)], [(size,)]] = ask(("SELECT %s::text", [text]), ("SELECT length(%s::text)", [text]))
    assert (back == text, size) == (True, len(text))


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_each_call_commits_and_inside_none_does():
    ask(("CREATE TEMPORARY TABLE told (number int)", []))
    with transaction.atomic():
        ask(("INSERT INTO told VALUES (%s)", [1]))
        transaction.set_rollback(True)
    ask(("INSERT INTO told VALUES (%s)", [2]))
    assert ask(("SELECT number FROM told", [])) == [[(2,)]]


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_ends_midway_is_an_error_and_the_next_call_has_another():
    with pytest.raises(OperationalError):
        ask(ONE, ("SELECT pg_terminate_backend(pg_backend_pid())", []), ONE)
    connection.close()
    assert ask(ONE) == [[(1,)]]
