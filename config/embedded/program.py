"""What a supervisor runs."""

import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from config.embedded.accounts import Account

# The product stops before the servers it needs.
PRODUCT, SERVER = 0, 1


@dataclass(frozen=True)
class Program:
    """One program to run: its output goes to NAME.log."""

    name: str
    argv: Sequence[str]
    environment: Mapping[str, str] | None = None
    account: Account | None = None
    folder: Path | None = None
    rank: int = PRODUCT
    stop_signal: int = signal.SIGTERM


@dataclass(frozen=True)
class Child:
    """A program that runs; a lasting one must not end before it is told to."""

    program: Program
    popen: subprocess.Popen[str]
    is_lasting: bool

    def has_ended(self) -> bool:
        return self.popen.poll() is not None

    def ending(self) -> str:
        """Say how it ended."""
        code = self.popen.returncode
        return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
