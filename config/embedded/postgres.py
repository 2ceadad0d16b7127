"""The embedded PostgreSQL: the database of a start without DATABASE_URL.

The product's role is plain, since a superuser passes every row-level policy; what only a superuser
may do (the role, the database, the extensions) is done here, at every start.
"""

import signal
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg import sql

from config.embedded.cluster import (
    QUIET,
    SUPERUSER,
    create_cluster,
    major_version,
    require_same_version,
    stop_leftover,
)
from config.embedded.errors import StartError
from config.embedded.home import Home, find_home
from config.embedded.ports import HOST
from config.embedded.program import SERVER, Program
from config.embedded.supervisor import Supervisor
from config.embedded.var_folder import VarFolder

ROLE = DATABASE = "journeyman"
EXTENSIONS = ("vector",)
# A crash recovery may have much to replay.
START_S = 90.0
SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",  # TCP only: a socket's path has a limit of about 100 bytes
    "max_connections": "100",
    "max_locks_per_transaction": "256",  # dropping a partitioned table locks every partition
    "timezone": "UTC",
    "log_timezone": "UTC",
}
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True)
class Database:
    """How to reach the server: as the product, and as the superuser."""

    url: str
    admin_url: str


def start_postgres(
    supervisor: Supervisor, folder: VarFolder, *, port: int | None = None, durable: bool
) -> Database:
    """Start PostgreSQL, with its role, database and extensions there, and give its URLs."""
    home = find_home(folder)
    password = folder.secret("postgres")
    version = major_version(supervisor, home)
    if (home.cluster / "PG_VERSION").exists():
        require_same_version(home, version)
        stop_leftover(home, password)
    else:
        create_cluster(supervisor, home, password, durable=durable)
    port = folder.port("postgres", port)
    admin_url = f"postgresql://{SUPERUSER}:{password}@{HOST}:{port}/postgres"
    supervisor.start(_program(home, port, durable=durable))
    supervisor.wait_until(lambda: _answers(admin_url), seconds=START_S, what="PostgreSQL")
    role_password = folder.secret("postgres-role")
    _prepare(admin_url, role_password, may_create_databases=not durable)
    return Database(f"postgresql://{ROLE}:{role_password}@{HOST}:{port}/{DATABASE}", admin_url)


def _program(home: Home, port: int, *, durable: bool) -> Program:
    settings = SETTINGS | {"port": str(port)} | ({} if durable else FORGETFUL)
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return Program(
        "postgres",
        [str(home.programs / "postgres"), "-D", str(home.cluster), *options],
        environment=QUIET,
        account=home.account,
        folder=Path("/"),
        rank=SERVER,
        stop_signal=signal.SIGINT,  # its "fast" stop: clients are sent away, nothing is lost
    )


def _answers(admin_url: str) -> bool:
    try:
        psycopg.connect(admin_url, connect_timeout=2).close()
    except psycopg.OperationalError as error:
        if "password authentication failed" in str(error):
            raise StartError(
                "PostgreSQL does not know the password in var/secrets/postgres: the data "
                "directory and the secrets belong to different starts."
            ) from error
        return False
    return True


def _prepare(admin_url: str, role_password: str, *, may_create_databases: bool) -> None:
    """Bring the role, the extensions and the database to what the product needs."""
    right = sql.SQL("CREATEDB" if may_create_databases else "NOCREATEDB")
    role = sql.Identifier(ROLE)
    template = admin_url.removesuffix("/postgres") + "/template1"
    with psycopg.connect(template, autocommit=True) as connection:
        for name in EXTENSIONS:  # in the template: every new database has them
            connection.execute(
                sql.SQL("CREATE EXTENSION IF NOT EXISTS {}").format(sql.Identifier(name))
            )
    with psycopg.connect(admin_url, autocommit=True) as connection:
        if not _has(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", ROLE):
            connection.execute(sql.SQL("CREATE ROLE {}").format(role))
        connection.execute(
            sql.SQL(
                "ALTER ROLE {} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE {} PASSWORD {}"
            ).format(role, right, sql.Literal(role_password))
        )
        if not _has(connection, "SELECT 1 FROM pg_database WHERE datname = %s", DATABASE):
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(DATABASE), role)
            )


def _has(connection: psycopg.Connection, query: LiteralString, value: str) -> bool:
    return connection.execute(query, (value,)).fetchone() is not None
