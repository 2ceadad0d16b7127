"""One skill's folder on the disk: what lies in it, whose it is, and how it is swapped whole."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Optional

from journeyman_client.safe_path import folded, folders_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from journeyman_client.package import PulledFile

CHUNK = 1024 * 1024
REPARSE_POINT = 0x400
# By path: the SHA-256 of a plain file, None for anything else that is no folder.
Found = dict[str, Optional[str]]


@dataclass(frozen=True)
class Claims:
    """Whose the things in a folder are, with regard to what is to be written there.

    `changed` were ours and are not any longer what we wrote; `in_the_way` is what a new file cannot
    lie beside; `extras` are a person's own and stay.
    """

    changed: list[str] = field(default_factory=list)
    in_the_way: list[str] = field(default_factory=list)
    extras: list[str] = field(default_factory=list)


def look_into(folder: Path) -> Found:
    """List what lies in a folder, at any depth; links are named and never followed."""
    return dict(_look(folder, ""))


def _look(folder: Path, prefix: str) -> Iterator[tuple[str, str | None]]:
    with os.scandir(folder) as entries:
        listed = list(entries)
    for entry in listed:
        path, facts = prefix + entry.name, entry.stat(follow_symlinks=False)
        if is_link(facts):
            yield path, None
        elif stat.S_ISDIR(facts.st_mode):
            yield from _look(folder / entry.name, f"{path}/")
        else:
            is_file = stat.S_ISREG(facts.st_mode)
            yield path, _sha256(folder / entry.name) if is_file else None


def is_link(facts: os.stat_result) -> bool:
    """Tell whether it is a symbolic link, or a junction of Windows."""
    attributes: int = getattr(facts, "st_file_attributes", 0)
    return stat.S_ISLNK(facts.st_mode) or bool(attributes & REPARSE_POINT)


def is_plain_folder(path: Path) -> bool:
    """Tell whether a folder itself lies there, not a link to one."""
    facts = path.lstat()
    return stat.S_ISDIR(facts.st_mode) and not is_link(facts)


def lies_there(path: Path) -> bool:
    """Tell whether anything lies under a path, be it a link that leads nowhere."""
    return os.path.lexists(path)


def tell_whose(
    found: Found, owned: Mapping[str, set[str]], new: Mapping[str, str], *, force: bool = False
) -> Claims:
    """Tell whose each thing in a folder is; with `force`, changed plain files do not count."""
    claims = Claims()
    places = {folded(place) for path in new for place in (*folders_of(path), path)}
    files = {folded(path) for path in new}
    for path, digest in found.items():
        if digest is not None and (digest in owned.get(path, ()) or digest == new.get(path)):
            continue
        if path in owned or path in new:
            if digest is None:
                claims.in_the_way.append(path)
            elif not force:
                claims.changed.append(path)
        elif folded(path) in places or any(folded(one) in files for one in folders_of(path)):
            claims.in_the_way.append(path)
        else:
            claims.extras.append(path)
    return claims


def stage(folder: Path, files: Mapping[str, PulledFile]) -> None:
    """Write a skill's files into a folder of their own."""
    folder.mkdir(parents=True)
    for path, file in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as stream:
            stream.write(file.content)
            stream.flush()
            os.fsync(stream.fileno())
        if file.is_program:
            place.chmod(0o755)


def swap_in(fresh: Path, target: Path, old: Path, extras: list[str]) -> None:
    """Put a staged folder in the place of another, with copies of what stays; or change nothing."""
    for path in extras:
        _copy(target / path, fresh / path)
    if not lies_there(target):
        fresh.rename(target)
        return
    old.parent.mkdir(parents=True, exist_ok=True)
    target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        old.rename(target)
        raise


def take_out(target: Path, old: Path, ours: list[str], *, has_more: bool) -> None:
    """Remove what is ours from a folder, and the folder if nothing else is in it."""
    if not has_more:
        old.parent.mkdir(parents=True, exist_ok=True)
        target.rename(old)
        return
    for path in ours:
        (target / path).unlink()
    for folder in sorted({one for path in ours for one in folders_of(path)}, reverse=True):
        if not any((target / folder).iterdir()):
            (target / folder).rmdir()


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target, follow_symlinks=False)


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
