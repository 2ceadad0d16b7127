"""Register, change and deactivate the tools that pipelines may call."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from apps.errors import Conflict, DomainError
from apps.evolution.domain.json_shape import check_schema
from apps.evolution.domain.tool_request import check_headers
from apps.evolution.models import Method, Repeat, Tool
from apps.tenants.audit import record_audit
from apps.tenants.call_out import check_url
from apps.tenants.checked_way import Reach
from apps.tenants.grants import BY_ROLE, Grant
from apps.tenants.seal import reseal, seal, unseal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.tenants.models import Membership, Tenant

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
LARGEST_SCHEMA = 64 * 1024
LONGEST_TIMEOUT_S = 300
CHANGEABLE = (
    "description url method input_schema output_schema headers timeout_s repeat may_be_private "
    "is_active"
).split()


@transaction.atomic
def register_tool(
    tenant: Tenant,
    *,
    name: str,
    by: Membership,
    secrets: Mapping[str, str] | None = None,
    **fields: Any,
) -> Tool:
    """Register a tool; `secrets` are headers that are sealed and never shown again.

    Raises `tool_exists`, and for a wrong field `invalid_name`, `invalid_url`, `host_not_allowed`,
    `invalid_schema`, `invalid_header`, `invalid_tool` or `permission_denied`.
    """
    if not NAME.fullmatch(name):
        wanted = "name: Up to 64 letters, digits, dots, hyphens and underscores."
        raise DomainError("invalid_name", wanted)
    if Tool.objects.for_tenant(tenant).filter(name=name).exists():
        raise Conflict("tool_exists", f"There is already a tool {name!r}.")
    tool = Tool(tenant=tenant, name=name)
    changed = _apply(tool, fields, secrets or {}, by)
    tool.save(force_insert=True)
    record_audit(tenant, actor=by.user.email, action="register_tool", target=tool, **changed)
    return tool


@transaction.atomic
def change_tool(
    tool: Tool, *, by: Membership, secrets: Mapping[str, str | None] | None = None, **fields: Any
) -> Tool:
    """Change what is given; a secret that is null is removed, one that is left out stays.

    Another address drops every secret that is not given anew: what was meant for one server is
    not sent to another. Raises what `register_tool` raises.
    """
    locked = Tool.objects.for_tenant(tool.tenant).select_for_update().get(name=tool.name)
    before = {name: getattr(locked, name) for name in fields if name in CHANGEABLE}
    moved = "url" in fields and _origin(fields["url"]) != _origin(locked.url)
    kept: dict[str, str | None] = {} if moved else dict(secrets_of(locked))
    given = {name: value for name, value in (kept | dict(secrets or {})).items() if value}
    changed = _apply(locked, fields, given, by)
    locked.updated_at = timezone.now()
    locked.save()
    record_audit(
        locked.tenant,
        actor=by.user.email,
        action="change_tool",
        target=locked,
        before=before,
        **changed,
    )
    return locked


def deactivate_tool(tool: Tool, *, by: Membership) -> Tool:
    """Let pipelines call a tool no longer; its name stays taken. Twice changes nothing."""
    return change_tool(tool, by=by, is_active=False) if tool.is_active else tool


def secrets_of(tool: Tool) -> dict[str, str]:
    """Open the headers that a tool keeps sealed; raises `sealed_with_another_key`."""
    if not tool.secrets:
        return {}
    opened: dict[str, str] = json.loads(unseal(bytes(tool.secrets), purpose=_purpose(tool)))
    return opened


def secret_names(tool: Tool) -> list[str]:
    """Name the headers that a tool keeps sealed; none, where they cannot be opened any more."""
    try:
        return sorted(secrets_of(tool))
    except DomainError:
        return []


def reseal_tools(tenant: Tenant) -> int:
    """Seal the tools' secrets under the present key; answers how many there are."""
    rows = Tool.objects.for_tenant(tenant).exclude(secrets=b"").select_for_update()
    with transaction.atomic():
        for tool in rows:
            tool.secrets = reseal(bytes(tool.secrets), purpose=_purpose(tool))
            tool.save(update_fields=["secrets"])
        return len(rows)


def reach_of(tool: Tool) -> Reach:
    """Say where a tool's calls may go."""
    hosts = tool.tenant.learning.tools.allowed_hosts
    return Reach(hosts=hosts, may_be_private=tool.may_be_private)


def _apply(
    tool: Tool, fields: Mapping[str, Any], secrets: Mapping[str, str], by: Membership
) -> dict[str, Any]:
    """Set the fields that are given, hold the whole to the rules; answers what to write down."""
    unknown = sorted(set(fields) - set(CHANGEABLE))
    if unknown:
        raise DomainError("invalid_tool", f"{unknown[0]}: There is no such field.")
    was_private, is_new = tool.may_be_private, tool._state.adding
    for name, value in fields.items():
        setattr(tool, name, value)
    _check(tool, secrets)
    opens = tool.may_be_private and (is_new or not was_private or "url" in fields)
    if opens and Grant.ADMIN not in BY_ROLE[by.role]:
        said = "may_be_private: Only administrators let a tool reach private addresses."
        raise DomainError("permission_denied", said)
    sealed = seal(json.dumps(dict(secrets)), purpose=_purpose(tool)) if secrets else b""
    tool.secrets = sealed
    return {"after": dict(fields), "secrets": sorted(secrets)}


def _check(tool: Tool, secrets: Mapping[str, str]) -> None:
    check_url(tool.url, reach=reach_of(tool))
    check_schema(tool.input_schema, field="input_schema")
    if tool.output_schema is not None:
        check_schema(tool.output_schema, field="output_schema")
    for name in ("input_schema", "output_schema"):
        if len(json.dumps(getattr(tool, name))) > LARGEST_SCHEMA:
            raise DomainError("invalid_schema", f"{name}: It is larger than 64 KB.")
    check_headers(tool.headers, field="headers")
    check_headers(secrets, field="secrets")
    if tool.method not in Method.values or tool.repeat not in Repeat.values:
        raise DomainError("invalid_tool", "method, repeat: This is none of the choices.")
    if not 1 <= tool.timeout_s <= LONGEST_TIMEOUT_S:
        raise DomainError("invalid_tool", f"timeout_s: From 1 to {LONGEST_TIMEOUT_S}.")


def _purpose(tool: Tool) -> str:
    return f"tool {tool.tenant_id} {tool.pk}"


def _origin(url: str) -> tuple[str, str, int]:
    place = check_url(url, reach=Reach())
    return place.scheme, place.host, place.port
