"""A key is shown once and stored as a digest; made and revoked on record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, connection, transaction

from apps.tenants.authentication import KEY_PATTERN
from apps.tenants.issue_key import issue_key, revoke_key
from apps.tenants.models import ApiKey, AuditEvent, Scope

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.mark.parametrize("scope", Scope.values)
def test_a_key_has_the_promised_form(clinic: Team, scope: str):
    key = issue_key(clinic.members["owner"], name="ci", scope=scope)
    match = KEY_PATTERN.fullmatch(key)
    assert match
    assert match[1] == scope
    row = ApiKey.objects.for_tenant(clinic.tenant).get(pk=match[2])
    assert (row.name, row.scope, row.created_by) == ("ci", scope, clinic.members["owner"])


def test_the_secret_is_nowhere_in_the_database(clinic: Team):
    secret = issue_key(clinic.members["owner"], name="ci", scope="read").rsplit("_", 1)[1]
    for table in ("tenants_apikey", "tenants_auditevent"):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT row_to_json(t)::text FROM {table} AS t")
            assert not any(secret in row[0] for row in cursor.fetchall())


def test_no_two_keys_are_alike(clinic: Team):
    keys = {issue_key(clinic.members["owner"], name="ci", scope="read") for _ in range(20)}
    assert len({key.rsplit("_", 1)[1] for key in keys}) == 20


def test_revoking_twice_changes_nothing(clinic: Team):
    row = ApiKey.objects.for_tenant(clinic.tenant).get(scope="read")
    for _ in range(2):
        revoke_key(row, by=clinic.members["admin"])
    events = AuditEvent.objects.for_tenant(clinic.tenant).filter(action="revoke_key")
    assert [(one.actor, one.target_id) for one in events] == [("admin@clinic.example", str(row.pk))]


def test_the_database_knows_no_other_scope(clinic: Team):
    with pytest.raises(IntegrityError, match="apikey_scope_is_known"), transaction.atomic():
        issue_key(clinic.members["owner"], name="ci", scope="root")
