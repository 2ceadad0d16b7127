"""What was decided is written down and stays as it was written."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest
from django.db import DatabaseError, connection, transaction

from apps.tenants.audit import record_audit
from apps.tenants.isolation import erasing
from apps.tenants.models import AuditEvent

if TYPE_CHECKING:
    from tests.cast import Team


def test_an_event_says_who_did_what_to_what(clinic: Team):
    made = record_audit(
        clinic.tenant, actor="护士长", action="rename", target=clinic.tenant, before="a", after="b"
    )
    made.refresh_from_db()
    assert (made.actor, made.action, made.target_kind) == ("护士长", "rename", "tenant")
    assert (made.target_id, made.detail) == (str(clinic.tenant.pk), {"before": "a", "after": "b"})


def test_a_long_name_is_cut_not_refused(clinic: Team):
    made = record_audit(clinic.tenant, actor="x" * 999, action="rename", target=clinic.tenant)
    assert len(made.actor) == 200


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tenants_auditevent SET actor = 'nobody'",
        "UPDATE tenants_auditevent SET detail = '{}'",
        "DELETE FROM tenants_auditevent",
    ],
)
def test_no_statement_changes_or_removes_an_event(clinic: Team, statement: str):
    before = list(AuditEvent.objects.for_tenant(clinic.tenant).values())
    refused = pytest.raises(DatabaseError, match="append-only")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(AuditEvent.objects.for_tenant(clinic.tenant).values()) == before


@pytest.mark.parametrize(
    ("statement", "refused"),
    [
        ("UPDATE tenants_auditevent SET detail = '{}'", False),
        ("UPDATE tenants_auditevent SET actor = 'nobody'", True),
        ("UPDATE tenants_auditevent SET detail = '{}', at = now() - interval '1 day'", True),
        ("DELETE FROM tenants_auditevent", True),
    ],
)
def test_an_erasure_takes_words_and_nothing_else(clinic: Team, statement: str, refused: bool):
    expected = pytest.raises(DatabaseError, match="append-only") if refused else nullcontext()
    with expected, transaction.atomic(), erasing(), connection.cursor() as cursor:
        cursor.execute(statement)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEvent.objects.for_tenant(clinic.tenant).update(detail={"still": "shut"})


def test_no_code_changes_or_removes_an_event(clinic: Team):
    event = AuditEvent.objects.for_tenant(clinic.tenant).earliest("at")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        event.save()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        event.delete()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEvent.objects.for_tenant(clinic.tenant).update(actor="nobody")


def test_what_is_rolled_back_is_not_on_record(clinic: Team):
    before = AuditEvent.objects.for_tenant(clinic.tenant).count()
    with transaction.atomic():
        record_audit(clinic.tenant, actor="a", action="rename", target=clinic.tenant)
        transaction.set_rollback(True)
    assert AuditEvent.objects.for_tenant(clinic.tenant).count() == before
