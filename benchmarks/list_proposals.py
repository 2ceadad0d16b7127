"""Lists what the loop proposes from finished transcripts, and holds each proposal to the rules.

    python -m benchmarks.list_proposals PATH … [--show NAME]

A path is a folder or file of Claude Code transcripts, or a JSON list of tau-bench runs. Each gets
a tenant of its own. Printed are the proposals, pairs of them that are nearly the same (tools alike
by 0.70 and meaning by 0.60, or meaning alone by 0.85), and what the public validator says.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.stand import open_stand


def main() -> int:
    """Print the list of each path; answers 1 when something breaks a rule."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--show", default="", help="print the proposals whose name holds this")
    options = parser.parse_args()
    broken = 0
    with open_stand() as stand:
        from benchmarks.proposals import list_path  # noqa: PLC0415 – the stand sets Django up

        for number, path in enumerate(options.paths):
            broken += list_path(stand, path, f"proposals-{number}", options.show)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
