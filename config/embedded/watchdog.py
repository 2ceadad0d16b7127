"""The leash: a process that ends what a start began when the start itself was killed.

It reads `+PID SIGNAL RANK` and `-PID` lines from its supervisor. The end of that pipe is the end
of the supervisor, however it came: what is still on the list is then told to stop, rank by rank,
and killed after a grace. (A parent-death signal would do the same on Linux alone, and for direct
children only.) It runs as a plain script on the standard library, to be small and quick.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path

GRACE_S = 4.0
POLL_S = 0.05


def signal_group(pid: int, number: int) -> bool:
    """Signal a child and what it started; tell whether anything was there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
        return True
    return False


def is_dead(pid: int) -> bool:
    """Whether a process has died and only waits for who inherited it (known on Linux alone)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def has_ended(pid: int) -> bool:
    """Whether a child and all it started are gone, or the child is dead."""
    return is_dead(pid) or not signal_group(pid, 0)


def read_leash(lines: Iterable[str]) -> dict[int, tuple[int, int]]:
    """Follow the supervisor's lines to their end; give what then still ran: (rank, signal)."""
    running: dict[int, tuple[int, int]] = {}
    for line in lines:
        pid, *rest = (int(word) for word in line[1:].split())
        if line.startswith("+"):
            running[pid] = (rest[1], rest[0])
        else:
            running.pop(pid, None)
    return running


def end_groups(signals: dict[int, int]) -> None:
    """Tell these process groups to stop; kill what is left after the grace."""
    for pid, number in signals.items():
        signal_group(pid, number)
    deadline = time.monotonic() + GRACE_S
    while time.monotonic() < deadline and not all(map(has_ended, signals)):
        time.sleep(POLL_S)
    for pid in signals:
        signal_group(pid, signal.SIGKILL)


def main() -> None:
    """Wait for the supervisor's end, then clean up after it."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    running = read_leash(sys.stdin)
    for rank in sorted({rank for rank, _ in running.values()}):
        end_groups({pid: number for pid, (of, number) in running.items() if of == rank})


if __name__ == "__main__":
    main()
