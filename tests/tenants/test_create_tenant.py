"""A tenant is made whole, with an owner and a key of each scope, or not at all."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.errors import DomainError
from apps.tenants.create_tenant import create_tenant
from apps.tenants.isolation import tenant_context
from apps.tenants.models import AuditEvent, Membership, Scope, Tenant, User
from tests.cast import KeyClient

pytestmark = pytest.mark.django_db
OWNER = "owner@clinic.example"


def command(*arguments: str) -> str:
    written = StringIO()
    call_command("create_tenant", *arguments, stdout=written)
    return written.getvalue()


def test_it_has_an_owner_who_can_log_in_and_keys_that_work():
    made = create_tenant("clinic", owner_email=OWNER)
    assert made.password
    assert made.owner.user.check_password(made.password)
    assert set(made.keys) == set(Scope.values)
    assert KeyClient(made.keys["read"]).get("/api/v1/stats").json()["trajectories"] == 0
    assert made.tenant.name == "Clinic"


def test_it_is_on_record():
    made = create_tenant("clinic", owner_email=OWNER)
    with tenant_context(made.tenant.pk):
        events = AuditEvent.objects.for_tenant(made.tenant).order_by("at", "id")
        assert [(one.action, one.actor) for one in events] == [
            ("create_tenant", OWNER),
            *[("issue_key", OWNER)] * len(Scope),
        ]


def test_an_owner_with_an_account_keeps_their_password():
    first = create_tenant("clinic", owner_email=OWNER)
    second = create_tenant("factory", owner_email="Owner@Clinic.example")
    assert second.password is None
    assert (second.owner.user, User.objects.count()) == (first.owner.user, 1)


def test_no_two_tenants_have_one_slug():
    create_tenant("clinic", owner_email=OWNER)
    with pytest.raises(DomainError) as refused:
        create_tenant("clinic", owner_email="other@clinic.example")
    assert refused.value.code == "tenant_exists"
    assert not User.objects.filter(email="other@clinic.example").exists()


@pytest.mark.parametrize(
    ("slug", "email", "code"),
    [
        ("two words", OWNER, "invalid_slug"),
        ("病区", OWNER, "invalid_slug"),
        ("", OWNER, "invalid_slug"),
        ("../up", OWNER, "invalid_slug"),
        ("x" * 64, OWNER, "invalid_slug"),
        ("clinic", "nobody", "invalid_email"),
        ("clinic", "", "invalid_email"),
    ],
)
def test_a_bad_name_or_address_is_refused_and_leaves_nothing(slug: str, email: str, code: str):
    with pytest.raises(DomainError) as refused:
        create_tenant(slug, owner_email=email)
    assert refused.value.code == code
    assert (Tenant.objects.count(), User.objects.count()) == (0, 0)


def test_the_command_prints_what_programs_need():
    shown: dict[str, Any] = json.loads(command("clinic", "--owner", OWNER, "--json"))
    assert set(shown) == {"tenant", "owner", "password", "keys"}
    assert (shown["tenant"], shown["owner"]) == ("clinic", OWNER)
    assert set(shown["keys"]) == {"ingest", "agent", "read", "review", "admin"}
    assert all(key.startswith(f"jm_{scope}_") for scope, key in shown["keys"].items())


def test_the_command_tells_people_their_password_once():
    text = command("clinic", "--owner", OWNER, "--name", "河畔医院")
    assert text.startswith("Tenant clinic, owner owner@clinic.example\nPassword: ")
    assert Tenant.objects.get().name == "河畔医院"
    assert "(the account had one already)" in command("factory", "--owner", OWNER)


def test_the_command_says_why_not():
    command("clinic", "--owner", OWNER)
    with pytest.raises(CommandError, match="already a tenant 'clinic'"):
        command("clinic", "--owner", OWNER)
    assert Membership.objects.count() <= 1
