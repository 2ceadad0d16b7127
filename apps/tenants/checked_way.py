"""Connections of outbound calls: to checked addresses only, and in the call's own time."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

import httpcore2 as httpcore

from apps.errors import DomainError
from apps.tenants.network_address import is_reachable

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a tenant's calls may go; no hosts: to every public one."""

    hosts: tuple[str, ...] = ()
    may_be_private: bool = False


class CallFailed(DomainError):
    """The call brought no answer; `was_sent`: it may have had its effect all the same."""

    status = 502

    def __init__(self, code: str, detail: str, *, was_sent: bool) -> None:
        super().__init__(code, detail)
        self.was_sent = was_sent


class CheckedWay(httpcore.NetworkBackend):
    """Opens connections to addresses that were checked, and no longer than the call may last."""

    def __init__(self, reach: Reach, ends: float) -> None:
        self.reach, self.ends = reach, ends
        self.was_sent = False

    def left(self) -> float:
        """Give the seconds that are left; raises when there are none."""
        left = self.ends - monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = self._checked(host, port)
        for n, address in enumerate(addresses, start=1):
            share = self.left() / (len(addresses) - n + 1)
            try:
                stream = httpcore.SyncBackend().connect_tcp(address, port, timeout=share)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if n == len(addresses):
                    raise
            else:
                return _TimedStream(stream, self)
        raise CallFailed("unreachable", f"{host} has no address.", was_sent=False)

    def _checked(self, host: str, port: int) -> list[str]:
        found = _look_up(host, port, timeout_s=self.left())
        for address in found:
            if not is_reachable(address, may_be_private=self.reach.may_be_private):
                said = f"{host} is at {address}, which calls may not reach."
                raise CallFailed("address_refused", said, was_sent=False)
        return found


class _TimedStream(httpcore.NetworkStream):
    """A connection whose every read and write ends with the call's time."""

    def __init__(self, stream: httpcore.NetworkStream, way: CheckedWay) -> None:
        self.stream, self.way = stream, way

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.stream.read(max_bytes, self.way.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.way.was_sent = True
        while buffer:
            self.stream.write(buffer[:65536], self.way.left())
            buffer = buffer[65536:]

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        left = self.way.left()
        return _TimedStream(self.stream.start_tls(ssl_context, server_hostname, left), self.way)

    def get_extra_info(self, info: str) -> Any:
        return self.stream.get_extra_info(info)


def _look_up(host: str, port: int, *, timeout_s: float) -> list[str]:
    """Resolve a name; the system's resolver knows no time limit, so it is asked from a thread."""
    found: list[Any] = []

    def ask() -> None:
        try:
            found.append(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            found.append(error)

    asking = Thread(target=ask, daemon=True)
    asking.start()
    asking.join(timeout_s)
    if not found:
        raise TimeoutError
    if isinstance(found[0], OSError):
        raise CallFailed("unreachable", f"There is no host {host}.", was_sent=False)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found[0]))
