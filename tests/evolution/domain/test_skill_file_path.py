import pytest

from apps.errors import DomainError
from apps.evolution.domain.skill_file_path import check_skill_path


@pytest.mark.parametrize(
    "path",
    ["references/api.md", "templates/a/b.yaml", "scripts/run_all.sh", "assets/logo-1.png"],
)
def test_a_plain_file_in_an_agreed_folder_is_allowed(path: str) -> None:
    assert check_skill_path(path) == path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "SKILL.md",
        "references",
        "references/",
        "references//a",
        "/references/a.md",
        "references/../../x",
        "references/..",
        "scripts/.hidden",
        "scripts\\a.py",
        "other/a.md",
        "References/a.md",
        "references/a.md\x00",
        "references/a b.md",
        "references/C:evil",
        "references/con.txt",
        "references/a.",
        "references/" + "a/" * 5 + "b",
        "references/" + "a" * 300,
    ],
)
def test_every_other_path_is_refused(path: str) -> None:
    with pytest.raises(DomainError) as refused:
        check_skill_path(path)
    assert refused.value.code == "skill_path_refused"
