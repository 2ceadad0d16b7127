"""A mail server on this machine that keeps what it is given."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import EmailMessage


@dataclass
class Sink:
    """A server that is up, and the messages that came."""

    port: int
    came: list[EmailMessage] = field(default_factory=list)


class _Listening(ThreadingTCPServer):
    daemon_threads = True
    up: Sink


class _Talk(StreamRequestHandler):
    """One client's conversation, as RFC 5321 has it without extensions."""

    server: _Listening

    def handle(self) -> None:
        self.say("220 sink")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.say("354 go on")
                self.take()
            self.say("221 bye" if word == b"QUIT" else "250 sink")
            if word == b"QUIT":
                return

    def take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        message = message_from_bytes(b"".join(lines), policy=policy.default)
        self.server.up.came.append(message)

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[Sink]:
    """Serve on a free port."""
    server = _Listening(("127.0.0.1", 0), _Talk)
    server.up = Sink(server.server_address[1])
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server.up
    finally:
        server.shutdown()
        server.server_close()
