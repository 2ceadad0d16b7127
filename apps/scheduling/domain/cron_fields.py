"""One field of a cron expression, as the numbers it stands for."""

from __future__ import annotations

import re

_PART = re.compile(r"(\*|\d+)(?:-(\d+))?(?:/(\d+))?")


def expand(text: str, low: int, high: int) -> tuple[int, ...] | None:
    """List the numbers of a field; None for what is more than numbers, ranges and steps."""
    found: set[int] = set()
    for part in text.split(","):
        match = _PART.fullmatch(part)
        if match is None:
            return None
        start, end, step = match.groups()
        first = low if start == "*" else int(start)
        last = high if start == "*" or (step and not end) else int(end or first)
        found.update(range(first, last + 1, int(step or 1)))
    return tuple(sorted(found)) if found and min(found) >= low and max(found) <= high else None
