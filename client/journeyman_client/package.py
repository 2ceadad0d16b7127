"""Reads what was downloaded of a skill: its files, none of which may surprise a disk."""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from journeyman_client.catalogue import KINDS
from journeyman_client.errors import ClientError
from journeyman_client.safe_path import folded, folders_of, is_safe_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from journeyman_client.catalogue import Entry
    from journeyman_client.server import Server

SKILL_FILE = "SKILL.md"
MOST_FILES = 400
LARGEST_TOTAL = 16 * 1024 * 1024
# An archive is not compressed; its directory takes some space.
LARGEST_DOWNLOAD = LARGEST_TOTAL + 1024 * 1024

_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError),
    *(EOFError, OSError, UnicodeError),
)
_FILE_KINDS = frozenset({0, 0o100000})


@dataclass(frozen=True)
class PulledFile:
    """A file of a skill, as it is to be written."""

    content: bytes
    is_program: bool = False

    @property
    def digest(self) -> str:
        """Its SHA-256."""
        return hashlib.sha256(self.content).hexdigest()


def download(server: Server, entry: Entry) -> dict[str, PulledFile]:
    """Fetch a skill and give its files by path.

    Raises `kind_unknown`, `withdrawn` (since the index was written), `digest_differs`,
    `package_refused`, and what the server raises.
    """
    if entry.kind not in KINDS:
        raise ClientError("kind_unknown")
    try:
        body = server.get(entry.path, most=LARGEST_DOWNLOAD).body
    except ClientError as error:
        if error.code != "not_there":
            raise
        raise ClientError("withdrawn") from error
    if hashlib.sha256(body).hexdigest() != entry.digest:
        raise ClientError("digest_differs")
    files = _unzip(entry.name, body) if entry.kind == "archive" else {SKILL_FILE: PulledFile(body)}
    if SKILL_FILE not in files:
        raise _refused(SKILL_FILE)
    return files


def _unzip(name: str, body: bytes) -> dict[str, PulledFile]:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            files = dict(_files(archive, f"{name}/"))
    except _BROKEN as error:
        raise _refused(str(error)) from error
    taken: dict[str, str] = {}
    for path in files:
        for place in (*folders_of(path), path):
            if taken.setdefault(folded(place), place) != place:
                raise _refused(place)
    if {folder for path in files for folder in folders_of(path)} & set(files):
        raise _refused("folder")
    return files


def _files(archive: zipfile.ZipFile, root: str) -> Iterator[tuple[str, PulledFile]]:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise _refused(f"> {MOST_FILES}")
    seen: set[str] = set()
    left = LARGEST_TOTAL
    for entry in entries:
        path = _checked(entry, root)
        if path is None:
            continue
        if path in seen:
            raise _refused(path)
        seen.add(path)
        with archive.open(entry) as stream:
            content = stream.read(left + 1)
        left -= len(content)
        if left < 0:
            raise _refused(f"> {LARGEST_TOTAL} B")
        yield path, PulledFile(content, bool(entry.external_attr >> 16 & 0o100))


def _checked(entry: zipfile.ZipInfo, root: str) -> str | None:
    """Give the path of a file inside its skill, None for a folder; refuse what leads out."""
    # The name as it stands in the archive: what Python reads is cut at a NUL.
    name = entry.orig_filename
    if name == root:
        return None
    path = name[len(root) :].rstrip("/") if name.startswith(root) else ""
    if not is_safe_path(path):
        raise _refused(name)
    is_folder = name.endswith("/")
    kind = entry.external_attr >> 16 & 0o170000
    if not is_folder and kind not in _FILE_KINDS:
        raise _refused(name)
    return None if is_folder else path


def _refused(why: str) -> ClientError:
    return ClientError("package_refused", why=why)
