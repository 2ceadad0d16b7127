"""No route tells one tenant of another: API routes × keys × foreign ids, from the URLconf."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.urls import URLPattern, URLResolver, get_resolver

from apps.tenants.grants import BY_ROLE, BY_SCOPE, Grant
from apps.tenants.isolation import enter_tenant
from apps.tenants.models import Agent
from tests.make import make_run_events, record
from tests.plant import plant_everything

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.cast import Team

CANARY = "canary-7f3a-of-factory"
# An alarm says no more of a tenant than a time, and is read across all of them.
TABLES_WITHOUT_TENANT = {"tenants_tenant", "tenants_user", "scheduling_alarm"}


def api_routes() -> list[tuple[str, Any]]:
    """Every route below /api/v1 and /.well-known with the class of its view."""
    return [
        (route, view)
        for route, view in walk(get_resolver())
        if route.startswith(("api/v1/", ".well-known/"))
    ]


def walk(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for part in resolver.url_patterns:
        route = prefix + str(part.pattern)
        if isinstance(part, URLResolver):
            yield from walk(part, route)
        elif isinstance(part, URLPattern):
            yield route, getattr(part.callback, "cls", getattr(part.callback, "view_class", None))


ROUTES = api_routes()


def fill(route: str, ids: dict[str, str]) -> str:
    """A path for a route, with the given ids, or made-up ones, in its places."""
    for place, value in {
        "<uuid:pk>": ids.get("pk", str(uuid.uuid4())),
        "<path:session_id>": ids.get("session_id", "nobody"),
        "<skill:name>": ids.get("name", "no-such-skill"),
        "<str:client>": "claude-code",
        "<path:user_id>": ids.get("user_id", "nobody"),
        "<tool:name>": ids.get("name", "no-such-tool"),
        "<str:step_id>": ids.get("step_id", "no-such-step"),
    }.items():
        route = route.replace(place, value)
    return "/" + route


@pytest.mark.parametrize(("route", "view"), ROUTES, ids=[route for route, _ in ROUTES])
def test_every_route_declares_its_grants(route: str, view: Any):
    grants = getattr(view, "grants", None)
    assert grants, f"{route} declares no grants"
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        if hasattr(view, method.lower()):
            assert isinstance(grants.get(method), Grant), f"{method} {route} declares no grant"


@pytest.mark.parametrize(("route", "view"), ROUTES, ids=[route for route, _ in ROUTES])
def test_a_key_gets_in_where_its_scope_says_and_nowhere_else(route: str, view: Any, clinic: Team):
    path = fill(route, {})
    for scope, granted in BY_SCOPE.items():
        for method, grant in view.grants.items():
            answer = ask(clinic.client(scope).http, method, path)
            if grant in granted:
                assert answer.status_code not in {401, 403}, (scope, method)
            else:
                assert answer.status_code == 403, (scope, method)


@pytest.mark.parametrize(("route", "view"), ROUTES, ids=[route for route, _ in ROUTES])
def test_a_role_gets_in_where_the_table_says_and_nowhere_else(route: str, view: Any, clinic: Team):
    path = fill(route, {})
    for role, granted in BY_ROLE.items():
        for method, grant in view.grants.items():
            answer = ask(clinic.browser(role), method, path)
            if grant in granted:
                assert answer.status_code not in {401, 403}, (role, method)
            else:
                assert answer.status_code == 403, (role, method)


@pytest.mark.parametrize(("route", "view"), ROUTES, ids=[route for route, _ in ROUTES])
def test_nobody_gets_in_without_a_key(route: str, view: Any, db: None, client: Any):
    for method in view.grants:
        assert ask(client, method, fill(route, {})).status_code == 401


@pytest.mark.parametrize(("route", "view"), ROUTES, ids=[route for route, _ in ROUTES])
def test_another_tenants_things_are_not_there(route: str, view: Any, clinic: Team, factory: Team):
    ids = plant(factory)
    enter_tenant(clinic.tenant.pk)
    named = any(
        place in route for place in ("<uuid:pk>", "<path:session_id>", ":name>", "<path:user_id>")
    )
    for kind in ids:
        path = fill(route, ids[kind])
        for method in view.grants:
            answer = ask(clinic.client("admin").http, method, path)
            body = b"".join(answer) if answer.streaming else answer.content
            assert CANARY.encode() not in body, (kind, method)
            if named:
                assert answer.status_code in {404, 400}, (kind, method, answer.status_code)


def ask(client: Any, method: str, path: str) -> Any:
    return client.generic(method, path, b"{}", content_type="application/json")


def plant(team: Team) -> dict[str, dict[str, str]]:
    """Put one of everything, marked with the canary, into a tenant; answers the ids."""
    with team.inside():
        return plant_everything(team, CANARY)


def test_both_walls_hold_by_raw_sql(clinic: Team, factory: Team):
    plant(factory)
    enter_tenant(clinic.tenant.pk)
    leaks = {table: count_foreign(table, factory.tenant.pk) for table in tables_with_tenant()}
    assert {table for table, count in leaks.items() if count} == set()
    with factory.inside():
        seen = {table for table in tables_with_tenant() if count_foreign(table, factory.tenant.pk)}
    assert len(seen) > 12, "the planting must reach most tables, or this proves nothing"


def test_every_tenants_table_is_walled(db: None):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relrowsecurity "
            "AND relforcerowsecurity"
        )
        walled = {row[0] for row in cursor.fetchall()}
    assert tables_with_tenant() - walled == set()


def test_the_wall_is_shut_outside_a_tenant(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.tenant', '', true)")
        for table in tables_with_tenant():
            cursor.execute(f"SELECT count(*) FROM {table}")
            assert cursor.fetchone()[0] == 0, table
    enter_tenant(clinic.tenant.pk)


def test_a_row_cannot_be_written_into_another_tenant(clinic: Team, factory: Team):
    enter_tenant(clinic.tenant.pk)
    with pytest.raises(DatabaseError, match="row-level security"), transaction.atomic():
        Agent.objects.create(tenant=factory.tenant, name="smuggled")


def tables_with_tenant() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.columns "
            "WHERE column_name = 'tenant_id' AND table_schema = 'public'"
        )
        return {row[0] for row in cursor.fetchall()} - TABLES_WITHOUT_TENANT


def count_foreign(table: str, tenant_id: uuid.UUID) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table} WHERE tenant_id = %s", [tenant_id])
        return int(cursor.fetchone()[0])


def test_the_same_ids_in_two_tenants_do_not_meet(clinic: Team, factory: Team):
    events = make_run_events(tools=[("Read", {"path": "a"})])
    with factory.inside():
        assert record(factory.tenant, events).accepted == len(events)
    enter_tenant(clinic.tenant.pk)
    assert record(clinic.tenant, events).accepted == len(events)
    assert record(clinic.tenant, events).accepted == 0
