"""Numbers a skill's versions: every accepted improvement is a minor step."""

import re

FIRST_VERSION = "1.0.0"

_NUMBERS = re.compile(r"\s*v?([0-9]{1,9})(?:\.([0-9]{1,9}))?", re.ASCII | re.IGNORECASE)


def bump_minor(version: str | None) -> str:
    """Raise the minor number and clear what follows it: 0.9.9 becomes 0.10.0.

    A missing or unreadable version counts as 1.0.0. A pre-release is followed by the next minor
    version too: 1.0.0-beta becomes 1.1.0, so that two versions never share a number.
    """
    found = _NUMBERS.match(version or "") or _NUMBERS.match(FIRST_VERSION)
    major, minor = (int(part or 0) for part in found.groups()) if found else (1, 0)
    return f"{major}.{minor + 1}.0"
