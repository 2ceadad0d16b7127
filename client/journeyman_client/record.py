"""What a folder of skills says of itself: `.journeyman.json` names what was written into it."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from journeyman_client.errors import ClientError
from journeyman_client.safe_path import is_safe_path, is_skill_name

if TYPE_CHECKING:
    from pathlib import Path

RECORD = ".journeyman.json"
FORMAT = 1
LARGEST_RECORD = 64 * 1024 * 1024

_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Pulled:
    """A skill that was written: from where, and the SHA-256 of each of its files.

    `pending` are the files that were about to be written when this was noted: where the writing
    did not end, they are ours all the same.
    """

    server: str
    version: str = ""
    digest: str = ""
    files: dict[str, str] = field(default_factory=dict)
    pending: dict[str, str] = field(default_factory=dict)

    def owned(self) -> dict[str, set[str]]:
        """Give, by path, the contents that we wrote there."""
        paths = {*self.files, *self.pending}
        return {
            path: {known[path] for known in (self.files, self.pending) if path in known}
            for path in paths
        }


@dataclass
class Record:
    """What was pulled into a folder; `tag` is that of the index that all of it is in line with."""

    skills: dict[str, Pulled] = field(default_factory=dict)
    tag: str = ""
    tag_of: str = ""


def read_record(into: Path) -> Record:
    """Read what was pulled into a folder; raises `record_unreadable` rather than to guess."""
    path = into / RECORD
    try:
        if path.stat().st_size > LARGEST_RECORD:
            raise ClientError("record_unreadable", path=path)
        written = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return Record()
    except OSError as error:
        raise ClientError("record_unreadable", path=path) from error
    try:
        return _record(json.loads(written))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ClientError("record_unreadable", path=path) from error


def write_record(into: Path, record: Record) -> None:
    """Keep what was pulled, whole or not at all."""
    kept = {
        "format": FORMAT,
        "index": {"of": record.tag_of, "etag": record.tag},
        "skills": {name: _written(one) for name, one in sorted(record.skills.items())},
    }
    text = json.dumps(kept, indent=1, sort_keys=True) + "\n"
    fresh = into / f"{RECORD}.new"
    with fresh.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(into / RECORD)


def _written(pulled: Pulled) -> dict[str, Any]:
    told = {"server": pulled.server, "version": pulled.version, "digest": pulled.digest}
    pending = {"pending": pulled.pending} if pulled.pending else {}
    return {**told, "files": pulled.files, **pending}


def _record(kept: dict[str, Any]) -> Record:
    """Check what somebody may have changed: its names and paths lead to what is removed."""
    if kept["format"] != FORMAT:
        raise ValueError(kept["format"])
    skills = {}
    for name, one in kept["skills"].items():
        if not is_skill_name(name):
            raise ValueError(name)
        server, version, digest = (str(one[key]) for key in ("server", "version", "digest"))
        pending = _digests(one.get("pending", {}))
        skills[name] = Pulled(server, version, digest, _digests(one["files"]), pending)
    index = kept["index"]
    return Record(skills, str(index["etag"]), str(index["of"]))


def _digests(files: dict[str, str]) -> dict[str, str]:
    for path, digest in files.items():
        if not is_safe_path(path) or not _SHA256.fullmatch(digest):
            raise ValueError(path)
    return dict(files)
