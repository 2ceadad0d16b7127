"""Acknowledged means committed: a web server killed at once after its answer loses nothing."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
import pytest
from django.conf import settings
from django.db import connection

from apps.tenants.create_tenant import create_tenant
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Step
from tests.make import make_event

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
START_S = 30


@contextmanager
def web_server(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run the real web server on the test's database."""
    wanted = connection.settings_dict
    url = (
        f"postgresql://{wanted['USER']}:{wanted['PASSWORD']}@{wanted['HOST']}:{wanted['PORT']}"
        f"/{wanted['NAME']}"
    )
    program = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py", "config.wsgi"]
    server = subprocess.Popen(
        program,
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url, "PORT": str(port), "WEB_CONCURRENCY": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_until_ready(port)
        yield server
    finally:
        kill(server)


def kill(server: subprocess.Popen[bytes]) -> None:
    """End the server and its workers at once, with SIGKILL."""
    if server.poll() is None:
        os.killpg(server.pid, signal.SIGKILL)
    server.wait()


def wait_until_ready(port: int) -> None:
    ends = time.monotonic() + START_S
    while time.monotonic() < ends:
        try:
            if ask(port, "GET", "/healthz")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the web server did not start")


def ask(port: int, method: str, path: str, body: bytes = b"", key: str = "") -> tuple[int, Any]:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as client:
        client.request(method, path, body, headers)
        answer = client.getresponse()
        return answer.status, orjson.loads(answer.read() or b"null")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.django_db(transaction=True)
def test_a_killed_web_server_loses_no_acknowledged_event():
    assert settings.ENV.redis_url, "the servers of the run are there"
    made = create_tenant("durable", owner_email="owner@durable.example")
    calls = [make_event("tool_execution", tool="Read", session_id="k") for _ in range(999)]
    batch = orjson.dumps({"events": [make_event(session_id="k"), *calls]})
    port, key = free_port(), made.keys["ingest"]

    with web_server(port) as server:
        status, answer = ask(port, "POST", "/api/v1/events", batch, key)
        kill(server)
    assert (status, answer["accepted"]) == (200, 1000)
    assert stored(made.tenant) == 1000

    with web_server(port):
        status, answer = ask(port, "POST", "/api/v1/events", batch, key)
    assert (status, answer["accepted"], answer["duplicates"]) == (200, 0, 1000)
    assert stored(made.tenant) == 1000


def stored(tenant: Any) -> int:
    with tenant_context(tenant.pk):
        return Step.objects.for_tenant(tenant).count()
