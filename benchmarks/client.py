"""A client that keeps its connection and costs as little as Python allows."""

from __future__ import annotations

import http.client
from typing import TYPE_CHECKING, Any, Self

import orjson

from config.embedded.ports import HOST

if TYPE_CHECKING:
    from benchmarks.team import Team

TIMEOUT_S = 60


class Client:
    """Posts JSON with the tenant's key over one keep-alive connection."""

    def __init__(self, team: Team) -> None:
        self._connection = http.client.HTTPConnection(HOST, team.port, timeout=TIMEOUT_S)
        self._headers = {
            "Authorization": f"Bearer {team.key}",
            "Content-Type": "application/json",
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def post(self, path: str, body: bytes) -> bytes:
        """Answer what came back; anything but 200 ends the benchmark."""
        self._connection.request("POST", path, body, self._headers)
        response = self._connection.getresponse()
        answer = response.read()
        if response.status != http.HTTPStatus.OK:
            raise RuntimeError(f"{path}: {response.status} {answer[:500]!r}")
        return answer

    def ask(self, path: str, body: Any) -> Any:
        """Post a value and read the answer."""
        return orjson.loads(self.post(path, orjson.dumps(body)))
