"""The command line: what it takes, what it says in two languages, and how it ends."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import journeyman_client
from journeyman_client import agents
from journeyman_client.cli import main
from journeyman_client.words import WORDS, say
from shelf import INDEX, tree
from tests.loopback import dead_address

if TYPE_CHECKING:
    from shelf import Shelf

PACKAGE = Path(journeyman_client.__file__).parent
SOURCES = sorted(PACKAGE.glob("*.py"))


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JOURNEYMAN_KEY", "jm_agent_x_y")


def test_it_says_what_was_done(shelf: Shelf, capsys: pytest.CaptureFixture[str]):
    shelf.put("weigh")
    assert main(["pull", "--server", shelf.up.url]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "written  weigh 1.0.0",
        f"Skills of {shelf.up.url} in {Path(agents.SHARED)}: 1.",
    ]
    assert Path(".agents/skills/weigh/SKILL.md").exists()


def test_it_says_it_in_chinese(
    shelf: Shelf, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    Path(".claude/skills/weigh").mkdir(parents=True)
    shelf.put("weigh")
    assert main(["pull", "--server", shelf.up.url, "--agent", "claude-code"]) == 0
    assert "保留  weigh 1.0.0 – 您自己的文件夹" in capsys.readouterr().out


def test_programs_get_one_object(shelf: Shelf, capsys: pytest.CaptureFixture[str]):
    shelf.put("weigh", digest=f"sha256:{'0' * 64}")
    assert main(["pull", "--server", shelf.up.url, "--json", "--into", "s"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["channel"], told["dry_run"], told["into"]) == ("stable", False, "s")
    assert [(one["name"], one["outcome"], one["code"]) for one in told["skills"]] == [
        ("weigh", "refused", "digest_differs")
    ]


def test_a_server_that_is_away_ends_with_one(capsys: pytest.CaptureFixture[str]):
    address = dead_address()
    assert main(["pull", "--server", address]) == 1
    assert capsys.readouterr().err == f"{address} cannot be reached: Connection refused\n"
    assert main(["pull", "--server", address, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "unreachable"


@pytest.mark.parametrize(
    ("status", "english", "chinese"),
    [
        (401, "{} does not know this key.", "{} 不认识这个密钥。"),
        (403, "This key may not pull skills", "这个密钥不能拉取技能"),
        (404, "There is no index of skills at {}", "{} 上没有技能目录"),
    ],
)
def test_a_refusal_ends_with_one_and_leaves_what_is_there(
    shelf: Shelf,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    english: str,
    chinese: str,
):
    shelf.put("weigh")
    asked = ["pull", "--server", shelf.up.url, "--into", "s"]
    main(asked)
    before = tree(Path("s")), Path("s/.journeyman.json").read_bytes()
    shelf.replies[INDEX] = (status, {}, b"")
    for language, sentence in (("en_GB.UTF-8", english), ("zh_CN.UTF-8", chinese)):
        monkeypatch.setenv("LANG", language)
        assert main(asked) == 1
        assert capsys.readouterr().err.startswith(sentence.format(shelf.up.url))
    assert (tree(Path("s")), Path("s/.journeyman.json").read_bytes()) == before


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["push"],
        ["pull", "--channel", "nightly"],
        ["pull", "--agent", "nobody"],
        ["pull", "--agent", "codex", "--into", "x"],
        ["pull", "--server", "jm.example"],
        ["pull", "--key", ""],
        ["pull", "--key", "a\nb"],
    ],
)
def test_wrong_usage_ends_with_two(words: list[str], monkeypatch: pytest.MonkeyPatch):
    if "--key" in words:
        monkeypatch.delenv("JOURNEYMAN_KEY")
    with pytest.raises(SystemExit, check=lambda one: one.code == 2):
        main(words)


@pytest.mark.parametrize(
    ("blocked", "code"), [("file", "cannot_write"), ("record", "record_unreadable")]
)
def test_a_folder_that_cannot_be_written_is_said(
    shelf: Shelf, capsys: pytest.CaptureFixture[str], blocked: str, code: str
):
    if blocked == "file":
        Path("s").write_text("mine")
    else:
        Path("s/.journeyman.json").mkdir(parents=True)
    shelf.put("weigh")
    assert main(["pull", "--server", shelf.up.url, "--into", "s", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code


def test_it_runs_as_a_module():
    program = [sys.executable, "-m", "journeyman_client", "--version"]
    done = subprocess.run(program, cwd=PACKAGE.parent, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == journeyman_client.__version__


@pytest.mark.parametrize("source", SOURCES, ids=[one.name for one in SOURCES])
def test_it_is_python_3_9_and_needs_nothing_else(source: Path):
    tree = ast.parse(source.read_text("utf-8"), feature_version=(3, 9))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [one.name for one in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    }
    own = {"journeyman_client", "__future__"}
    assert imported - own - set(sys.stdlib_module_names) == set()


def test_every_sentence_takes_the_same_words_in_both_languages():
    for code, sentences in WORDS.items():
        blanks = [{part.split("}")[0] for part in one.split("{")[1:]} for one in sentences]
        assert blanks[0] == blanks[1], code


def test_what_others_wrote_cannot_paint_the_terminal():
    assert say("changed", path="a\x1b[2Jb") == "changed by hand: a [2Jb"
