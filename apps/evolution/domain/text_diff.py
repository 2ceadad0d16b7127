"""Show what changed between two texts of a skill."""

import difflib


def unified_diff(before: str, after: str, *, old: str, new: str) -> str:
    """Write a unified diff of two texts, labelled; empty when they are equal."""
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), old, new, lineterm="", n=3
    )
    return "\n".join(lines)
