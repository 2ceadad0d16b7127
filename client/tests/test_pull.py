"""A folder is brought in line with what is served, whole or not at all."""

from __future__ import annotations

import gzip
import io
import json
import threading
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from journeyman_client import hold
from journeyman_client import pull as pulling
from journeyman_client.errors import ClientError
from journeyman_client.folder import swap_in
from journeyman_client.hold import HELD, one_at_a_time
from journeyman_client.pull import STAGING, Wish, pull
from journeyman_client.record import RECORD, read_record
from journeyman_client.server import Server
from shelf import INDEX, Shelf, outcomes, packed, tree
from tests.loopback import dead_address

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_served_is_written_and_what_is_gone_is_removed(
    shelf: Shelf, server: Server, wish: Wish
):
    shelf.put("weigh", "Tare it.")
    shelf.put_archive("ship", packed({"ship/SKILL.md": "Pack.", "ship/scripts/a.sh": "#!/bin/sh"}))
    assert outcomes(pull(server, wish)) == {"ship": ("written", ""), "weigh": ("written", "")}
    assert tree(wish.into) == {
        "ship/SKILL.md": b"Pack.",
        "ship/scripts/a.sh": b"#!/bin/sh",
        "weigh/SKILL.md": b"Tare it.",
    }
    shelf.drop("ship")
    shelf.put("weigh", "Tare it twice.", "1.1.0")
    assert outcomes(pull(server, wish)) == {"ship": ("removed", ""), "weigh": ("updated", "")}
    assert tree(wish.into) == {"weigh/SKILL.md": b"Tare it twice."}


def test_a_program_can_be_run_where_it_lies(shelf: Shelf, server: Server, wish: Wish):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("ship/SKILL.md", "Pack.")
        program = zipfile.ZipInfo("ship/a.sh")
        program.external_attr = 0o755 << 16
        archive.writestr(program, "#!/bin/sh")
    shelf.put_archive("ship", out.getvalue())
    pull(server, wish)
    assert (wish.into / "ship" / "a.sh").stat().st_mode & 0o100
    assert not (wish.into / "ship" / "SKILL.md").stat().st_mode & 0o100


def test_nothing_is_left_beside_the_skills_but_the_record(shelf: Shelf, server: Server, wish: Wish):
    shelf.put("weigh")
    pull(server, wish)
    assert sorted(one.name for one in wish.into.iterdir()) == [RECORD, "weigh"]
    kept = json.loads((wish.into / RECORD).read_text())["skills"]["weigh"]
    assert set(kept) == {"server", "version", "digest", "files"}


def test_what_is_current_is_not_asked_for_again(shelf: Shelf, server: Server, wish: Wish):
    shelf.put("weigh")
    pull(server, wish)
    asked = len(shelf.paths)
    assert outcomes(pull(server, wish)) == {"weigh": ("unchanged", "")}
    assert shelf.paths[asked:] == [INDEX]
    assert shelf.up.asked[-1].headers["if-none-match"]


def test_only_what_changed_is_downloaded(shelf: Shelf, server: Server, wish: Wish):
    for name in ("a", "b"):
        shelf.put(name)
    pull(server, wish)
    asked = len(shelf.paths)
    shelf.put("b", "Better.", "1.1.0")
    assert outcomes(pull(server, wish)) == {"a": ("unchanged", ""), "b": ("updated", "")}
    assert shelf.paths[asked:] == [INDEX, "/b/SKILL.md"]


@pytest.mark.parametrize("loss", ["file", "folder"])
def test_what_somebody_deleted_comes_back(shelf: Shelf, server: Server, wish: Wish, loss: str):
    shelf.put("weigh")
    pull(server, wish)
    (wish.into / "weigh" / "SKILL.md").unlink()
    if loss == "folder":
        (wish.into / "weigh").rmdir()
    assert outcomes(pull(server, wish)) == {"weigh": ("updated", "")}
    assert tree(wish.into) == {"weigh/SKILL.md": b"Do it."}


