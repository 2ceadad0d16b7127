"""Call a registered tool: arguments held to its schema, one idempotency key a purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import orjson

from apps.errors import DomainError
from apps.evolution.domain.json_shape import find_mismatch
from apps.evolution.domain.tool_request import IN_THE_QUERY, hide_values, with_query
from apps.evolution.register_tool import reach_of, secrets_of
from apps.tenants.call_out import OutboundCall, call_out
from apps.tenants.checked_way import CallFailed
from apps.trajectories.domain.cleaning import read_json

if TYPE_CHECKING:
    from apps.evolution.models import Tool
    from apps.tenants.call_out import OutboundAnswer

LONGEST_EXCERPT = 300
TRY_LATER = frozenset({408, 425, 429})


def call_tool(
    tool: Tool, arguments: dict[str, Any], *, key: str, timeout_s: float | None = None
) -> Any:
    """Call a tool and give what it answered: JSON, or its text, or None for nothing.

    `key` is sent as `Idempotency-Key`. Raises `tool_inactive`, `invalid_arguments`, and
    `CallFailed` when there is no answer, a bad one (`tool_error`, `tool_busy`,
    `tool_refused`), or one that does
    not fit its schema (`unexpected_answer`). Not to be called inside a transaction.
    """
    if not tool.is_active:
        raise DomainError("tool_inactive", f"The tool {tool.name!r} is deactivated.")
    mismatch = find_mismatch(arguments, tool.input_schema, field="params")
    if mismatch:
        raise DomainError("invalid_arguments", mismatch)
    secrets = secrets_of(tool)
    limit = min(timeout_s or tool.timeout_s, tool.timeout_s)
    try:
        answer = call_out(_request(tool, arguments, secrets, key, limit), reach=reach_of(tool))
    except CallFailed as error:
        said = hide_values(error.detail, secrets)
        raise CallFailed(error.code, said, was_sent=error.was_sent) from error
    return _read(tool, answer, secrets)


def _request(
    tool: Tool, arguments: dict[str, Any], secrets: dict[str, str], key: str, limit: float
) -> OutboundCall:
    headers = {
        "Accept": "application/json",
        **tool.headers,
        **secrets,
        "Idempotency-Key": quote(key, safe=":-_."),
    }
    if tool.method in IN_THE_QUERY:
        return OutboundCall(tool.method, with_query(tool.url, arguments), headers, b"", limit)
    headers["Content-Type"] = "application/json"
    return OutboundCall(tool.method, tool.url, headers, orjson.dumps(arguments), limit)


def _read(tool: Tool, answer: OutboundAnswer, secrets: dict[str, str]) -> Any:
    text = hide_values(answer.body.decode(errors="replace"), secrets)
    if not 200 <= answer.status < 300:
        said = f"{tool.name} answered {answer.status}: {text[:LONGEST_EXCERPT]}".rstrip(": ")
        if answer.status in TRY_LATER:
            raise CallFailed("tool_busy", said, was_sent=False)
        code = "tool_error" if answer.status >= 500 else "tool_refused"
        raise CallFailed(code, said, was_sent=True)
    value = _value(text, answer.headers.get("content-type", ""))
    mismatch = (
        find_mismatch(value, tool.output_schema, field="output") if tool.output_schema else ""
    )
    if mismatch:
        raise CallFailed("unexpected_answer", f"{tool.name}: {mismatch}", was_sent=True)
    return value


def _value(text: str, kind: str) -> Any:
    if not text.strip():
        return None
    try:
        return read_json(text.encode())
    except orjson.JSONDecodeError:
        if "json" in kind:
            said = "The answer says that it is JSON, and is not."
            raise CallFailed("unexpected_answer", said, was_sent=True) from None
        return text
