"""What a person wrote is never overwritten, moved or removed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from journeyman_client.errors import ClientError
from journeyman_client.pull import pull
from journeyman_client.record import RECORD
from journeyman_client.server import Server
from shelf import Shelf, outcomes, packed, tree
from tests.http_servers import serving

if TYPE_CHECKING:
    from journeyman_client.pull import Wish


@pytest.fixture
def pulled(shelf: Shelf, server: Server, wish: Wish) -> Wish:
    """Two skills that are there."""
    files = {"ship/SKILL.md": "Pack.", "ship/references/a.md": "A"}
    shelf.put_archive("ship", packed(files))
    shelf.put("weigh", "Tare it.")
    pull(server, wish)
    return wish


def better(shelf: Shelf, **files: str) -> None:
    """Another version of one of them."""
    beside = {f"ship/{path.replace('__', '/')}.md": text for path, text in files.items()}
    shelf.put_archive("ship", packed({"ship/SKILL.md": "Pack well.", **beside}), "1.1.0")


@pytest.mark.parametrize("forced", [False, True])
def test_a_folder_that_was_not_pulled_is_left_alone(
    shelf: Shelf, server: Server, wish: Wish, forced: bool
):
    shelf.put("weigh")
    (wish.into / "weigh").mkdir(parents=True)
    (wish.into / "weigh" / "SKILL.md").write_text("mine")
    done = pull(server, replace(wish, force=forced))
    assert outcomes(done) == {"weigh": ("kept", "unknown_folder")}
    assert tree(wish.into) == {"weigh/SKILL.md": b"mine"}
    shelf.drop("weigh")
    assert outcomes(pull(server, replace(wish, force=forced))) == {}
    assert tree(wish.into) == {"weigh/SKILL.md": b"mine"}


def test_a_folder_is_adopted_where_nothing_in_it_differs(shelf: Shelf, server: Server, wish: Wish):
    shelf.put("weigh")
    (wish.into / "weigh").mkdir(parents=True)
    mine = wish.into / "weigh" / "SKILL.md"
    mine.write_text("mine")
    adopt = replace(wish, adopt=True)
    assert outcomes(pull(server, adopt)) == {"weigh": ("kept", "changed")}
    assert outcomes(pull(server, wish)) == {"weigh": ("kept", "unknown_folder")}
    mine.write_text("Do it.")
    (wish.into / "weigh" / "notes.txt").write_text("mine")
    assert outcomes(pull(server, adopt)) == {"weigh": ("written", "")}
    shelf.drop("weigh")
    pull(server, wish)
    assert tree(wish.into) == {"weigh/notes.txt": b"mine"}


def test_a_changed_file_is_adopted_by_force(shelf: Shelf, server: Server, wish: Wish):
    shelf.put("weigh")
    (wish.into / "weigh").mkdir(parents=True)
    (wish.into / "weigh" / "SKILL.md").write_text("mine")
    pull(server, replace(wish, adopt=True, force=True))
    assert tree(wish.into) == {"weigh/SKILL.md": b"Do it."}


@pytest.mark.parametrize("newer", [False, True])
def test_a_changed_file_is_kept_and_named(shelf: Shelf, server: Server, pulled: Wish, newer: bool):
    (pulled.into / "ship" / "references" / "a.md").write_text("mine")
    if newer:
        better(shelf, references__a="AA")
    before = tree(pulled.into)
    (kept,) = (one for one in pull(server, pulled) if one.outcome == "kept")
    assert (kept.name, kept.why) == ("ship", "changed by hand: references/a.md")
    assert tree(pulled.into) == before
    pull(server, replace(pulled, force=True))
    expected = b"AA" if newer else b"A"
    assert tree(pulled.into)["ship/references/a.md"] == expected


def test_a_changed_file_that_would_go_is_kept_too(shelf: Shelf, server: Server, pulled: Wish):
    (pulled.into / "ship" / "references" / "a.md").write_text("mine")
    better(shelf)
    assert outcomes(pull(server, pulled))["ship"] == ("kept", "changed")
    shelf.drop("ship")
    assert outcomes(pull(server, pulled))["ship"] == ("kept", "changed")
    assert tree(pulled.into)["ship/references/a.md"] == b"mine"


def test_files_beside_ours_stay_when_it_changes(shelf: Shelf, server: Server, pulled: Wish):
    (pulled.into / "ship" / "notes.txt").write_text("mine")
    (pulled.into / "ship" / "own" / "deep").mkdir(parents=True)
    (pulled.into / "ship" / "own" / "deep" / "x").write_text("mine")
    (pulled.into / "ship" / "link").symlink_to("/nowhere/at/all")
    better(shelf)
    assert outcomes(pull(server, pulled))["ship"] == ("updated", "")
    ours = {one: content for one, content in tree(pulled.into).items() if "ship" in one}
    assert ours == {
        "ship/SKILL.md": b"Pack well.",
        "ship/notes.txt": b"mine",
        "ship/own/deep/x": b"mine",
    }
    assert (pulled.into / "ship" / "link").is_symlink()


def test_files_beside_ours_stay_when_it_goes(shelf: Shelf, server: Server, pulled: Wish):
    (pulled.into / "ship" / "references" / "mine.md").write_text("mine")
    shelf.drop("ship")
    assert outcomes(pull(server, pulled))["ship"] == ("removed", "")
    assert [one for one in tree(pulled.into) if "ship" in one] == ["ship/references/mine.md"]
    shelf.put("ship")
    assert outcomes(pull(server, pulled))["ship"] == ("kept", "unknown_folder")


@pytest.mark.parametrize("place", ["references/b.md", "References", "references/B.MD"])
def test_a_file_in_the_place_of_a_new_one_is_kept(
    shelf: Shelf, server: Server, wish: Wish, place: str
):
    shelf.put("ship")
    pull(server, wish)
    mine = wish.into / "ship" / place
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    better(shelf, references__b="B")
    assert outcomes(pull(server, wish))["ship"][0] == "kept"
    assert mine.read_text() == "mine"


def test_a_link_is_never_followed(shelf: Shelf, server: Server, pulled: Wish):
    elsewhere = pulled.into.parent / "elsewhere"
    (pulled.into / "ship" / "references").rename(elsewhere)
    (pulled.into / "ship" / "references").symlink_to(elsewhere)
    (pulled.into / "weigh").rename(pulled.into.parent / "weigh")
    (pulled.into / "weigh").symlink_to(pulled.into.parent / "weigh")
    better(shelf, references__a="AA")
    shelf.put("weigh", "Better.", "1.1.0")
    forced = replace(pulled, force=True, adopt=True)
    assert outcomes(pull(server, forced)) == {
        "ship": ("kept", "in_the_way"),
        "weigh": ("kept", "in_the_way"),
    }
    for name in ("ship", "weigh"):
        shelf.drop(name)
    pull(server, forced)
    assert (elsewhere / "a.md").read_text() == "A"
    assert (pulled.into.parent / "weigh" / "SKILL.md").read_text() == "Tare it."


def test_what_another_server_wrote_is_its_own(shelf: Shelf, server: Server, pulled: Wish):
    other = Shelf()
    other.put("weigh", "Otherwise.")
    with serving(other) as other.up:
        second = Server(other.up.url, "key")
        assert outcomes(pull(second, pulled)) == {"weigh": ("kept", "other_server")}
        assert tree(pulled.into)["weigh/SKILL.md"] == b"Tare it."
        assert "ship/SKILL.md" in tree(pulled.into), "it serves none, and removes none"
        pull(second, replace(pulled, adopt=True))
        assert tree(pulled.into)["weigh/SKILL.md"] == b"Otherwise."
    assert outcomes(pull(server, pulled))["weigh"] == ("kept", "other_server")


@pytest.mark.parametrize(
    "written",
    [
        "",
        "[]",
        "{}",
        '{"format": 2, "index": {"of": "", "etag": ""}, "skills": {}}',
        '{"format": 1, "index": {"of": "", "etag": ""}, "skills": {"../ship": {"server": "%s", '
        '"version": "", "digest": "", "files": {"SKILL.md": "%s"}}}}',
        '{"format": 1, "index": {"of": "", "etag": ""}, "skills": {"ship": {"server": "%s", '
        '"version": "", "digest": "", "files": {"../../x": "%s"}}}}',
    ],
)
def test_a_record_that_cannot_be_trusted_stops_the_pull(
    shelf: Shelf, server: Server, pulled: Wish, written: str
):
    text = written % (server.url, "0" * 64) if "%s" in written else written
    (pulled.into / RECORD).write_text(text)
    shelf.drop("ship")
    before = tree(pulled.into)
    with pytest.raises(ClientError, check=lambda one: one.code == "record_unreadable"):
        pull(server, pulled)
    assert tree(pulled.into) == before