def test_a_channel_is_asked_for_by_name(shelf: Shelf, server: Server, wish: Wish):
    shelf.put("weigh")
    pull(server, wish)
    pull(server, replace(wish, channel="beta"))
    assert shelf.paths[-1] == f"{INDEX}?channel=beta"
    assert "if-none-match" not in shelf.up.asked[-1].headers


def test_a_dry_run_says_what_would_be_done_and_writes_nothing(
    shelf: Shelf, server: Server, wish: Wish
):
    shelf.put("weigh")
    dry = replace(wish, dry_run=True)
    assert outcomes(pull(server, dry)) == {"weigh": ("written", "")}
    assert not wish.into.exists()
    pull(server, wish)
    shelf.drop("weigh")
    before = tree(wish.into)
    assert outcomes(pull(server, dry)) == {"weigh": ("removed", "")}
    assert tree(wish.into) == before
    assert read_record(wish.into).skills


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ((500, {}, b"{}"), "answered"),
        ((200, {"Content-Encoding": "gzip"}, gzip.compress(b"Better.")[:-2]), "incomplete"),
        ((302, {"Location": "https://other.example/x"}, b""), "redirected"),
    ],
)
def test_a_server_that_fails_half_way_changes_nothing(
    shelf: Shelf, server: Server, wish: Wish, reply: tuple[int, dict[str, str], bytes], code: str
):
    for name in ("a", "b"):
        shelf.put(name)
    pull(server, wish)
    before, record = tree(wish.into), (wish.into / RECORD).read_bytes()
    shelf.put("a", "Better.", "1.1.0")
    shelf.put("b", "Better.", "1.1.0")
    shelf.replies["/b/SKILL.md"] = reply
    with pytest.raises(ClientError, check=lambda one: one.code == code):
        pull(server, wish)
    assert (tree(wish.into), (wish.into / RECORD).read_bytes()) == (before, record)


def test_a_server_that_is_away_makes_no_folder(wish: Wish):
    with pytest.raises(ClientError, check=lambda one: one.code == "unreachable"):
        pull(Server(dead_address(), "key"), wish)
    assert not wish.into.exists()


def test_one_bad_package_does_not_keep_the_others_away(shelf: Shelf, server: Server, wish: Wish):
    shelf.put("a", digest=f"sha256:{'0' * 64}")
    shelf.put("b", type="a-later-kind")
    shelf.put_archive("c", packed({"c/SKILL.md": "x", "c/../../evil": "x"}))
    shelf.put("d")
    assert outcomes(pull(server, wish)) == {
        "a": ("refused", "digest_differs"),
        "b": ("refused", "kind_unknown"),
        "c": ("refused", "package_refused"),
        "d": ("written", ""),
    }
    assert tree(wish.into) == {"d/SKILL.md": b"Do it."}
    assert not read_record(wish.into).tag, "what was refused is tried again"


def test_what_goes_between_the_index_and_the_text_is_left_for_the_next_pull(
    shelf: Shelf, server: Server, wish: Wish
):
    shelf.put("gone")
    pull(server, wish)
    shelf.put("gone", "Better.", "1.1.0")
    shelf.put("stays")
    shelf.replies["/gone/SKILL.md"] = (404, {}, b"")
    assert outcomes(pull(server, wish)) == {
        "gone": ("refused", "withdrawn"),
        "stays": ("written", ""),
    }
    assert tree(wish.into)["gone/SKILL.md"] == b"Do it."
    shelf.drop("gone")
    assert outcomes(pull(server, wish))["gone"] == ("removed", "")


