"""Around every view: one transaction of one tenant, on a connection that lives."""

from __future__ import annotations

import psycopg
import pytest
from django.db import OperationalError, connection

from tests.cast import KeyClient, make_team

URL = "/api/v1/stats"


def end_connection() -> None:
    """End Django's connection from another one, as a restart of the server does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_lost_since_the_last_request_costs_none():
    http = KeyClient(make_team("clinic").keys["read"])
    assert http.get(URL).status_code == 200
    end_connection()
    assert http.get(URL).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_view_that_loses_its_connection_is_not_run_again(monkeypatch: pytest.MonkeyPatch):
    http, runs = KeyClient(make_team("clinic").keys["read"]), []

    def lose(*_: object, **__: object) -> None:
        runs.append(1)
        end_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")

    monkeypatch.setattr("apps.learning.api.views.StatisticsView.get", lose)
    with pytest.raises(OperationalError):
        http.get(URL)
    assert runs == [1]
