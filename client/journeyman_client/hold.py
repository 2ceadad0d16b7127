"""Keeps two pulls out of one folder at once, by a lock that ends with the program that holds it."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from journeyman_client.errors import ClientError

if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HELD = ".journeyman.lock"
WAIT_S = 20.0
PAUSE_S = 0.1


@contextmanager
def one_at_a_time(into: Path, wait_s: float = WAIT_S) -> Iterator[None]:
    """Hold a folder; raises `another_pull` when another still holds it after a while."""
    path, ends = into / HELD, time.monotonic() + wait_s
    while (handle := _take(path)) is None:
        if time.monotonic() > ends:
            raise ClientError("another_pull", path=into)
        time.sleep(PAUSE_S)
    try:
        yield
    finally:
        # Windows removes no open file: there it stays, and is held by nobody.
        with suppress(OSError):
            path.unlink()
        os.close(handle)


def _take(path: Path) -> int | None:
    """Lock the file, unless it is held, or its last holder has just removed it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _try_lock(handle)
        if os.fstat(handle).st_ino == path.stat().st_ino:
            return handle
    except OSError:
        pass
    os.close(handle)
    return None
