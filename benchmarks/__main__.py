"""Runs the benchmarks against servers of its own: `python -m benchmarks [name…]`."""

from __future__ import annotations

import argparse
import datetime
import importlib
import os
import platform
import time

from benchmarks.stand import open_stand

# In the order in which they run: the seed's table removes old rows and so comes last.
BENCHMARKS = ("ingest", "one_event", "context", "seed_table")
# Take some minutes, and are run by name.
LONG = ("search", "reflection", "similar_runs", "schedules")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join((*BENCHMARKS, *LONG)))
    names = parser.parse_args().names
    unknown = sorted(set(names) - {*BENCHMARKS, *LONG})
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join((*BENCHMARKS, *LONG))}")
    begun = time.monotonic()
    print(machine())
    with open_stand() as stand:
        for name in (*LONG, *BENCHMARKS):
            if name in names or (not names and name in BENCHMARKS):
                importlib.import_module(f"benchmarks.{name}").run(stand)
    print(f"\nAll of it took {time.monotonic() - begun:.0f} s.")


def machine() -> str:
    """Say what a reader of the figures must know of the machine, and when it was."""
    load = os.getloadavg()[0]
    return (
        f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores, "
        f"{platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"load {load:.1f} before the start"
    )


if __name__ == "__main__":
    main()
