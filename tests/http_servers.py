"""Small HTTP servers on this machine, in threads of the test."""

from __future__ import annotations

import json
import socket
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator


@dataclass
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body or b"null")


@dataclass
class Server:
    """A server that is up, and what it was asked."""

    port: int
    asked: list[Asked] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


Reply = tuple[int, dict[str, str], bytes]


def in_json(value: Any, status: int = 200) -> Reply:
    return status, {"Content-Type": "application/json"}, json.dumps(value).encode()


class _Listening(ThreadingHTTPServer):
    """Holds what its requests are answered with."""

    daemon_threads = True
    reply: Callable[[Asked], Reply]
    up: Server

    def handle_error(self, *_: Any) -> None:
        pass


class _Request(BaseHTTPRequestHandler):
    server: _Listening

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.command, self.path, headers, self.rfile.read(length))
        self.server.up.asked.append(asked)
        status, own, body = self.server.reply(asked)
        with suppress(OSError):  # the client may be gone
            self.send_response(status)
            for name, value in {**own, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving(
    reply: Callable[[Asked], Reply], *, tls: ssl.SSLContext | None = None
) -> Iterator[Server]:
    """Serve on a free port; `reply` says what each request is answered with."""
    server = _Listening(("127.0.0.1", 0), _Request)
    server.reply, server.up = reply, Server(server.server_address[1])
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server.up
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def dripping(start: bytes, drop: bytes, *, every_s: float = 0.05) -> Iterator[str]:
    """Answer any connection with `start`, and then one `drop` after the other, without end."""
    over = Event()
    listening = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        with suppress(OSError):
            connection, _ = listening.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(start)
                while not over.wait(every_s):
                    connection.sendall(drop)

    Thread(target=drip, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        over.set()
        listening.close()


class EffectsOnce:
    """A tool that honours `Idempotency-Key`: a key it has seen is answered without an effect."""

    def __init__(self, *, honours_keys: bool = True) -> None:
        self.honours_keys = honours_keys
        self.effects: list[str] = []
        self.answers: dict[str, Reply] = {}
        self.lock = Lock()
        self.begun, self.hold = Event(), Event()
        self.hold.set()

    def __call__(self, asked: Asked) -> Reply:
        key = asked.headers.get("idempotency-key", "")
        with self.lock:
            if self.honours_keys and key in self.answers:
                return self.answers[key]
            self.effects.append(key)
            reply = in_json({"number": len(self.effects), "asked": asked.json})
            self.answers[key] = reply
        self.begun.set()
        self.hold.wait(20)
        return reply
