"""PostgreSQL's data directory: made, recognised, and freed of a server left over from a kill."""

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from config.embedded.errors import StartError
from config.embedded.home import Home
from config.embedded.ports import HOST
from config.embedded.program import Program
from config.embedded.supervisor import Supervisor
from config.embedded.var_folder import write_private

SUPERUSER = "postgres"
LEFTOVER_S = 10.0
INITDB = (
    f"--username={SUPERUSER}",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
)
QUIET = {"LC_ALL": "C", "PATH": os.defpath, "TZ": "UTC"}


def _one_off(home: Home, name: str, *words: str) -> Program:
    """Give one of the server's other programs, under its account."""
    argv = [str(home.programs / name), *words]
    return Program(name, argv, environment=QUIET, account=home.account, folder=Path("/"))


def create_cluster(supervisor: Supervisor, home: Home, password: str, *, durable: bool) -> None:
    """Make the data directory beside its place and move it there whole."""
    draft = home.cluster.with_name(f"{home.cluster.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True, mode=0o700)
    if home.account:
        os.chown(draft, home.account.uid, home.account.gid)
    with _password_file(home, password) as file:
        words = [f"--pgdata={draft}", f"--pwfile={file}", *INITDB]
        supervisor.run(_one_off(home, "initdb", *words, *([] if durable else ["--no-sync"])))
    draft.rename(home.cluster)


@contextlib.contextmanager
def _password_file(home: Home, password: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=home.cluster.parent) as name:
        folder = Path(name)
        write_private(folder / "password", password)
        if home.account:
            for path in (folder / "password", folder):
                os.chown(path, home.account.uid, home.account.gid)
        yield folder / "password"


def major_version(supervisor: Supervisor, home: Home) -> str:
    """Ask the server's program for its major version, which also shows that it runs here."""
    try:
        said = supervisor.run(_one_off(home, "postgres", "--version"), captures=True)
    except StartError as error:
        raise StartError(
            f"{error}\nIf PostgreSQL cannot run on this machine, set DATABASE_URL to a server of "
            "your own."
        ) from error
    return said.split()[-1].split(".")[0]


def require_same_version(home: Home, ours: str) -> None:
    """Refuse a data directory that another major version of PostgreSQL made."""
    theirs = (home.cluster / "PG_VERSION").read_text().strip()
    if theirs != ours:
        raise StartError(
            f"{home.cluster} was made by PostgreSQL {theirs}, and this is PostgreSQL {ours}. "
            "Either\n"
            f"  keep {theirs}: install the version of Journeyman that made it, or set DATABASE_URL "
            f"to a PostgreSQL {theirs} server with this data;\n"
            f"  move: dump it there with pg_dump, move {home.cluster} away, start here, stop, and "
            "restore the dump with pg_restore;\n"
            f"  start anew: move {home.cluster} away, or set JOURNEYMAN_VAR to another folder."
        )


def stop_leftover(home: Home, password: str) -> None:
    """End a server that outlived a killed start, once it says that this directory is its own."""
    try:
        lines = (home.cluster / "postmaster.pid").read_text().splitlines()
        pid, port = int(lines[0]), int(lines[3])
        url = f"postgresql://{SUPERUSER}:{password}@{HOST}:{port}/postgres"
        with psycopg.connect(url, connect_timeout=2) as connection:
            row = connection.execute("SHOW data_directory").fetchone()
    except (OSError, IndexError, ValueError, psycopg.Error):
        return
    if row and Path(row[0]) == home.cluster:
        os.kill(pid, signal.SIGINT)
        deadline = time.monotonic() + LEFTOVER_S
        while (home.cluster / "postmaster.pid").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
