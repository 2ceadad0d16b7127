"""A client that keeps its connection and costs as little as Python allows."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any, Self

import orjson

from config.embedded.ports import HOST

if TYPE_CHECKING:
    from benchmarks.team import Team

TIMEOUT_S = 60
CHUNK_BYTES = 65_536
DONE = (b" 200 ", b" 201 ")


class Client:
    """Posts JSON with the tenant's key over one keep-alive connection.

    A bare socket: what a full client does in Python would be measured as the server's time.
    """

    def __init__(self, team: Team, *, key: str = "") -> None:
        self._socket = socket.create_connection((HOST, team.port), timeout=TIMEOUT_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._headers = (
            f"Host: {HOST}\r\nAuthorization: Bearer {key or team.key}\r\n"
            "Content-Type: application/json\r\nContent-Length: "
        ).encode()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def post(self, path: str, body: bytes) -> bytes:
        """Answer what came back; anything but 200 or 201 ends the benchmark."""
        return self._send(b"POST", path, body)

    def get(self, path: str) -> bytes:
        """Answer what came back, as `post` does."""
        return self._send(b"GET", path, b"")

    def _send(self, method: bytes, path: str, body: bytes) -> bytes:
        self._socket.sendall(
            b"%s %s HTTP/1.1\r\n%s%d\r\n\r\n%s"
            % (method, path.encode(), self._headers, len(body), body)
        )
        head, answer = self._read()
        status, *_ = head.split(b"\r\n", 1)
        if not any(code in status for code in DONE):
            raise RuntimeError(f"{path}: {status!r} {answer[:500]!r}")
        return answer

    def _read(self) -> tuple[bytes, bytes]:
        """The head of the answer, and its body by the length that the head states."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._receive()
        head, _, body = data.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
        while len(body) < length:
            body += self._receive()
        return head, body

    def _receive(self) -> bytes:
        data = self._socket.recv(CHUNK_BYTES)
        if not data:
            raise ConnectionError("the server closed the connection")
        return data

    def ask(self, path: str, body: Any) -> Any:
        """Post a value and read the answer."""
        return orjson.loads(self.post(path, orjson.dumps(body)))
