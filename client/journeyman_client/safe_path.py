"""Says which names may be written on anybody's disk, whatever system it belongs to."""

from __future__ import annotations

import re

LONGEST_PATH = 200
DEEPEST = 8

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
# Plain ASCII: no backslash, no colon, nothing hidden, nothing that two systems write differently.
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}", re.ASCII)
# Devices of Windows, with any extension.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def is_skill_name(name: str) -> bool:
    """Tell whether a skill of this name can be a folder."""
    return len(name) <= 64 and bool(_NAME.fullmatch(name)) and not _RESERVED.fullmatch(name)


def is_safe_path(path: str) -> bool:
    """Tell whether a file under this path stays inside its folder, on every system."""
    parts = path.split("/")
    return len(path) <= LONGEST_PATH and len(parts) <= DEEPEST and all(map(_is_plain, parts))


def _is_plain(part: str) -> bool:
    is_plain = bool(_PART.fullmatch(part)) and not part.endswith(".")
    return is_plain and not _RESERVED.fullmatch(part)


def folded(path: str) -> str:
    """Give what a path is to a disk that does not tell capitals from small letters."""
    return path.casefold()


def folders_of(path: str) -> list[str]:
    """Name the folders that a path leads through, the outermost first."""
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))]
