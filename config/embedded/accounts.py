"""The account PostgreSQL runs under: it refuses root, so a start by root needs another one."""

import os
import pwd
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from config.embedded.errors import StartError

ACCOUNT = "journeyman"


@dataclass(frozen=True)
class Account:
    """A system account a program is started as."""

    name: str
    uid: int
    gid: int


def account_for(cluster: Path) -> Account | None:
    """Name the account that must run this data directory; None is the one we already are.

    A directory that exists keeps its owner, so that both root and its owner can start it.
    """
    owner = cluster.stat().st_uid if cluster.exists() else None
    if os.geteuid() != 0:
        if owner not in {None, os.geteuid()}:
            raise StartError(
                f"{cluster} belongs to account {owner}: start as that account, or set "
                "JOURNEYMAN_VAR to a folder of your own."
            )
        return None
    if owner:
        entry = pwd.getpwuid(owner)
        return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    return _unprivileged_account()


def _unprivileged_account() -> Account:
    if not _exists(ACCOUNT) and (useradd := shutil.which("useradd")):
        _add_account(useradd)
    for name in (ACCOUNT, "postgres", "nobody"):
        if _exists(name):
            entry = pwd.getpwnam(name)
            return Account(name, entry.pw_uid, entry.pw_gid)
    raise StartError(
        "PostgreSQL does not run as root and there is no other account to run it: "
        "start as another user, or set DATABASE_URL."
    )


def _exists(name: str) -> bool:
    return name in {entry.pw_name for entry in pwd.getpwall()}


def _add_account(useradd: str) -> None:
    argv = [useradd, "--system", "--no-create-home", "--shell", "/bin/false", ACCOUNT]
    subprocess.run(argv, check=False, capture_output=True)  # noqa: S603 fixed words only


def is_open_to_others(path: Path) -> bool:
    """Whether another account can reach this path: every folder down to it lets others through."""
    path = path.resolve()
    return all(step.stat().st_mode & stat.S_IXOTH for step in (path, *path.parents))
