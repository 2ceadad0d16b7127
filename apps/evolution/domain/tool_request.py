"""How a tool's arguments are put into a request, and which headers it may have."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from apps.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_HEADERS = 20
LONGEST_VALUE = 4000
LEAST_SECRET = 6
HIDDEN = "[redacted:secret]"
IN_THE_QUERY = frozenset({"GET", "DELETE"})

_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_VALUE = re.compile(r"[\x21-\x7e\x80-\U0010ffff]([\t\x20-\x7e\x80-\U0010ffff]*\S)?")
# What says how the request itself is to be read, or what is set for each call.
_OURS = frozenset(
    "host content-length content-type transfer-encoding connection upgrade te trailer expect "
    "accept-encoding idempotency-key proxy-authorization proxy-connection keep-alive".split()
)


def check_headers(headers: Mapping[str, Any], *, field: str) -> None:
    """Refuse header names and values that do not belong to the tool; raises `invalid_header`."""
    if len(headers) > MOST_HEADERS:
        raise DomainError("invalid_header", f"{field}: At most {MOST_HEADERS} headers.")
    for name, value in headers.items():
        if not _NAME.fullmatch(name) or name.lower() in _OURS:
            raise DomainError("invalid_header", f"{field}: {name[:100]!r} cannot be set.")
        is_text = isinstance(value, str) and len(value) <= LONGEST_VALUE
        if not is_text or not _VALUE.fullmatch(value):
            raise DomainError("invalid_header", f"{field}.{name}: Give a text on one line.")


def with_query(url: str, arguments: Mapping[str, Any]) -> str:
    """Add arguments to a URL: a list once for each value, an object as JSON, null not at all."""
    pairs = [
        (name, _written(one))
        for name, value in arguments.items()
        for one in (value if isinstance(value, list) else [value])
        if one is not None
    ]
    address, _, _ = url.partition("#")
    link = "&" if "?" in address else "?"
    return f"{address}{link}{urlencode(pairs)}" if pairs else address


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def hide_values(text: str, secrets: Mapping[str, str]) -> str:
    """Take the tool's own secrets out of a text, also where only the part after a space stands."""
    for secret in secrets.values():
        for part in (secret, secret.rpartition(" ")[2]):
            if len(part) >= LEAST_SECRET:
                text = text.replace(part, HIDDEN)
    return text
