"""The short lines a start prints."""

import contextlib
import sys


def say(text: str) -> None:
    """Print one line; a closed terminal is no reason to stop."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
