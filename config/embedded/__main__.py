"""`python -m config.embedded [run | clean]`: what `make run` and `make clean-var` call."""

import argparse
import os
import shutil
import sys

from config.embedded.commands import Commands
from config.embedded.errors import StartError
from config.embedded.home import leave_home
from config.embedded.lock import only_start
from config.embedded.product import PROJECT
from config.embedded.start import Options, start
from config.embedded.terminal import say
from config.embedded.var_folder import VarFolder

DEFAULT_PORT = 8000


def main() -> int:
    """Run or clean; give the exit code."""
    words = argparse.ArgumentParser(prog="python -m config.embedded")
    words.add_argument("action", choices=("run", "clean"), nargs="?", default="run")
    words.add_argument("--follow-parent", action="store_true", help="end when the caller ends")
    chosen = words.parse_args()
    var = PROJECT / (os.environ.get("JOURNEYMAN_VAR") or "var")
    try:
        if chosen.action == "clean":
            _clean(VarFolder.open(var))
        else:
            start(Options(var, _port(), Commands(), chosen.follow_parent))
    except StartError as error:
        say(f"\n{error}")
        return 1
    except KeyboardInterrupt:  # before the start listens for it
        return 0
    return 0


def _port() -> int:
    given = os.environ.get("PORT") or str(DEFAULT_PORT)
    if not given.isdigit() or not 0 < int(given) < 65536:
        raise StartError(f"PORT={given} is not a port: a number from 1 to 65535.")
    return int(given)


def _clean(folder: VarFolder) -> None:
    """Remove the folder and all the servers kept, unless it is in use."""
    with only_start(folder):
        leave_home(folder)
        shutil.rmtree(folder.root)


if __name__ == "__main__":
    sys.exit(main())
