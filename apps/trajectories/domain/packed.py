"""Transcripts as they wait to be read: packed together, each file under its name."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping


def pack(files: Mapping[str, bytes]) -> bytes:
    """Pack files, in their order; two may have one name."""
    return _pack(files.items())


def unpack(packed: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each packed file, in order."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for member in archive.infolist():
            yield member.filename.partition("/")[2], archive.read(member)


def cut_transcripts(packed: bytes, sessions: Collection[str]) -> bytes | None:
    """Leave out the lines that name one of these sessions, and the files that bear its name.

    None where there is nothing to leave out.
    """
    marks = {
        json.dumps(name, ensure_ascii=ascii_only).encode()
        for name in sessions
        for ascii_only in (True, False)
    }
    kept: list[tuple[str, bytes]] = []
    lost = 0
    for name, content in unpack(packed):
        lines = content.splitlines(keepends=True)
        left = [line for line in lines if not any(mark in line for mark in marks)]
        is_theirs = PurePath(name).stem in sessions
        lost += is_theirs or len(lines) - len(left)
        if not is_theirs:
            kept.append((name, b"".join(left)))
    return _pack(kept) if lost else None


def _pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, content) in enumerate(files):
            archive.writestr(f"{number}/{name}", content)
    return packed.getvalue()
