"""The command line: each command is a module that adds itself."""

from __future__ import annotations

import argparse
import io
import sys
from typing import TYPE_CHECKING

from journeyman_client import __version__, pull_command
from journeyman_client.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMMANDS = (pull_command,)


def main(words: Sequence[str] | None = None) -> int:
    """Carry out a command; 0 done, 1 not done or not all of it, 2 wrongly asked."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name that the terminal cannot show is no reason to fail.
            stream.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(prog="journeyman", description=say("help"))
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    asked = parser.parse_args(words)
    run: Callable[[argparse.Namespace], int] = asked.run
    return run(asked)
