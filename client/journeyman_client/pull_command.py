"""`pull`: what it is asked with, and what it says."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from journeyman_client.agents import FOLDERS, SHARED
from journeyman_client.errors import ClientError
from journeyman_client.pull import Wish, pull
from journeyman_client.server import Server, is_address
from journeyman_client.words import say

if TYPE_CHECKING:
    import argparse

    from journeyman_client.pull import Outcome

HERE = "http://127.0.0.1:8000"
GONE = frozenset({"removed", "refused"})


def add_to(commands: Any) -> None:
    """Add the command with its options."""
    asked = commands.add_parser("pull", help=say("help_pull"), description=say("help_pull"))
    asked.add_argument("--server", metavar="URL", help=say("help_server", default=HERE))
    asked.add_argument("--key", help=say("help_key"))
    place = asked.add_mutually_exclusive_group()
    place.add_argument("--into", metavar="FOLDER", help=say("help_into", default=SHARED))
    place.add_argument("--agent", choices=sorted(FOLDERS), help=say("help_agent"))
    channels = ("stable", "beta")
    asked.add_argument("--channel", choices=channels, default="stable", help=say("help_channel"))
    for name in ("dry-run", "force", "adopt", "json"):
        words = say(f"help_{name.replace('-', '_')}")
        asked.add_argument(f"--{name}", action="store_true", help=words)
    asked.set_defaults(run=run, parser=asked)


def run(asked: argparse.Namespace) -> int:
    """Pull, and say what became of each skill; 1 when it was not done, or not all of it."""
    server = Server(_server_of(asked), _key_of(asked))
    into = Path(asked.into or FOLDERS.get(asked.agent or "", SHARED)).expanduser()
    wish = Wish(into, asked.channel, asked.dry_run, asked.force, asked.adopt)
    write = _write_json if asked.json else _write_text
    try:
        done = pull(server, wish)
    except ClientError as error:
        write(server, wish, [], error)
        return 1
    write(server, wish, done, None)
    return int(any(one.outcome == "refused" for one in done))


def _server_of(asked: argparse.Namespace) -> str:
    server: str = asked.server or os.environ.get("JOURNEYMAN_URL") or HERE
    if not is_address(server):
        asked.parser.error(say("bad_server", server=server))
    return server


def _key_of(asked: argparse.Namespace) -> str:
    key: str = (asked.key or os.environ.get("JOURNEYMAN_KEY") or "").strip()
    if not key:
        asked.parser.error(say("no_key"))
    if not (key.isascii() and key.isprintable()) or " " in key:
        asked.parser.error(say("bad_key"))
    return key


def _write_text(server: Server, wish: Wish, done: list[Outcome], error: ClientError | None) -> None:
    if error:
        sys.stderr.write(error.detail + "\n")
        return
    for one in done:
        if one.outcome != "unchanged":
            line = f"{say(one.outcome)}  {one.name} {one.version}".rstrip()
            sys.stdout.write(f"{line} – {one.why}\n" if one.why else f"{line}\n")
    count = sum(one.outcome not in GONE for one in done)
    code = "summary_dry" if wish.dry_run else "summary"
    sys.stdout.write(say(code, count=count, server=server.url, into=wish.into) + "\n")


def _write_json(server: Server, wish: Wish, done: list[Outcome], error: ClientError | None) -> None:
    told: dict[str, Any] = {
        "server": server.url,
        "into": str(wish.into),
        "channel": wish.channel,
        "dry_run": wish.dry_run,
        "skills": [vars(one) for one in done],
    }
    if error:
        told["error"] = {"code": error.code, "detail": error.detail}
    sys.stdout.write(json.dumps(told, ensure_ascii=True) + "\n")
