"""A package that would surprise a disk is refused whole, whichever system it is."""

from __future__ import annotations

import hashlib
import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from journeyman_client.catalogue import Entry, read_index
from journeyman_client.errors import ClientError
from journeyman_client.package import LARGEST_TOTAL, MOST_FILES, download
from journeyman_client.safe_path import is_safe_path, is_skill_name
from shelf import Shelf, packed

if TYPE_CHECKING:
    from journeyman_client.package import PulledFile
    from journeyman_client.server import Server


def fetch(shelf: Shelf, server: Server, body: bytes) -> dict[str, PulledFile]:
    shelf.put_archive("w", body)
    digest = hashlib.sha256(body).hexdigest()
    return download(server, Entry("w", "1.0.0", "archive", "/w.zip", digest))


def test_files_keep_their_bytes_and_programs_can_be_run(shelf: Shelf, server: Server):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("w/", "")
        archive.writestr("w/SKILL.md", "x\r\n")
        program = zipfile.ZipInfo("w/scripts/a.sh")
        program.external_attr = 0o755 << 16
        archive.writestr(program, "#!")
    files = fetch(shelf, server, out.getvalue())
    assert {path: (one.content, one.is_program) for path, one in files.items()} == {
        "SKILL.md": (b"x\r\n", False),
        "scripts/a.sh": (b"#!", True),
    }


@pytest.mark.parametrize(
    "name",
    [
        "w/../x",
        "/etc/x",
        "C:/x",
        "w/C:x",
        "w\\..\\x",
        "w/a\\b",
        "x/SKILL.md",
        "w/.git/hooks/x",
        "w/a//b",
        "w/./a",
        "w/nul",
        "w/aux.md",
        "w/COM1.txt",
        "w/a.",
        "w/a ",
        "w/a:b",
        "w/a\nb",
        "w/周报.md",
        "w/skill.MD",
        "w/" + "a" * 250,
        "w/" + "a/" * 12 + "a",
    ],
)
def test_an_unsafe_path_is_refused(shelf: Shelf, server: Server, name: str):
    body = packed({"w/SKILL.md": "x", name: "x"})
    with pytest.raises(ClientError, check=lambda one: one.code == "package_refused"):
        fetch(shelf, server, body)


@pytest.mark.parametrize(
    "names",
    [
        ("w/a/x", "w/A/y"),
        ("w/a/x", "w/a/X"),
        ("w/a", "w/a/x"),
        ("w/A", "w/a/x"),
    ],
)
def test_paths_that_meet_on_some_disks_are_refused(
    shelf: Shelf, server: Server, names: tuple[str, str]
):
    body = packed({"w/SKILL.md": "x", **dict.fromkeys(names, "x")})
    with pytest.raises(ClientError, check=lambda one: one.code == "package_refused"):
        fetch(shelf, server, body)


def test_a_name_is_judged_beyond_a_nul(shelf: Shelf, server: Server):
    odd = zipfile.ZipInfo("w/a")
    odd.filename = "w/a\0/../../x"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("w/SKILL.md", "x")
        archive.writestr(odd, "x")
    with pytest.raises(ClientError, check=lambda one: one.code == "package_refused"):
        fetch(shelf, server, out.getvalue())


def test_a_path_twice_is_refused(shelf: Shelf, server: Server):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("w/SKILL.md", "x")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("w/SKILL.md", "y")
    with pytest.raises(ClientError, check=lambda one: one.code == "package_refused"):
        fetch(shelf, server, out.getvalue())


@pytest.mark.parametrize(
    "body",
    [
        packed({"w/SKILL.md": "x"}, links={"w/a": "/etc/passwd"}),
        packed({"w/a": "x"}),
        packed({f"w/f{number}": "" for number in range(MOST_FILES)} | {"w/SKILL.md": "x"}),
        b"no zip",
        packed({"w/SKILL.md": "x" * 99})[:80],
    ],
    ids=["link", "no text", "too many", "no zip", "cut off"],
)
def test_a_broken_or_odd_package_is_refused(shelf: Shelf, server: Server, body: bytes):
    with pytest.raises(ClientError, check=lambda one: one.code == "package_refused"):
        fetch(shelf, server, body)


def test_a_bomb_is_counted_while_it_unfolds(shelf: Shelf, server: Server):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("w/SKILL.md", "x")
        archive.writestr("w/a", b"0" * (LARGEST_TOTAL + 1))
    assert len(out.getvalue()) < 100_000
    with pytest.raises(ClientError, check=lambda one: one.code == "package_refused"):
        fetch(shelf, server, out.getvalue())


@pytest.mark.parametrize("name", ["con", "lpt1", "../x", "A", "a--b", "", "a" * 65, "周报", "a/b"])
def test_a_name_that_is_no_folder_for_all_is_none(name: str):
    assert not is_skill_name(name)


@pytest.mark.parametrize("path", ["SKILL.md", "scripts/run.py", "a/b/c/d.txt", "_x/LICENSE"])
def test_plain_paths_are_safe(path: str):
    assert is_safe_path(path)


ENTRY = '{"name": "w", "type": "skill-md", "url": "/w", "digest": "sha256:' + "0" * 64 + '"}'


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "null",
        '{"skills": null}',
        '{"skills": [1]}',
        '{"skills": [' + ENTRY.replace('"w"', '"../w"') + "]}",
        '{"skills": [' + ENTRY.replace("sha256", "md5") + "]}",
        '{"skills": [' + ENTRY.replace('"/w"', "7") + "]}",
        '{"skills": [' + f"{ENTRY}, {ENTRY}" + "]}",
        "[" * 100_000,
    ],
)
def test_an_index_that_makes_no_sense_is_refused(body: str):
    with pytest.raises(ClientError, check=lambda one: one.code == "index_unreadable"):
        read_index(body.encode())
