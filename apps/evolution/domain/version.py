"""Numbers a skill's versions: every accepted improvement is a minor step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

FIRST_VERSION = "1.0.0"

_NUMBERS = re.compile(
    r"\s*v?([0-9]{1,9})(?:\.([0-9]{1,9}))?(?:\.([0-9]{1,9}))?", re.ASCII | re.IGNORECASE
)
_RELEASE = re.compile(r"v?(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})", re.ASCII)


def bump_minor(version: str | None) -> str:
    """Raise the minor number and clear what follows it: 0.9.9 becomes 0.10.0.

    A missing or unreadable version counts as 1.0.0. A pre-release is followed by the next minor
    version too: 1.0.0-beta becomes 1.1.0, so that two versions never share a number.
    """
    major, minor, _ = _numbers(version)
    return f"{major}.{minor + 1}.0"


def bump_patch(version: str | None) -> str:
    """Raise the last number: 1.0.9 becomes 1.0.10; read as `bump_minor` reads it."""
    major, minor, patch = _numbers(version)
    return f"{major}.{minor}.{patch + 1}"


def release_number(version: str) -> str:
    """Give a version of the form 1.2.3 without a leading v, empty if it is of any other form."""
    found = _RELEASE.fullmatch(version.strip())
    return ".".join(found.groups()) if found else ""


def is_later(version: str, than: str) -> bool:
    """Tell whether one version's numbers are higher than another's."""
    return _numbers(version) > _numbers(than)


def next_minor(version: str | None, taken: Collection[str]) -> str:
    """Give the first minor version after one that no other has."""
    following = bump_minor(version)
    while following in taken:
        following = bump_minor(following)
    return following


def next_patch(version: str | None, taken: Collection[str]) -> str:
    """Give the first patch version after one that no other has."""
    following = bump_patch(version)
    while following in taken:
        following = bump_patch(following)
    return following


def _numbers(version: str | None) -> tuple[int, int, int]:
    found = _NUMBERS.match(version or "") or _NUMBERS.match(FIRST_VERSION)
    major, minor, patch = (int(part or 0) for part in found.groups()) if found else (1, 0, 0)
    return major, minor, patch
