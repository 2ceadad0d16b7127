"""Tools are registered with a schema that holds, and secrets that nobody sees again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import DomainError
from apps.evolution.models import Tool
from apps.evolution.register_tool import (
    change_tool,
    deactivate_tool,
    register_tool,
    reseal_tools,
    secret_names,
    secrets_of,
)
from apps.tenants.change_settings import change_settings
from apps.tenants.models import AuditEvent

if TYPE_CHECKING:
    from tests.cast import Team

URL = "https://tools.example.org/brief"
TOKEN = {"Authorization": "Bearer very-secret"}


def register(team: Team, role: str = "reviewer", **fields: Any) -> Tool:
    fields = {"name": "brief", "url": URL, **fields}
    return register_tool(team.tenant, by=team.members[role], **fields)


def refusal(team: Team, **fields: Any) -> str:
    with pytest.raises(DomainError) as caught:
        register(team, **fields)
    return caught.value.code


def test_secrets_are_sealed_and_named_only(clinic: Team):
    tool = register(clinic, secrets=TOKEN)
    stored = Tool.objects.for_tenant(clinic.tenant).get(name="brief")
    assert b"very-secret" not in bytes(stored.secrets)
    assert (secret_names(stored), secrets_of(tool)) == (["Authorization"], TOKEN)
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action="register_tool")
    assert "very-secret" not in str(event.detail)
    assert event.detail["secrets"] == ["Authorization"]


def test_what_is_left_out_of_a_change_stays(clinic: Team):
    tool = change_tool(register(clinic, secrets=TOKEN), by=clinic.members["reviewer"], timeout_s=5)
    assert (tool.timeout_s, tool.url, secrets_of(tool)) == (5, URL, TOKEN)
    without = change_tool(tool, by=clinic.members["reviewer"], secrets={"Authorization": None})
    assert secrets_of(without) == {}


def test_secrets_are_not_sent_to_another_server(clinic: Team):
    tool, by = register(clinic, secrets=TOKEN), clinic.members["reviewer"]
    assert secrets_of(change_tool(tool, by=by, url=f"{URL}/v2")) == TOKEN
    assert secrets_of(change_tool(tool, by=by, url="https://elsewhere.example.org/")) == {}


def test_administrators_alone_open_private_addresses(clinic: Team):
    assert refusal(clinic, may_be_private=True) == "permission_denied"
    tool = register(clinic, role="admin", may_be_private=True)
    with pytest.raises(DomainError, match="administrators"):
        change_tool(tool, by=clinic.members["reviewer"], url="http://10.0.0.1/")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": "a b"}, "invalid_name"),
        ({"name": "../x"}, "invalid_name"),
        ({"url": "ftp://example.org"}, "invalid_url"),
        ({"url": "http://me:word@example.org"}, "invalid_url"),
        ({"input_schema": {"type": "nonsense"}}, "invalid_schema"),
        ({"output_schema": {"$ref": "http://example.org/x"}}, "invalid_schema"),
        ({"headers": {"Host": "x"}}, "invalid_header"),
        ({"headers": {"X-A": "a\r\nX-B: c"}}, "invalid_header"),
        ({"secrets": {"Idempotency-Key": "x"}}, "invalid_header"),
        ({"timeout_s": 0}, "invalid_tool"),
        ({"timeout_s": 301}, "invalid_tool"),
        ({"method": "TRACE"}, "invalid_tool"),
        ({"repeat": "often"}, "invalid_tool"),
        ({"tenant_id": "x"}, "invalid_tool"),
    ],
)
def test_a_wrong_field_is_refused(clinic: Team, fields: dict[str, Any], code: str):
    assert refusal(clinic, **fields) == code


def test_the_tenants_list_of_hosts_holds(clinic: Team):
    change_settings(clinic.members["owner"], settings={"tools": {"allowedHosts": ["a.example"]}})
    clinic.tenant.refresh_from_db()
    assert refusal(clinic) == "host_not_allowed"
    register(clinic, url="https://a.example/")


def test_a_name_is_taken_for_good(clinic: Team):
    tool = deactivate_tool(register(clinic), by=clinic.members["reviewer"])
    assert not tool.is_active
    assert refusal(clinic) == "tool_exists"


def test_secrets_outlive_a_new_key_once_they_are_sealed_anew(clinic: Team, settings: Any):
    old = settings.SECRET_KEY
    tool = register(clinic, secrets=TOKEN)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the-next-key", [old]
    assert reseal_tools(clinic.tenant) == 1
    settings.SECRET_KEY_FALLBACKS = []
    assert secret_names(tool) == []
    tool.refresh_from_db()
    assert secrets_of(tool) == TOKEN
