"""Brings a folder of skills in line with what a server serves, and leaves alone what is not ours.

First all is downloaded, checked and staged beside the folder; what fails until then changes
nothing. Then it is noted what is about to be written, and each skill is swapped as a whole.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from journeyman_client.catalogue import fetch_index, read_index
from journeyman_client.errors import ClientError
from journeyman_client.folder import (
    Found,
    is_plain_folder,
    lies_there,
    look_into,
    stage,
    swap_in,
    take_out,
    tell_whose,
)
from journeyman_client.hold import one_at_a_time
from journeyman_client.package import download
from journeyman_client.record import Pulled, Record, read_record, write_record

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from journeyman_client.catalogue import Entry
    from journeyman_client.server import Server

STAGING = ".journeyman.staging"
# What is wrong with one skill; anything else is wrong with the server, and ends the pull.
OF_ONE_SKILL = frozenset({"kind_unknown", "withdrawn", "digest_differs", "package_refused"})
OPEN_ENDS = frozenset({"kept", "refused"})


@dataclass(frozen=True)
class Wish:
    """What somebody wants pulled, and how far it may go."""

    into: Path
    channel: str = "stable"
    dry_run: bool = False
    force: bool = False
    adopt: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of one skill: written, updated, unchanged, removed, kept or refused; and why."""

    name: str
    version: str
    outcome: str
    why: str = ""
    code: str = ""


@dataclass(frozen=True)
class Ready:
    """A skill that was downloaded: the digests of its files, and what was known of it before."""

    entry: Entry
    files: dict[str, str]
    former: Pulled | None


@dataclass(frozen=True)
class Job:
    """One pull: from where, as wished, into a folder of which this is known."""

    server: Server
    wish: Wish
    record: Record

    @property
    def staging(self) -> Path:
        """Where skills lie before they are swapped in, on the same disk."""
        return self.wish.into / STAGING

    def target(self, name: str) -> Path:
        """Where a skill goes."""
        return self.wish.into / name


def pull(server: Server, wish: Wish) -> list[Outcome]:
    """Bring a folder in line with a channel; tells what became of each skill, by name.

    Raises `ClientError` when the whole of it was not done: then the folder is as it was.
    """
    record, source = read_record(wish.into), f"{server.url} {wish.channel}"
    job = Job(server, wish, record)
    tag = record.tag if record.tag_of == source and _is_intact(job) else ""
    answer = fetch_index(server, wish.channel, tag)
    if answer.is_same and tag:
        known = record.skills.items()
        return [
            Outcome(name, one.version, "unchanged") for name, one in known if _is_from(job, one)
        ]
    entries = read_index(answer.body)
    if wish.dry_run:
        return _by_name([*_told(_prepare_all(job, entries)), *_clear(job, entries)])
    try:
        wish.into.mkdir(parents=True, exist_ok=True)
        with one_at_a_time(wish.into):
            return _carry_out(replace(job, record=read_record(wish.into)), entries, answer.etag)
    except OSError as error:
        raise ClientError("cannot_write", path=wish.into, why=error) from error


def _carry_out(job: Job, entries: list[Entry], etag: str) -> list[Outcome]:
    """Pull into a folder that is held."""
    record, into = job.record, job.wish.into
    _recover(job)
    try:
        prepared = _prepare_all(job, entries)
        ready = [one for one in prepared if isinstance(one, Ready)]
        _note(job, ready)
        done = [one if isinstance(one, Outcome) else _apply(job, one) for one in prepared]
        done += _clear(job, entries)
        settled = not any(one.outcome in OPEN_ENDS for one in done)
        record.tag = etag if settled else ""
        record.tag_of = f"{job.server.url} {job.wish.channel}"
        write_record(into, record)
    finally:
        shutil.rmtree(job.staging, ignore_errors=True)
    return _by_name(done)


def _recover(job: Job) -> None:
    """Put back what a pull that was cut off had taken out of its place."""
    former = job.staging / "old"
    for old in sorted(former.iterdir()) if former.is_dir() else ():
        if not lies_there(job.target(old.name)):
            old.rename(job.target(old.name))
    shutil.rmtree(job.staging, ignore_errors=True)


def _prepare_all(job: Job, entries: Iterable[Entry]) -> list[Ready | Outcome]:
    return [_prepare(job, entry) for entry in entries]


def _prepare(job: Job, entry: Entry) -> Ready | Outcome:
    """Download a skill if it is to be written; else say why not."""
    known = job.record.skills.get(entry.name)
    try:
        found, owned = _what_lies_there(job, entry.name)
        if known and known.digest == entry.digest and not known.pending:
            _require_ours(found, owned, known.files, force=job.wish.force)
            if all(found.get(path) == digest for path, digest in known.files.items()):
                return Outcome(entry.name, entry.version, "unchanged")
        files = download(job.server, entry)
        digests = {path: file.digest for path, file in files.items()}
        _require_ours(found, owned, digests, force=job.wish.force)
    except ClientError as error:
        return _not_done(entry, error)
    except OSError as error:
        return _not_written(entry.name, entry.version, error)
    if not job.wish.dry_run:
        stage(job.staging / "new" / entry.name, files)
    return Ready(entry, digests, known)


