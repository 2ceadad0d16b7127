"""What these tests have in common: a server with what a test puts on it, and a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from journeyman_client.pull import Wish
from journeyman_client.server import Server
from shelf import Shelf
from tests.conftest import _only_this_machine, _tasks_wait  # noqa: F401 - fixtures of every test
from tests.http_servers import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the machine that runs the tests is set to says nothing."""
    for name in ("LC_ALL", "LC_MESSAGES", "JOURNEYMAN_KEY", "JOURNEYMAN_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    """A server that is up, with nothing on it."""
    own = Shelf()
    with serving(own) as up:
        own.up = up
        yield own


@pytest.fixture
def server(shelf: Shelf) -> Server:
    """The client's side of it."""
    return Server(shelf.up.url, "jm_agent_x_y")


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """A folder of skills that is not there yet."""
    return tmp_path / ".agents" / "skills"


@pytest.fixture
def wish(into: Path) -> Wish:
    """All of it into that folder."""
    return Wish(into)
