"""A real Celery worker on the test's database and broker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 25


@contextmanager
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker with two processes; whatever is left of it is killed at the end."""
    wanted = connection.settings_dict
    url = (
        f"postgresql://{wanted['USER']}:{wanted['PASSWORD']}@{wanted['HOST']}:{wanted['PORT']}"
        f"/{wanted['NAME']}"
    )
    program = [sys.executable, "-m", "celery", "-A", "config.celery", "worker"]
    running = subprocess.Popen(
        [*program, "--concurrency", "2", "--without-gossip", "--without-mingle"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield running
    finally:
        kill(running)


def kill(running: subprocess.Popen[bytes]) -> None:
    """End a worker and its processes at once, with SIGKILL."""
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Look again until something is so."""
    ends = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > ends:
            pytest.fail("it took too long")
        time.sleep(0.1)
