"""What the benchmarks run against: real servers that sync to disk, and a real gunicorn."""

from __future__ import annotations

import http.client
import os
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import django
import psycopg

from config.embedded import servers
from config.embedded.home import leave_home
from config.embedded.ports import HOST, free_port
from config.embedded.program import Program
from config.embedded.supervisor import Supervisor
from config.embedded.var_folder import VarFolder

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT = Path(__file__).resolve().parents[1]
READY_S = 60.0
# Counting costs what it costs in production; only the refusal is out of the way.
REQUESTS_A_MINUTE = 10_000_000


@dataclass(frozen=True)
class Stand:
    """Where the product answers, and who is asked about its processes."""

    port: int
    web_pid: int
    admin_url: str


@contextmanager
def open_stand() -> Iterator[Stand]:
    """Start everything and set Django up here as well; end it all afterwards."""
    with tempfile.TemporaryDirectory(prefix="jm-bench-") as name:
        folder = VarFolder.open(Path(name))
        try:
            with servers(folder.root, durable=True) as urls, Supervisor(folder.log) as supervisor:
                port = free_port()
                _set_environment(urls.database_url, urls.redis_url, folder, port)
                _migrate(supervisor)
                pid = _start_web(supervisor, port)
                django.setup()
                yield Stand(port, pid, urls.admin_url)
        finally:
            leave_home(folder)


def _set_environment(database_url: str, redis_url: str, folder: VarFolder, port: int) -> None:
    os.environ |= {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "DJANGO_SECRET_KEY": folder.secret("django"),
        "JOURNEYMAN_VAR": str(folder.root),
        "LOG_LEVEL": "WARNING",
        "PORT": str(port),
        "RATE_LIMIT_PER_MINUTE": str(REQUESTS_A_MINUTE),
    }


def _migrate(supervisor: Supervisor) -> None:
    for extra in ([], ["--run-syncdb"]):  # the baselines' table points at the tenants'
        words = ("manage.py", "migrate", "--no-input", "--verbosity", "0", *extra)
        supervisor.run(_python("migrate", *words))


def _start_web(supervisor: Supervisor, port: int) -> int:
    words = ("-m", "gunicorn", "-c", "python:config.gunicorn", "config.wsgi")
    child = supervisor.start(_python("web", *words))
    supervisor.wait_until(lambda: _is_ready(port), seconds=READY_S, what="gunicorn")
    return child.popen.pid


def _python(name: str, *words: str) -> Program:
    return Program(name, [sys.executable, *words], environment=dict(os.environ), folder=PROJECT)


def _is_ready(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def settle(stand: Stand) -> None:
    """Bring statistics and dead rows in order before a measurement, as autovacuum would by then."""
    with psycopg.connect(stand.admin_url.removesuffix("/postgres") + "/journeyman") as connection:
        connection.autocommit = True
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")
