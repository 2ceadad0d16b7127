"""A server with what a test puts on it, and ways to look at a folder of skills."""

from __future__ import annotations

import hashlib
import io
import json
import socket
import threading
import zipfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from journeyman_client.record import RECORD

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from journeyman_client.pull import Outcome
    from tests.http_servers import Asked, Reply, Server

INDEX = "/.well-known/agent-skills/index.json"


class Shelf:
    """Answers as Journeyman does, from entries that a test may bend."""

    up: Server

    def __init__(self) -> None:
        self.entries: dict[str, dict[str, Any]] = {}
        self.bodies: dict[str, bytes] = {}
        self.replies: dict[str, Reply] = {}

    def put(self, name: str, text: str = "Do it.", version: str = "1.0.0", **more: Any) -> None:
        """Serve a lone text."""
        self._serve(name, version, "skill-md", f"/{name}/SKILL.md", text.encode(), more)

    def put_archive(self, name: str, packed: bytes, version: str = "1.0.0", **more: Any) -> None:
        """Serve a folder, or whatever these bytes are."""
        self._serve(name, version, "archive", f"/{name}.zip", packed, more)

    def drop(self, name: str) -> None:
        """Serve it no longer."""
        del self.entries[name]

    def _serve(
        self, name: str, version: str, kind: str, path: str, body: bytes, more: Mapping[str, Any]
    ) -> None:
        self.bodies[path] = body
        self.entries[name] = {
            "name": name,
            "version": version,
            "type": kind,
            "url": f"https://elsewhere.example{path}",
            "digest": f"sha256:{hashlib.sha256(body).hexdigest()}",
            **more,
        }

    def __call__(self, asked: Asked) -> Reply:
        path = asked.path.partition("?")[0]
        if path in self.replies:
            return self.replies[path]
        if path != INDEX:
            return 200, {}, self.bodies[path]
        body = json.dumps({"skills": list(self.entries.values())}).encode()
        tag = f'"{hashlib.sha256(body).hexdigest()}"'
        same = asked.headers.get("if-none-match") == tag
        return (304, {"ETag": tag}, b"") if same else (200, {"ETag": tag}, body)

    @property
    def paths(self) -> list[str]:
        """What was asked for, in order."""
        return [one.path for one in self.up.asked]


@contextmanager
def breaking_off(start: bytes) -> Iterator[str]:
    """Answer one request with the start of an answer, and hang up."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(start)

    answering = threading.Thread(target=answer, daemon=True)
    answering.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        answering.join(timeout=5)
        listening.close()


def packed(files: Mapping[str, str | bytes], *, links: Mapping[str, str] | None = None) -> bytes:
    """A zip with these files under exactly these names, and these symbolic links."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path), content)
        for path, target in (links or {}).items():
            link = zipfile.ZipInfo(path)
            link.create_system, link.external_attr = 3, 0o120777 << 16
            archive.writestr(link, target)
    return out.getvalue()


def outcomes(done: list[Outcome]) -> dict[str, tuple[str, str]]:
    """What became of each, and why."""
    return {one.name: (one.outcome, one.code) for one in done}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, but for the record."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != RECORD
    }
