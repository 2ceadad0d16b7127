"""Starts as `make run` does, with stand-ins: `python -m tests.config.starts LASTING…`."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from config.embedded.commands import Commands
from config.embedded.errors import StartError
from config.embedded.product import PROJECT
from config.embedded.start import Options, start

SOUND = ("web", "sleep")


def program(name: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "tests.config.stand_ins", name)


@contextmanager
def started(var: Path, port: int, *lasting: str, **environment: str) -> Iterator[subprocess.Popen]:
    """Start with these lasting stand-ins; a start that a test leaves running is killed."""
    own = {key: os.environ[key] for key in os.environ if key not in {"DATABASE_URL", "REDIS_URL"}}
    popen = subprocess.Popen(
        [sys.executable, "-m", "tests.config.starts", *(lasting or SOUND)],
        env=own | {"JOURNEYMAN_VAR": str(var), "PORT": str(port)} | environment,
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield popen
    finally:
        if popen.poll() is None:
            popen.kill()
        popen.wait()
        popen.stdout.close()


def wait_for(condition: Callable[[], bool], seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()


def family(popen: subprocess.Popen) -> list[psutil.Process]:
    return psutil.Process(popen.pid).children(recursive=True)


def still_running(processes: list[psutil.Process]) -> list[psutil.Process]:
    running = []
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            if one.status() != psutil.STATUS_ZOMBIE and one.is_running():
                running.append(one)
    return running


def main(lasting: list[str]) -> None:
    commands = Commands(
        migrate=program("succeed"),
        create_tenant=program("create_tenant"),
        seed_demo=program("fail"),
        lasting={name: program(name) for name in lasting},
    )
    try:
        start(Options(Path(os.environ["JOURNEYMAN_VAR"]), int(os.environ["PORT"]), commands))
    except StartError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
