"""How much processor time the servers have used: web, database and cache, by what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psutil  # type: ignore[import-untyped]  # comes with the embedded PostgreSQL, without types
import psycopg
from django.conf import settings
from redis import Redis

if TYPE_CHECKING:
    from benchmarks.stand import Stand


class ServerClock:
    """Reads the processor seconds of all server processes together."""

    def __init__(self, stand: Stand) -> None:
        with psycopg.connect(stand.admin_url) as connection:
            row = connection.execute("SELECT pg_backend_pid()").fetchone()
            postgres = psutil.Process(row[0] if row else 0).parent()
        with Redis.from_url(settings.ENV.redis_url) as client:
            valkey = client.info("server")["process_id"]
        roots = (psutil.Process(stand.web_pid), postgres, psutil.Process(valkey))
        self._roots = [root for root in roots if root]

    def seconds(self) -> float:
        """Processor seconds since the servers started, children that have ended included."""
        return sum(_used(one) for root in self._roots for one in _family(root))


def _family(root: psutil.Process) -> list[psutil.Process]:
    return [root, *root.children(recursive=True)]


def _used(one: psutil.Process) -> float:
    try:
        times = one.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system + times.children_user + times.children_system)
