"""A process of its own that ticks in a loop, until nothing is due or, with `for-ever`, is ended."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import django

PROJECT = Path(__file__).resolve().parents[1]
PAUSE_S = 0.02


class TickWorker:
    """The process as who started it sees it: it waits for the word to begin."""

    def __init__(self, now: datetime, *, for_ever: bool = False) -> None:
        words = [now.isoformat(), *(["for-ever"] if for_ever else [])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.tick_worker", *words],
            cwd=PROJECT,
            env=dict(os.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def wait_ready(self) -> None:
        """Wait until it could begin."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def begin(self) -> None:
        """Let it tick."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write("go\n")
            self.process.stdin.flush()

    def finish(self) -> int:
        """Wait until nothing is due; answers how many firings it made."""
        said, _ = self.process.communicate(timeout=300)
        return int(said)

    def kill(self) -> None:
        """End it at once, whatever it is at."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


def main() -> None:
    django.setup()
    from apps.scheduling.fire_due import tick  # noqa: PLC0415 – models need the set-up
    from apps.scheduling.models import Alarm  # noqa: PLC0415

    now, for_ever = datetime.fromisoformat(sys.argv[1]), "for-ever" in sys.argv
    tick(datetime.fromtimestamp(0, now.tzinfo))  # connects
    print("ready", flush=True)
    sys.stdin.readline()
    fired = 0
    while for_ever or Alarm.objects.filter(due_at__lte=now).exists():
        fired += tick(now)
        time.sleep(PAUSE_S)
    print(fired, flush=True)


if __name__ == "__main__":
    main()
