"""Starts programs, ends them in order, and lets none outlive it."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from config.embedded import watchdog
from config.embedded.errors import StartError, StopRequested
from config.embedded.program import PRODUCT, SERVER, Child, Program
from config.embedded.watchdog import signal_group

POLL_S = 0.05
TAIL_LINES = 12
LOG_BYTES = 16 * 1024 * 1024
# How long each rank may take before it is killed: together under ten seconds.
GRACE_S = {PRODUCT: 5.5, SERVER: 3.5}


class Supervisor:
    """The programs of one start; leaving the context ends them all, as does its death."""

    def __init__(
        self, log: Path, *, held: Sequence[int] = (), follows_parent: bool = False
    ) -> None:
        """Keep logs in that folder; file descriptors in `held` stay open until all has ended.

        `follows_parent` makes the end of the calling process a request to stop.
        """
        self._parent = os.getppid() if follows_parent else None
        self._log = log
        self._held = held
        self._children: list[Child] = []
        self._stop_requested = False

    def __enter__(self) -> Self:
        self._log.mkdir(parents=True, exist_ok=True)
        reader, writer = os.pipe()
        self._leash = os.fdopen(writer, "w")
        self._watchdog = subprocess.Popen(  # noqa: S603 our own script
            [sys.executable, "-I", "-S", watchdog.__file__],
            stdin=reader,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=self._held,
        )
        os.close(reader)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for rank in (PRODUCT, SERVER):
            self._end([child for child in self._children if child.program.rank == rank])
        with contextlib.suppress(BrokenPipeError):
            self._leash.close()
        self._watchdog.wait()

    def request_stop(self, *_: object) -> None:
        """Have the next check stop the start; fit to be a signal's receiver."""
        self._stop_requested = True

    def start(self, program: Program) -> Child:
        """Start a program and keep it; it must not end before the supervisor does."""
        self.check()
        with self._open_log(program.name) as log:
            return self._spawn(program, is_lasting=True, stdout=log, stderr=log)

    def run(self, program: Program, *, captures: bool = False) -> str:
        """Run a program to its end; its failure is a StartError.

        What it prints goes to its log, or where it `captures` is the answer.
        """
        self.check()
        with self._open_log(program.name) as log:
            stdout = subprocess.PIPE if captures else log
            child = self._spawn(program, is_lasting=False, stdout=stdout, stderr=log)
        printed = self._communicate(child)
        self._forget(child)
        if child.popen.returncode:
            raise self._ended(child)
        return printed

    def check(self) -> None:
        """Raise StopRequested after a request, StartError if a lasting program has ended."""
        if self._stop_requested or self._parent not in {None, os.getppid()}:
            raise StopRequested
        for child in self._children:
            if child.is_lasting and child.has_ended():
                raise self._ended(child)

    def wait_until(self, is_ready: Callable[[], bool], *, seconds: float, what: str) -> None:
        """Ask again and again, as long as every program runs; too long is a StartError."""
        deadline = time.monotonic() + seconds
        while not is_ready():
            self.check()
            if time.monotonic() > deadline:
                raise StartError(f"{what} did not answer within {seconds:.0f} s; see {self._log}")
            time.sleep(POLL_S)

    def log_of(self, name: str) -> Path:
        """Name the file a program's output goes to."""
        return self._log / f"{name}.log"

    def _open_log(self, name: str) -> TextIO:
        path = self.log_of(name)
        if path.exists() and path.stat().st_size > LOG_BYTES:
            path.replace(path.with_suffix(".log.1"))
        return path.open("a")

    def _communicate(self, child: Child) -> str:
        while True:
            try:
                return child.popen.communicate(timeout=POLL_S)[0] or ""
            except subprocess.TimeoutExpired:
                self.check()

    def _spawn(
        self, program: Program, *, is_lasting: bool, stdout: int | TextIO, stderr: TextIO
    ) -> Child:
        account = program.account
        try:
            popen = subprocess.Popen(  # noqa: S603 the programs are the product's own
                program.argv,
                env=program.environment,
                cwd=program.folder,
                user=account.uid if account else None,
                group=account.gid if account else None,
                extra_groups=[] if account else None,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
                text=True,
            )
        except OSError as error:
            raise StartError(f"{program.argv[0]} cannot be started: {error}") from error
        child = Child(program, popen, is_lasting)
        self._children.append(child)
        self._tell(f"+{popen.pid} {int(program.stop_signal)} {program.rank}")
        return child

    def _end(self, children: list[Child]) -> None:
        for child in children:
            signal_group(child.popen.pid, child.program.stop_signal)
        deadline = time.monotonic() + max(
            (GRACE_S[child.program.rank] for child in children), default=0
        )
        while time.monotonic() < deadline and not all(child.has_ended() for child in children):
            time.sleep(POLL_S)
        for child in children:
            signal_group(child.popen.pid, signal.SIGKILL)  # also what the child left behind
            child.popen.wait()
            if child.popen.stdout:
                child.popen.stdout.close()
            self._forget(child)

    def _forget(self, child: Child) -> None:
        self._children.remove(child)
        self._tell(f"-{child.popen.pid}")

    def _tell(self, line: str) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._leash.write(f"{line}\n")
            self._leash.flush()

    def _ended(self, child: Child) -> StartError:
        name = child.program.name
        lines = self.log_of(name).read_text(errors="replace").splitlines()[-TAIL_LINES:]
        tail = "\n".join(f"  {line}" for line in lines)
        return StartError(
            f"{name} ended ({child.ending()}); the end of {self.log_of(name)}:\n{tail}"
        )