def _not_done(entry: Entry, error: ClientError) -> Outcome:
    """Say why one skill was left alone; raises what is not about one skill."""
    if error.code in OF_ONE_SKILL:
        return Outcome(entry.name, entry.version, "refused", error.detail, error.code)
    if error.code not in {"unknown_folder", "other_server", "in_the_way", "changed"}:
        raise error
    return Outcome(entry.name, entry.version, "kept", error.detail, error.code)


def _what_lies_there(job: Job, name: str) -> tuple[Found, dict[str, set[str]]]:
    """Look into the place of a skill; raises when what lies there is a person's own."""
    target, known = job.target(name), job.record.skills.get(name)
    if not lies_there(target):
        return {}, {}
    if not is_plain_folder(target):
        raise ClientError("in_the_way", path=name)
    if known is None and not job.wish.adopt:
        raise ClientError("unknown_folder")
    if known and not _is_from(job, known) and not job.wish.adopt:
        raise ClientError("other_server", server=known.server)
    return look_into(target), known.owned() if known else {}


def _require_ours(
    found: Found, owned: dict[str, set[str]], new: dict[str, str], *, force: bool
) -> list[str]:
    """Raise when something that a person wrote would be lost; give what of theirs is to stay."""
    claims = tell_whose(found, owned, new, force=force)
    if claims.in_the_way:
        raise ClientError("in_the_way", path=claims.in_the_way[0])
    if claims.changed:
        raise ClientError("changed", path=claims.changed[0])
    return claims.extras


def _note(job: Job, ready: list[Ready]) -> None:
    """Keep what is about to be written, so that it is known as ours wherever this ends."""
    for one in ready:
        former = one.former or Pulled(job.server.url)
        noted = replace(former, server=job.server.url, pending=one.files)
        job.record.skills[one.entry.name] = noted
    if ready:
        job.record.tag = ""
        write_record(job.wish.into, job.record)


def _apply(job: Job, ready: Ready) -> Outcome:
    """Swap one skill in, unless its folder became another since it was looked at."""
    entry, skills = ready.entry, job.record.skills
    try:
        found, owned = _what_lies_there(job, entry.name)
        extras = _require_ours(found, owned, ready.files, force=job.wish.force)
        fresh, old = job.staging / "new" / entry.name, job.staging / "old" / entry.name
        swap_in(fresh, job.target(entry.name), old, extras)
    except (ClientError, OSError) as error:
        skills.pop(entry.name)
        if ready.former:
            skills[entry.name] = ready.former
        if isinstance(error, ClientError):
            return _not_done(entry, error)
        return _not_written(entry.name, entry.version, error)
    skills[entry.name] = Pulled(job.server.url, entry.version, entry.digest, ready.files)
    return _told([ready])[0]


def _told(prepared: Iterable[Ready | Outcome]) -> list[Outcome]:
    return [
        one
        if isinstance(one, Outcome)
        else Outcome(one.entry.name, one.entry.version, "updated" if one.former else "written")
        for one in prepared
    ]


def _clear(job: Job, entries: list[Entry]) -> list[Outcome]:
    """Remove what this server no longer serves."""
    served = {entry.name for entry in entries}
    known = sorted(job.record.skills.items())
    return [
        _remove(job, name, one) for name, one in known if name not in served and _is_from(job, one)
    ]


def _remove(job: Job, name: str, known: Pulled) -> Outcome:
    """Remove what we wrote of a skill, unless somebody changed it; files of others stay."""
    target, old = job.target(name), job.staging / "old" / name
    try:
        found, owned = _what_lies_there(job, name)
        extras = _require_ours(found, owned, {}, force=job.wish.force)
        if found and not job.wish.dry_run:
            take_out(target, old, [path for path in found if path in owned], has_more=bool(extras))
    except ClientError as error:
        return Outcome(name, known.version, "kept", error.detail, error.code)
    except OSError as error:
        return _not_written(name, known.version, error)
    if not job.wish.dry_run:
        del job.record.skills[name]
    return Outcome(name, known.version, "removed")


def _not_written(name: str, version: str, error: OSError) -> Outcome:
    why = ClientError("cannot_write", path=name, why=error.strerror or error)
    return Outcome(name, version, "refused", why.detail, why.code)


def _is_intact(job: Job) -> bool:
    """Tell whether all that was pulled from this server lies there as it was written."""
    try:
        return all(
            _lies_as_written(job, name, one)
            for name, one in job.record.skills.items()
            if _is_from(job, one)
        )
    except (ClientError, OSError):
        return False


def _lies_as_written(job: Job, name: str, known: Pulled) -> bool:
    found, _ = _what_lies_there(job, name)
    files = known.files.items()
    return not known.pending and all(found.get(path) == digest for path, digest in files)


def _is_from(job: Job, known: Pulled) -> bool:
    return known.server == job.server.url


def _by_name(outcomes: list[Outcome]) -> list[Outcome]:
    return sorted(outcomes, key=lambda one: one.name)
