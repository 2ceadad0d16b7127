"""The second wall: row-level security by a setting that lives as long as one transaction.

The first wall is `.for_tenant(tenant)` on every read. The policies here answer for whatever the
first one misses: outside `tenant_context` a tenant's table is empty, inside it holds one tenant.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.db.migrations import RunSQL

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator, Sequence

    from django.db.backends.base.base import BaseDatabaseWrapper

# In a sub-select, so that the setting is read once a statement and not once a row.
OWN_ROWS = "tenant_id = (SELECT nullif(current_setting('app.tenant', true), '')::uuid)"


@contextmanager
def tenant_context(tenant_id: uuid.UUID) -> Iterator[None]:
    """Open a transaction that sees and writes the rows of one tenant only."""
    is_within = connection.in_atomic_block
    with transaction.atomic():
        before = enter_tenant(tenant_id)
        yield
        if is_within:  # else the setting ends with the transaction
            _set_local("app.tenant", before)


def enter_tenant(tenant_id: uuid.UUID) -> str:
    """Point the running transaction at one tenant; answers the tenant it was pointed at before."""
    return _set_local("app.tenant", str(tenant_id))


def leave_tenant() -> None:
    """Let the running transaction see no tenant's rows."""
    _set_local("app.tenant", "")


def reveal_person(user_id: int) -> None:
    """Let the running transaction see one person's roles (`app.user`)."""
    _set_local("app.user", str(user_id))


@contextmanager
def erasing() -> Iterator[None]:
    """Let the running transaction take words out of append-only tables, see `EraseWords`."""
    before = _set_local("app.erasing", "on")
    yield
    _set_local("app.erasing", before)


def _set_local(setting: str, value: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(current_setting(%s, true), ''), set_config(%s, %s, true)",
            [setting, setting, value],
        )
        return str(cursor.fetchone()[0])


def policy_statements(table: str, *, also: str = "") -> list[str]:
    """SQL that isolates a table by tenant; `also` is a further condition that admits a row."""
    admits = f"({OWN_ROWS}) OR ({also})" if also else OWN_ROWS
    return [
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY tenant_rows ON {table} USING ({admits}) WITH CHECK ({OWN_ROWS})",
    ]


class IsolateTable(RunSQL):
    """Migration step: row-level security on a table, for its owner as well."""

    def __init__(self, table: str, *, also: str = "") -> None:
        super().__init__(
            [*policy_statements(table, also=also)],
            [
                f"DROP POLICY tenant_rows ON {table}",
                f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY",
                f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
            ],
        )
        self.table, self.also = table, also

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return ("IsolateTable", [self.table], {"also": self.also} if self.also else {})


class AppendOnly(RunSQL):
    """Migration step: rows of a table can be added, never changed or removed one by one."""

    def __init__(self, table: str) -> None:
        name = f"{table}_append_only"
        super().__init__(
            [
                f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$",
                f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table} "
                f"FOR EACH ROW EXECUTE FUNCTION {name}()",
            ],
            [f"DROP TRIGGER {name} ON {table}", f"DROP FUNCTION {name}()"],
        )
        self.table = table

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return ("AppendOnly", [self.table], {})


class EraseWords(RunSQL):
    """Migration step: in a transaction that erases, words of an append-only table may be changed.

    Only in the named columns: who decided what, and when, stays as it was written. With `rows`
    whole rows may be removed then as well.
    """

    def __init__(self, table: str, *, columns: Sequence[str], rows: bool = False) -> None:
        super().__init__([_guard(table, columns, rows=rows)], [_guard(table, ())])
        self.table, self.columns, self.rows = table, list(columns), rows

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        rows = {"rows": True} if self.rows else {}
        return ("EraseWords", [self.table], {"columns": self.columns, **rows})


def _guard(table: str, columns: Sequence[str], *, rows: bool = False) -> str:
    """Spell the trigger's function: everything is refused but to change `columns` in an erasure."""
    exempt = ", ".join(f"'{name}'" for name in columns)
    kept = f"ARRAY[{exempt}]::text[]"
    erases = f"""
        IF TG_OP = 'UPDATE' AND current_setting('app.erasing', true) = 'on'
           AND to_jsonb(NEW) - {kept} = to_jsonb(OLD) - {kept} THEN RETURN NEW; END IF;
    """
    if rows:
        erases += """
        IF TG_OP = 'DELETE' AND current_setting('app.erasing', true) = 'on'
           THEN RETURN OLD; END IF;
    """
    return f"""
        CREATE OR REPLACE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN {erases if columns else ""} RAISE EXCEPTION '{table} is append-only'; END $$
    """


def refuse_superuser(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Stop when the database role would walk through row-level security."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")
        row = cursor.fetchone()
    if row and row[0]:
        raise ImproperlyConfigured(
            "DATABASE_URL names a role that ignores row-level security (superuser or BYPASSRLS). "
            "Give Journeyman a plain role that owns its database."
        )
