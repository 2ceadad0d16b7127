"""Sockets that reach this machine only."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest


def refuse_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that reaches for another machine."""
    connect = socket.socket.connect

    def connect_here(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and address[0] not in {"127.0.0.1", "::1", "localhost"}:
            raise AssertionError(f"a test reached for {address[0]}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect_here)


def dead_address() -> str:
    """An address of this machine where nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{held.getsockname()[1]}"
