"""A pytest plugin that starts PostgreSQL and Valkey before Django reads its settings.

Loaded by `-p tests.servers`, as a conftest comes too late. The workers of xdist inherit the
environment, and so the servers, of the process that started them.
"""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

from config.embedded import servers

SERVERS = ExitStack()


def _start() -> None:
    """Start the servers once a run; with both URLs given, those are used."""
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        return
    folder = Path(SERVERS.enter_context(tempfile.TemporaryDirectory(prefix="jm-")))
    urls = SERVERS.enter_context(servers(folder, durable=False))
    os.environ["DATABASE_URL"], os.environ["REDIS_URL"] = urls.database_url, urls.redis_url


def pytest_unconfigure() -> None:
    """Stop what was started."""
    SERVERS.close()


_start()
