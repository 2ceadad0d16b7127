"""The only door to the server: one GET at a time, within limits, never to another address."""

from __future__ import annotations

import http.client
import ipaddress
import json
import time
import urllib.request
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

from journeyman_client import __version__
from journeyman_client.errors import ClientError

if TYPE_CHECKING:
    from collections.abc import Mapping

TIMEOUT_S = 30.0
LONGEST_ANSWER_S = 300.0
CHUNK = 64 * 1024
MOST_OF_A_REFUSAL = 4096
GZIP = 31
REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True)
class Answer:
    """What the server said; `is_same` when what the client has is the current one."""

    body: bytes = b""
    etag: str = ""
    is_same: bool = False


class _StayHere(urllib.request.HTTPRedirectHandler):
    """Follows nothing: the key is meant for one server."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Server:
    """A Journeyman server at an address, asked with a key."""

    def __init__(self, url: str, key: str) -> None:
        parts = urlsplit(url)
        self.prefix = parts.path.rstrip("/")
        self.origin = f"{parts.scheme}://{parts.netloc.lower()}"
        self.url = self.origin + self.prefix
        self.key = key
        # A proxy does not reach this machine.
        direct = [urllib.request.ProxyHandler({})] if _is_here(parts.hostname or "") else []
        self.opener = urllib.request.build_opener(_StayHere(), *direct)

    def get(self, path: str, *, most: int, etag: str = "") -> Answer:
        """Ask for a path below the server's address; `most` bytes at most are taken."""
        headers = {
            "Authorization": f"Bearer {self.key}",
            "Accept-Encoding": "gzip",
            "User-Agent": f"journeyman-client/{__version__}",
        }
        if etag:
            headers["If-None-Match"] = etag
        # The scheme is http or https: `is_address` saw to it.
        request = urllib.request.Request(self._address(path), headers=headers)  # noqa: S310
        try:
            with self.opener.open(request, timeout=TIMEOUT_S) as answer:
                return Answer(self._read(answer, most), answer.headers.get("ETag") or "")
        except HTTPError as error:
            with error:
                return self._refusal(error)
        except (OSError, http.client.HTTPException) as error:
            raise ClientError("unreachable", server=self.url, why=_reason(error)) from error

    def _address(self, path: str) -> str:
        has_prefix = path.startswith(f"{self.prefix}/")
        return self.origin + (path if has_prefix else self.prefix + path)

    def _read(self, answer: Any, most: int) -> bytes:
        """Read a body whole, counting what comes and not what is promised."""
        ends, chunks, left = time.monotonic() + LONGEST_ANSWER_S, [], most
        while chunk := answer.read1(CHUNK):
            chunks.append(chunk)
            left -= len(chunk)
            if left < 0:
                raise ClientError("answer_too_large", server=self.url)
            if time.monotonic() > ends:
                raise ClientError("incomplete", server=self.url)
        body = b"".join(chunks)
        promised = answer.headers.get("Content-Length")
        if promised and promised.isdigit() and int(promised) != len(body):
            raise ClientError("incomplete", server=self.url)
        is_packed = (answer.headers.get("Content-Encoding") or "").lower() == "gzip"
        return self._unpack(body, most) if is_packed else body

    def _unpack(self, body: bytes, most: int) -> bytes:
        stream = zlib.decompressobj(GZIP)
        try:
            text = stream.decompress(body, most + 1)
        except zlib.error as error:
            raise ClientError("incomplete", server=self.url) from error
        if len(text) > most:
            raise ClientError("answer_too_large", server=self.url)
        if not stream.eof:
            raise ClientError("incomplete", server=self.url)
        return text

    def _refusal(self, error: HTTPError) -> Answer:
        """Say what a status means; the one that is good news is an answer."""
        if error.code == http.HTTPStatus.NOT_MODIFIED:
            return Answer(is_same=True)
        if error.code in REDIRECTS:
            where = urlsplit(error.headers.get("Location") or "")
            raise ClientError(
                "redirected", server=self.url, where=f"{where.scheme}://{where.netloc}"
            )
        codes = {401: "key_refused", 403: "key_scope", 404: "not_there", 410: "not_there"}
        if error.code in codes:
            raise ClientError(codes[error.code], server=self.url)
        raise ClientError("answered", server=self.url, status=error.code, why=_told(error))


def path_of(url: str) -> str:
    """Give the path and the query of an address: who is asked is not the index's to say."""
    parts = urlsplit(url)
    path = parts.path if parts.path.startswith("/") else f"/{parts.path}"
    return f"{path}?{parts.query}" if parts.query else path


def is_address(url: str) -> bool:
    """Tell whether a text is the address of a server."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
    plain = url.isascii() and url.isprintable() and " " not in url
    clear = not (parts.username or parts.password or parts.query or parts.fragment)
    return parts.scheme in {"http", "https"} and named and plain and clear


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _reason(error: Exception) -> object:
    """Find what a system says of a connection that came to nothing."""
    reason = getattr(error, "reason", error)
    return getattr(reason, "strerror", None) or reason or type(error).__name__


def _told(error: HTTPError) -> str:
    """Find the server's own sentence in a refusal."""
    try:
        told: Mapping[str, Any] = json.loads(error.read(MOST_OF_A_REFUSAL))
        return str(told["detail"])
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        return str(error.reason)
