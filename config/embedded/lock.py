"""One start at a time in one folder."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator

from config.embedded.errors import StartError
from config.embedded.var_folder import VarFolder, read_json
from config.embedded.watchdog import is_dead

# A killed start's watchdog keeps the lock until it has cleaned up.
CLEAN_UP_S = 15.0
POLL_S = 0.1


@contextlib.contextmanager
def only_start(folder: VarFolder) -> Iterator[int]:
    """Hold the folder's lock and give its descriptor; a second start is a StartError."""
    path = folder.root / "run.lock"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(descriptor, folder)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield descriptor
    finally:
        os.close(descriptor)


def _take(descriptor: int, folder: VarFolder) -> None:
    deadline = time.monotonic() + CLEAN_UP_S
    while not _try(descriptor):
        holder = os.pread(descriptor, 20, 0).decode().strip()
        if _is_alive(holder) or time.monotonic() > deadline:
            raise StartError(_already_runs(folder, holder))
        time.sleep(POLL_S)


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_alive(holder: str) -> bool:
    if not holder.isdigit():
        return False
    try:
        os.kill(int(holder), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not is_dead(int(holder))


def _already_runs(folder: VarFolder, holder: str) -> str:
    run = read_json(folder.root / "run.json") or {}
    place = f"at {run['url']}" if "url" in run else "(it is still starting)"
    return (
        f"Journeyman already runs {place}; process {holder or 'unknown'}, folder {folder.root}.\n"
        "Stop it with Ctrl-C where it runs, or start another: JOURNEYMAN_VAR=… PORT=… make run"
    )
