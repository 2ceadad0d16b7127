"""Reads the index: what the server serves, and the digest of what each of it comes as."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from journeyman_client.errors import ClientError
from journeyman_client.safe_path import is_skill_name
from journeyman_client.server import path_of
from journeyman_client.words import clean

if TYPE_CHECKING:
    from journeyman_client.server import Answer, Server

INDEX = "/.well-known/agent-skills/index.json"
LARGEST_INDEX = 16 * 1024 * 1024
MOST_SKILLS = 10_000
KINDS = ("skill-md", "archive")

_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")


@dataclass(frozen=True)
class Entry:
    """A skill that is served: `path` is what to ask for, `digest` the SHA-256 of it."""

    name: str
    version: str
    kind: str
    path: str
    digest: str


def fetch_index(server: Server, channel: str, etag: str) -> Answer:
    """Ask for the index of a channel, unless it is the one that the tag names."""
    query = f"?channel={channel}" if channel != "stable" else ""
    try:
        return server.get(INDEX + query, most=LARGEST_INDEX, etag=etag)
    except ClientError as error:
        if error.code != "not_there":
            raise
        raise ClientError("no_catalogue", server=server.url) from error


def read_index(body: bytes) -> list[Entry]:
    """Read an index; raises `index_unreadable` with what is wrong in it."""
    try:
        listed = json.loads(body)["skills"]
        entries = [_entry(one) for one in listed]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ClientError("index_unreadable", why=error) from error
    if len(entries) > MOST_SKILLS or len({one.name for one in entries}) < len(entries):
        raise ClientError("index_unreadable", why="skills")
    return entries


def _entry(listed: dict[str, Any]) -> Entry:
    name, found = listed["name"], _DIGEST.fullmatch(listed["digest"])
    if not is_skill_name(name):
        raise ValueError(name)
    if found is None:
        raise ValueError(name, "digest")
    version = clean(str(listed.get("version", "")), 32)
    return Entry(name, version, str(listed.get("type")), path_of(listed["url"]), found.group(1))
