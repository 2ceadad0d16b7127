"""Read a skill that somebody hands in, as a zip or as files of a folder, within firm limits."""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from apps.errors import DomainError, TooLarge
from apps.evolution.domain.skill_file_path import is_plain_path

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_FILES = 200
LARGEST_TOTAL = 8 * 1024 * 1024
LARGEST_RATIO = 100
# Below this a high ratio is a short text that repeats itself, and harms nobody.
RATIO_COUNTS_FROM = 1024 * 1024
SKILL_FILE = "SKILL.md"
_EXECUTABLES = (b"\x7fELF", b"MZ", b"\xfe\xed\xfa", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
_BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError)


@dataclass(frozen=True, slots=True)
class SkillPackage:
    """A skill as handed in: SKILL.md, what lies beside it, and what was left out."""

    folder: str
    skill_md: bytes
    files: dict[str, bytes] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()


def package_files(folder: str, files: dict[str, bytes]) -> SkillPackage:
    """Make a package of a folder's files; those under names that are not plain are left out.

    Raises `skill_file_missing`, `too_large`, `skill_binary_refused`.
    """
    if SKILL_FILE not in files:
        raise DomainError("skill_file_missing", f"There is no {SKILL_FILE} in it.")
    beside = {path: content for path, content in files.items() if path != SKILL_FILE}
    kept = {path: content for path, content in beside.items() if is_plain_path(path)}
    if len(kept) > MOST_FILES or sum(map(len, files.values())) > LARGEST_TOTAL:
        raise _too_large()
    for path, content in kept.items():
        if content.startswith(_EXECUTABLES):
            detail = f"'{path}' is a compiled program: nobody can read what it does."
            raise DomainError("skill_binary_refused", detail)
    return SkillPackage(folder, files[SKILL_FILE], kept, tuple(sorted(beside.keys() - kept)))


def unpack_skill(packed: bytes) -> SkillPackage:
    """Read a zip that holds one skill, at its root or in a folder.

    Sizes are counted while reading, never taken from the archive's word. Raises `not_a_zip`,
    `unsafe_path`, `too_large`, `several_skills`, and what `package_files` raises.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            files = dict(_read_entries(archive, len(packed)))
    except _BROKEN as error:
        raise DomainError("not_a_zip", "It is no zip archive that can be read.") from error
    root = _root(files)
    inside = {path for path in files if path.startswith(root)}
    package = package_files(
        PurePosixPath(root).name, {path.removeprefix(root): files[path] for path in inside}
    )
    left_out = sorted({*package.left_out, *(files.keys() - inside)})
    return replace(package, left_out=tuple(left_out))


def _read_entries(archive: zipfile.ZipFile, packed_size: int) -> Iterator[tuple[str, bytes]]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    names = [_checked(entry.orig_filename) for entry in entries]
    if len(set(map(str.casefold, names))) < len(names):
        raise DomainError("unsafe_path", "Two files of the archive have one path.")
    if len(names) > 2 * MOST_FILES:
        raise _too_large()
    left = min(LARGEST_TOTAL, max(RATIO_COUNTS_FROM, packed_size * LARGEST_RATIO))
    for entry, name in zip(entries, names, strict=True):
        if _is_link(entry):
            continue
        with archive.open(entry) as stream:
            content = stream.read(left + 1)
        left -= len(content)
        if left < 0:
            raise _too_large()
        yield name, content


def _checked(name: str) -> str:
    """Refuse a path that leads out of the folder, whatever system reads it."""
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or "\0" in name or ":" in parts[0]:
        raise DomainError("unsafe_path", "A path of the archive leads out of it.")
    return "/".join(part for part in parts if part not in ("", "."))


def _is_link(entry: zipfile.ZipInfo) -> bool:
    return (entry.external_attr >> 16) & 0o170000 == 0o120000


def _root(files: dict[str, bytes]) -> str:
    """Find the folder of the outermost SKILL.md, empty or with a slash at its end."""
    found = [path for path in files if PurePosixPath(path).name == SKILL_FILE]
    depth = min((path.count("/") for path in found), default=0)
    outermost = [path for path in found if path.count("/") == depth]
    if len(outermost) > 1:
        raise DomainError("several_skills", "It holds several skills: hand in one at a time.")
    return outermost[0].removesuffix(SKILL_FILE) if outermost else ""


def _too_large() -> TooLarge:
    size = LARGEST_TOTAL // (1024 * 1024)
    detail = f"A skill has at most {MOST_FILES} files of {size} MiB together, packed at most "
    return TooLarge("too_large", f"{detail}{LARGEST_RATIO} times smaller.")
