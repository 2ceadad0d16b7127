"""Find the skills that lie in files and folders, and read each as a package."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from apps.errors import NotFound, TooLarge
from apps.evolution.domain.skill_package import (
    LARGEST_TOTAL,
    MOST_FILES,
    SKILL_FILE,
    package_files,
    unpack_skill,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.evolution.domain.skill_package import SkillPackage


def find_skills(path: Path) -> list[Path]:
    """List the skills below a path: folders that hold a SKILL.md, zips, or the file itself.

    What lies inside a skill's folder is its own. Raises `not_found`.
    """
    if not path.exists():
        raise NotFound(f"file or folder {str(path)!r}")
    return sorted(_below(path)) if path.is_dir() else [path]


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        if SKILL_FILE in files:
            yield Path(place)
            folders.clear()
        else:
            yield from (Path(place, name) for name in files if name.endswith(".zip"))


def read_skill_source(path: Path) -> SkillPackage:
    """Read one skill from its folder, its zip, or its SKILL.md alone; links are not followed.

    Raises what `unpack_skill` and `package_files` raise.
    """
    if path.is_dir():
        return package_files(path.resolve().name, dict(_files(path)))
    if path.suffix == ".zip":
        return unpack_skill(path.read_bytes())
    return package_files(path.resolve().parent.name, {SKILL_FILE: path.read_bytes()})


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Read a folder's files up to the limits of a package."""
    left, count = LARGEST_TOTAL, 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(place, name)
            if path.is_symlink() or not path.is_file():
                continue
            count += 1
            left -= path.stat().st_size
            if left < 0 or count > 2 * MOST_FILES:
                raise TooLarge("too_large", f"'{folder.name}' holds more than a skill may.")
            yield path.relative_to(folder).as_posix(), path.read_bytes()
