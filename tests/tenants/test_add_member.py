"""People come into a tenant with a role, and a tenant never loses its last owner."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from apps.errors import DomainError
from apps.tenants.add_member import add_member
from apps.tenants.models import AuditEvent, Membership, Role, User

if TYPE_CHECKING:
    from tests.cast import Team


def test_a_new_person_gets_an_account_and_a_role(clinic: Team):
    member, password = add_member(
        clinic.tenant, "Nurse@Clinic.example", role=Role.REVIEWER, actor="owner"
    )
    assert (member.role, member.user.email) == ("reviewer", "nurse@clinic.example")
    assert member.user.check_password(password or "")
    event = AuditEvent.objects.for_tenant(clinic.tenant).filter(action="set_role").get()
    assert event.detail == {"before": None, "after": "reviewer"}


def test_a_known_person_keeps_their_account_in_another_tenant(clinic: Team, factory: Team):
    email = factory.members["member"].user.email
    member, password = add_member(clinic.tenant, email, role=Role.VIEWER, actor="owner")
    assert (member.role, password) == ("viewer", None)
    assert User.objects.filter(email=email).count() == 1


def test_a_member_gets_another_role(clinic: Team):
    email = clinic.members["viewer"].user.email
    add_member(clinic.tenant, email, role=Role.REVIEWER, actor="owner")
    mine = Membership.objects.for_tenant(clinic.tenant).filter(user__email=email)
    assert [one.role for one in mine] == ["reviewer"]


@pytest.mark.parametrize(
    ("email", "role", "code"),
    [
        ("owner@clinic.example", "member", "last_owner"),
        ("nobody", "member", "invalid_email"),
        ("a@b.example", "king", "unknown_role"),
    ],
)
def test_what_cannot_be_is_refused(clinic: Team, email: str, role: str, code: str):
    with pytest.raises(DomainError) as refused:
        add_member(clinic.tenant, email, role=role, actor="owner")
    assert refused.value.code == code


def test_the_command_says_what_it_did(clinic: Team, capsys: pytest.CaptureFixture[str]):
    call_command("add_member", "new@clinic.example", "--role", "reviewer", "--json")
    said = json.loads(capsys.readouterr().out)
    assert (said["tenant"], said["role"]) == ("clinic", "reviewer")
    assert len(said["password"]) >= 15
    with pytest.raises(CommandError):
        call_command("add_member", "not-an-address")
