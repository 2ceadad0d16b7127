"""PostgreSQL and Valkey from Python wheels, for `make run` and the tests: no Docker, no root."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Urls:
    """How to reach the servers: as the product, and (admin_url) as PostgreSQL's superuser."""

    database_url: str
    redis_url: str
    admin_url: str


@contextmanager
def servers(var: Path, *, postgres_port: int | None = None, durable: bool) -> Iterator[Urls]:
    """Run both servers with their files under `var`; they end with the context or the caller.

    Not durable is for tests: quick, nothing is synced, the product's role may create databases,
    and the data directory is removed at the end.
    """
    # Imported here: config.settings and the product's own programs need none of this.
    from config.embedded.home import leave_home  # noqa: PLC0415
    from config.embedded.postgres import start_postgres  # noqa: PLC0415
    from config.embedded.supervisor import Supervisor  # noqa: PLC0415
    from config.embedded.valkey import start_valkey  # noqa: PLC0415
    from config.embedded.var_folder import VarFolder  # noqa: PLC0415

    folder = VarFolder.open(var)
    try:
        with Supervisor(folder.log) as supervisor:
            redis_url = start_valkey(supervisor, folder, durable=durable)
            database = start_postgres(supervisor, folder, port=postgres_port, durable=durable)
            yield Urls(database.url, redis_url, database.admin_url)
    finally:
        if not durable:
            leave_home(folder)