def test_a_swap_that_fails_leaves_the_former_folder(
    shelf: Shelf, server: Server, wish: Wish, monkeypatch: pytest.MonkeyPatch
):
    shelf.put("weigh")
    pull(server, wish)
    shelf.put("weigh", "Better.", "1.1.0")
    rename = type(wish.into).rename

    def refuse(self: Path, target: Path) -> Path:
        if self.parent.name == "new":
            raise PermissionError(13, "in use")
        return rename(self, target)

    with monkeypatch.context() as patched:
        patched.setattr(type(wish.into), "rename", refuse)
        shelf.put("young")
        assert set(outcomes(pull(server, wish)).values()) == {("refused", "cannot_write")}
    assert tree(wish.into) == {"weigh/SKILL.md": b"Do it."}
    kept = read_record(wish.into).skills
    assert [(name, one.version, one.pending) for name, one in kept.items()] == [
        ("weigh", "1.0.0", {})
    ]
    shelf.drop("young")
    assert outcomes(pull(server, wish)) == {"weigh": ("updated", "")}


class Killed(BaseException):
    """The program ended here."""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_pull_that_was_cut_off_is_ended_by_the_next(
    shelf: Shelf, server: Server, wish: Wish, monkeypatch: pytest.MonkeyPatch, moment: str
):
    shelf.put("old")
    pull(server, wish)
    shelf.put("old", "Better.", "1.1.0")
    shelf.put("young")

    def cut_off(*words: object) -> None:
        if moment == "after":
            swap_in(*words)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(pulling, "swap_in", cut_off)
        with pytest.raises(Killed):
            pull(server, wish)
    done = outcomes(pull(server, wish))
    assert {outcome for outcome, _ in done.values()} == {"updated"}
    assert tree(wish.into) == {"old/SKILL.md": b"Better.", "young/SKILL.md": b"Do it."}


def test_a_folder_that_was_out_of_its_place_comes_back_with_all_in_it(
    shelf: Shelf, server: Server, wish: Wish
):
    shelf.put("weigh")
    pull(server, wish)
    (wish.into / "weigh" / "notes.txt").write_text("mine")
    (wish.into / STAGING / "old").mkdir(parents=True)
    (wish.into / "weigh").rename(wish.into / STAGING / "old" / "weigh")
    shelf.put("weigh", "Better.", "1.1.0")
    pull(server, wish)
    assert tree(wish.into) == {"weigh/SKILL.md": b"Better.", "weigh/notes.txt": b"mine"}


def test_two_pulls_at_once_follow_one_another(shelf: Shelf, server: Server, wish: Wish):
    for number in range(20):
        shelf.put(f"skill-{number}")
    done: list[dict[str, tuple[str, str]]] = []

    def again() -> None:
        done.append(outcomes(pull(server, wish)))

    threads = [threading.Thread(target=again) for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(timeout=30)
    assert len(done) == 2
    assert all(outcome[0] in {"written", "unchanged"} for one in done for outcome in one.values())
    assert len(tree(wish.into)) == 20


def test_a_folder_that_is_held_is_not_touched(wish: Wish):
    wish.into.mkdir(parents=True)
    with (
        one_at_a_time(wish.into),
        pytest.raises(ClientError, check=lambda one: one.code == "another_pull"),
        one_at_a_time(wish.into, wait_s=0.2),
    ):
        pass
    assert not (wish.into / HELD).exists()


def test_what_a_killed_program_held_is_free(wish: Wish):
    wish.into.mkdir(parents=True)
    (wish.into / HELD).write_text("")
    with one_at_a_time(wish.into, wait_s=0):
        pass


def test_a_lock_that_its_last_holder_removed_is_taken_anew(
    wish: Wish, monkeypatch: pytest.MonkeyPatch
):
    wish.into.mkdir(parents=True)
    lock, tries = hold._try_lock, []

    def remove_first(handle: int) -> None:
        lock(handle)
        tries.append(handle)
        if len(tries) == 1:
            (wish.into / HELD).unlink()

    monkeypatch.setattr(hold, "_try_lock", remove_first)
    with one_at_a_time(wish.into, wait_s=5):
        assert (wish.into / HELD).exists()
    assert len(tries) == 2
