"""The only way out to servers that tenants name: checked addresses, no redirects, hard limits.

A host name is resolved once, every address it has is checked, and the connection goes to one of
those: a name that changes its mind between check and use gains nothing. The time limit is for the
whole call, however slowly bytes arrive. httpcore lets the connection be replaced and gives each
read its timeout; it follows no redirects, reads no proxies from the environment, unpacks nothing.
"""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import httpcore2 as httpcore

from apps.errors import DomainError
from apps.tenants.checked_way import CallFailed, CheckedWay, Reach

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST_ANSWER = 1024 * 1024
LONGEST_URL = 8000
PORTS = {"http": 80, "https": 443}
_KEPT = "/%:@!$&'()*+,;=~-._"


@dataclass(frozen=True, slots=True)
class OutboundCall:
    """What is sent where; `timeout_s` is for all of it, from the look-up to the last byte."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    timeout_s: float = 30


@dataclass(frozen=True, slots=True)
class OutboundAnswer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Place:
    """A URL in its parts, as they are sent."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if PORTS[self.scheme] == self.port else f"{host}:{self.port}"


def call_out(call: OutboundCall, *, reach: Reach) -> OutboundAnswer:
    """Send one request and give its answer, whatever its status.

    Raises `invalid_url`, `host_not_allowed`, and `CallFailed`: `address_refused`, `unreachable`,
    `timed_out`, `broken_off`, `answer_too_large`. Not to be called inside a transaction.
    """
    place = check_url(call.url, reach=reach)
    ends = monotonic() + call.timeout_s
    way = CheckedWay(reach, ends)
    headers = [
        (b"Host", place.authority.encode()),
        (b"User-Agent", b"Journeyman"),
        (b"Accept-Encoding", b"identity"),
        (b"Connection", b"close"),
        (b"Content-Length", str(len(call.body)).encode()),
        *((name.encode("ascii"), value.encode()) for name, value in call.headers.items()),
    ]
    url = httpcore.URL(
        scheme=place.scheme.encode(),
        host=place.host.encode(),
        port=place.port,
        target=place.target.encode(),
    )
    request = httpcore.Request(call.method, url, headers=headers, content=call.body)
    try:
        with httpcore.ConnectionPool(
            ssl_context=ssl.create_default_context(), network_backend=way
        ) as pool:
            return _read(pool.handle_request(request))
    except CallFailed:
        raise
    except (httpcore.TimeoutException, TimeoutError) as error:
        said = f"{place.host} did not answer within {call.timeout_s:g} s."
        raise CallFailed("timed_out", said, was_sent=way.was_sent) from error
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        raise _broken(place, way, error) from error


def _broken(place: Place, way: CheckedWay, error: Exception) -> CallFailed:
    why = str(error).strip() or type(error).__name__
    if way.was_sent:
        return CallFailed("broken_off", f"{place.host} broke off: {why[:200]}", was_sent=True)
    said = f"{place.host} cannot be reached: {why[:200]}"
    return CallFailed("unreachable", said, was_sent=False)


def _read(answer: httpcore.Response) -> OutboundAnswer:
    body = bytearray()
    for part in answer.iter_stream():
        body += part
        if len(body) > LARGEST_ANSWER:
            limit = LARGEST_ANSWER // 1024
            said = f"The answer is longer than {limit} KB."
            raise CallFailed("answer_too_large", said, was_sent=True)
    headers = {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in answer.headers
    }
    return OutboundAnswer(answer.status, headers, bytes(body))


def check_url(url: str, *, reach: Reach) -> Place:
    """Take a URL apart; raises `invalid_url` or `host_not_allowed`."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
        host = host if ":" in host else host.encode("idna").decode()
    except ValueError as error:
        raise DomainError("invalid_url", f"url: {error}.") from error
    if parts.scheme not in PORTS or not host or len(url) > LONGEST_URL:
        raise DomainError("invalid_url", "url: Write http:// or https:// and a host.")
    if parts.username is not None or parts.password is not None:
        raise DomainError("invalid_url", "url: A name and a password belong into a header.")
    if not _is_allowed(host, reach.hosts):
        raise DomainError("host_not_allowed", f"url: {host} is none of the allowed hosts.")
    query = "?" + quote(parts.query, safe=_KEPT + "?") if parts.query else ""
    target = (quote(parts.path, safe=_KEPT) or "/") + query
    return Place(parts.scheme, host, port or PORTS[parts.scheme], target)


def _is_allowed(host: str, allowed: tuple[str, ...]) -> bool:
    """Compare with the listed hosts; `*.example.org` and `.example.org` stand for what is below."""
    for one in allowed:
        wanted = one.strip().lower().rstrip(".").removeprefix("*")
        if host == wanted or (wanted.startswith(".") and host.endswith(wanted)):
            return True
    return not allowed
