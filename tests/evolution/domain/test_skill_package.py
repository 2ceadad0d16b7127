"""What is handed in is read within firm limits, and nothing of it lands outside its folder."""

from __future__ import annotations

import io
import stat
import zipfile

import pytest

from apps.errors import DomainError
from apps.evolution.domain import skill_package
from apps.evolution.domain.skill_package import package_files, unpack_skill
from tests.evolution.packages import packed

SKILL = {"SKILL.md": b"text"}


@pytest.mark.parametrize("root", ["", "weigh/", "a/b/weigh/"])
def test_a_skill_is_found_at_the_root_or_in_a_folder(root: str):
    files = {f"{root}SKILL.md": b"text", f"{root}scripts/tare.py": b"print()"}
    package = unpack_skill(packed(files))
    assert (package.skill_md, package.files) == (b"text", {"scripts/tare.py": b"print()"})
    assert package.folder == ("weigh" if root else "")


def test_what_has_no_plain_name_is_left_out_and_said():
    files = {
        "w/SKILL.md": b"text",
        "w/LICENSE.txt": b"free",
        "w/.git/config": b"x",
        "w/scripts/__pycache__/a.pyc": b"x",
        "w/more/SKILL.md": b"x",
        "w/参考.md": b"x",
        "outside.md": b"x",
    }
    package = unpack_skill(packed(files))
    assert package.files == {"LICENSE.txt": b"free"}
    assert package.left_out == (
        *(".git/config", "more/SKILL.md", "outside.md", "scripts/__pycache__/a.pyc"),
        "参考.md",
    )


@pytest.mark.parametrize(
    "path", ["../a.md", "/etc/a.md", "a/../../b.md", "..\\a.md", "C:/a.md", "a\\..\\..\\b"]
)
def test_a_path_that_leads_outside_refuses_the_whole(path: str):
    with pytest.raises(DomainError) as refused:
        unpack_skill(packed({**SKILL, path: b"x"}))
    assert refused.value.code == "unsafe_path"


def test_two_files_of_one_path_are_refused():
    with pytest.raises(DomainError, match="one path"):
        unpack_skill(packed({**SKILL, "a.md": b"1", "A.md": b"2"}))


def test_links_are_not_followed():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("SKILL.md", b"text")
        link = zipfile.ZipInfo("passwd")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert unpack_skill(out.getvalue()).files == {}


def test_a_bomb_is_refused_before_it_goes_off(monkeypatch: pytest.MonkeyPatch):
    bomb = packed({**SKILL, "a.txt": b"0" * 3_000_000})
    assert len(bomb) < 5000
    with pytest.raises(DomainError) as refused:
        unpack_skill(bomb)
    assert refused.value.code == "too_large"


def test_a_size_that_lies_is_not_believed():
    honest = packed({**SKILL, "a.txt": b"0" * 3_000_000})
    lying = honest.replace((3_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    with pytest.raises(DomainError) as refused:
        unpack_skill(lying)
    assert refused.value.code in {"too_large", "not_a_zip"}


def test_too_many_files_are_refused():
    many = {f"references/{number}.md": b"x" for number in range(skill_package.MOST_FILES + 1)}
    with pytest.raises(DomainError) as refused:
        package_files("w", {**SKILL, **many})
    assert refused.value.code == "too_large"


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"README.md": b"x"}, "skill_file_missing"),
        ({"a/SKILL.md": b"x", "b/SKILL.md": b"x"}, "several_skills"),
        ({**SKILL, "scripts/tool": b"\x7fELF\x02"}, "skill_binary_refused"),
    ],
)
def test_what_is_no_single_readable_skill_is_refused(files: dict[str, bytes], code: str):
    with pytest.raises(DomainError) as refused:
        unpack_skill(packed(files))
    assert refused.value.code == code


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x03\x04 not really", b"no zip at all"])
def test_what_is_no_zip_is_refused(content: bytes):
    with pytest.raises(DomainError) as refused:
        unpack_skill(content)
    assert refused.value.code == "not_a_zip"
