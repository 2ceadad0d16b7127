"""Model servers on this machine that say what a test told them to, over real HTTP."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.test import override_settings

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Turn:
    """One answer of a server: words and why they end, or a status with an error."""

    text: str = ""
    finish: str = "stop"
    status: int = 200
    error: dict[str, Any] | None = None
    seconds: float = 0
    counts: bool = True


@dataclass
class Script:
    """What a server will say, turn by turn, the last one again and again; what it was asked."""

    turns: list[Turn]
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def next_turn(self) -> Turn:
        return self.turns[min(len(self.asked), len(self.turns)) - 1]


def openai_answer(turn: Turn) -> dict[str, Any]:
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 1,
        "model": "small",
        "choices": [
            {
                "index": 0,
                "finish_reason": turn.finish,
                "message": {"role": "assistant", "content": turn.text},
            }
        ],
        **({"usage": usage} if turn.counts else {}),
    }


def anthropic_answer(turn: Turn) -> dict[str, Any]:
    call = {"type": "tool_use", "id": "t1", "name": "final_result", "input": json.loads(turn.text)}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-small",
        "content": [call],
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


class Talk(BaseHTTPRequestHandler):
    """One request: note it, wait, answer by the script."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        server = cast("ScriptedServer", self.server)
        length = int(self.headers["Content-Length"])
        server.script.asked.append(json.loads(self.rfile.read(length)))
        server.script.keys.append(
            self.headers.get("x-api-key") or self.headers.get("Authorization") or ""
        )
        turn = server.script.next_turn()
        time.sleep(turn.seconds)
        shape = anthropic_answer if self.path.endswith("/messages") else openai_answer
        body = {"error": turn.error or {}} if turn.status != 200 else shape(turn)
        self._send(turn.status, json.dumps(body).encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing on the terminal."""


class ScriptedServer(ThreadingHTTPServer):
    """A server on a free port of the loopback."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.script = script

    def handle_error(self, *_: Any) -> None:
        """A client that gave up is what a test wanted."""


@contextmanager
def model_says(*turns: Turn | str, **changes: Any) -> Iterator[Script]:
    """Set up a model that follows this script; gives what it notes.

    `changes` are variables of the environment beside its address: `model_timeout_seconds=1`.
    """
    script = Script([Turn(one) if isinstance(one, str) else one for one in turns])
    server = ScriptedServer(script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        with model_at(f"http://127.0.0.1:{server.server_address[1]}", **changes):
            yield script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def model_at(address: str, **changes: Any) -> Iterator[None]:
    """Set up the model at an address."""
    told = {"model_provider": "openai", "model_name": "small", "model_base_url": address}
    with override_settings(ENV=settings.ENV.model_copy(update=told | changes)):
        yield
