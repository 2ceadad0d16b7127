"""The fixed cast of every test: two tenants with people and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.conf import settings

from tests.cast import Team, make_team
from tests.loopback import refuse_the_network

if TYPE_CHECKING:
    from collections.abc import Iterator


def pytest_configure() -> None:
    """Hash passwords quickly: the cast logs in a thousand times."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def clinic(db: None) -> Iterator[Team]:
    """The tenant that a test is about; its rows are visible while the test runs."""
    team = make_team("clinic")
    with team.inside():
        yield team


@pytest.fixture
def factory(db: None) -> Team:
    """The other tenant: enter it with `factory.inside()`."""
    return make_team("factory")


@pytest.fixture(autouse=True)
def _tasks_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent to a broker: tests run the operations themselves."""
    monkeypatch.setattr("celery.app.task.Task.apply_async", lambda *_, **__: None)


@pytest.fixture(autouse=True)
def _only_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reaches another machine, by mistake or by a library's own will."""
    refuse_the_network(monkeypatch)
