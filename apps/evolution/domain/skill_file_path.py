"""Says which files a skill may carry beside its SKILL.md: plain ones, in the agreed folders."""

import re
from pathlib import PurePosixPath

from apps.errors import DomainError

FOLDERS = ("references", "templates", "scripts", "assets")
LONGEST_PATH = 200
DEEPEST = 4

_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}", re.ASCII)
# Names that a Windows checkout cannot hold.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def check_skill_path(path: str) -> str:
    """Give the path back if it stays inside one of the skill's folders; refuse it otherwise."""
    parts = path.split("/")
    inside = parts[0] in FOLDERS and 2 <= len(parts) <= DEEPEST and len(path) <= LONGEST_PATH
    if not inside or not all(map(_is_plain, parts)):
        folders = ", ".join(f"{folder}/" for folder in FOLDERS)
        detail = f"A skill's file must lie in one of {folders} under a plain name."
        raise DomainError("skill_path_refused", detail)
    return str(PurePosixPath(path))


def _is_plain(part: str) -> bool:
    is_written_plainly = _PART.fullmatch(part) and not part.endswith(".") and ".." not in part
    return bool(is_written_plainly) and not _RESERVED.fullmatch(part)


def is_plain_path(path: str) -> bool:
    """Tell whether a file that came with somebody's skill may be kept under its path.

    Skills of others keep files beside SKILL.md and in folders of any name; nothing hidden,
    nothing that a Windows checkout cannot hold, nothing outside.
    """
    parts = path.split("/")
    fits = len(parts) <= DEEPEST and len(path) <= LONGEST_PATH
    is_skill = parts[-1].casefold() == "skill.md"
    return fits and not is_skill and all(map(_is_plain, parts)) and "__pycache__" not in parts
