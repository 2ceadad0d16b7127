"""A file of anybody's keeps its body and gets a front matter that every reader takes."""

from __future__ import annotations

import pytest
from skills_ref.parser import parse_frontmatter
from skills_ref.validator import validate_metadata

from apps.errors import DomainError
from apps.evolution.domain.imported_skill import body_of, read_imported
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.skill_rules import validate
from tests.evolution.packages import BODY, HEAD, skill_file


def codes(text: str, folder: str = "") -> list[str]:
    return [repair.code for repair in read_imported(text, folder=folder).repairs]


def test_a_file_by_the_rules_is_only_numbered():
    skill = read_imported(HEAD + BODY)
    assert skill.repairs == []
    assert skill.written("1.0.0") == (
        HEAD.removesuffix("---\n") + 'metadata:\n  journeyman-version: "1.0.0"\n---\n' + BODY
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (skill_file(name="Weigh Pallet"), ["name_invalid"]),
        (skill_file(name="称托盘"), ["name_invalid"]),
        (skill_file(name=""), ["name_missing"]),
        (skill_file(description=""), ["description_missing"]),
        (skill_file(description="\u200b"), ["description_missing"]),
        (skill_file(description="Weigh: then load"), ["front_matter_quoted"]),
        (skill_file(description="Weighs <b>one</b>."), ["description_tags"]),
        (skill_file(description="|\n  Weighs it.\n  Use it often."), ["description_lines"]),
        (skill_file(description="Weighs it. " * 120), ["description_too_long"]),
        (skill_file(tags="[scale, 秤]"), ["unknown_key"]),
        (skill_file(metadata='{"vendor": {"emoji": "秤"}}'), ["metadata_nested"]),
        (skill_file(**{"allowed-tools": "[Read, Bash]"}), ["allowed_tools_list"]),
        (skill_file(compatibility="x " * 300), ["compatibility_too_long"]),
        ("\ufeff" + skill_file(), ["byte_order_mark"]),
        (BODY, ["front_matter_missing", "name_missing", "description_missing"]),
    ],
)
def test_what_breaks_a_rule_is_repaired_and_said(text: str, expected: list[str]):
    skill = read_imported(text, folder="pallets")
    assert [repair.code for repair in skill.repairs] == expected
    written = skill.written("1.2.3")
    assert written.endswith(BODY)
    assert validate(written, directory=skill.name) == []
    fields, _ = parse_frontmatter(written)
    assert validate_metadata(fields) == []
    again = read_imported(written)
    assert (again.written("1.2.3"), again.repairs) == (written, [])


def test_a_skill_without_a_name_is_called_after_its_folder_or_its_title():
    assert read_imported(skill_file(name=""), folder="Floor Scales").name == "floor-scales"
    assert read_imported(skill_file(name="")).name == "weigh-a-pallet"
    with pytest.raises(DomainError, match="no name"):
        read_imported(skill_file(name="🙂", body="go"))


def test_nothing_is_lost_of_what_the_format_does_not_know():
    text = skill_file(
        tags="[scale, 秤]",
        triggers="[weigh it, '称重; 托盘']",
        tools="[floor_scale]",
        version="v2.1.0",
        examples='\n  - {input: "a --- b"}',
        **{"user-invocable": "true", "größe": "4"},
    )
    skill = read_imported(text)
    assert skill.metadata == {
        "tags": "scale, 秤",
        "journeyman-triggers": "weigh it; 称重, 托盘",
        "journeyman-tools": "floor_scale",
        "version": "v2.1.0",
        "examples": '[{"input": "a – b"}]',
        "user-invocable": "true",
        "gr-e": "4",
    }
    assert skill.declared_version == "2.1.0"
    document = parse(skill.written("2.1.0"))
    assert document.triggers == ("weigh it", "称重, 托盘")
    assert (document.tools, document.version) == (("floor_scale",), "2.1.0")


def test_a_cut_description_is_kept_whole_beside_it():
    told = "Weighs it on Mondays. " * 60
    skill = read_imported(skill_file(description=told))
    assert len(skill.description) <= 1024
    assert skill.description.endswith("…")
    assert skill.metadata["full-description"] == told.strip()


def test_a_description_is_taken_from_the_first_paragraph():
    assert read_imported(skill_file(description="")).description == "Use the floor scale."


@pytest.mark.parametrize("version", ["latest", "1.0", "01.2.3", "1.2.3-beta", "1.2.3.4"])
def test_only_three_plain_numbers_are_a_declared_version(version: str):
    assert read_imported(skill_file(version=version)).declared_version == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "skill_empty"),
        ("---\nname: a\n", "front_matter_open"),
        ("---\nname: a\n---\n\n", "body_empty"),
        ("---\n- a\n- b\n---\nx\n", "front_matter_unreadable"),
        ("---\na: &x 1\nb: *x\n---\nx\n", "front_matter_unreadable"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(text: str, code: str):
    with pytest.raises(DomainError) as refused:
        read_imported(text)
    assert refused.value.code == code


@pytest.mark.parametrize("body", ["x", "\r\nx\r\n", "\n---\nx\n---\n", "  \n\n# T\n\n\n", BODY])
def test_the_body_is_kept_letter_by_letter(body: str):
    skill = read_imported(HEAD + body)
    assert skill.body == body
    assert body_of(skill.written("1.0.0")) == body
    windows = (HEAD.replace("\n", "\r\n")) + body
    assert read_imported(windows).body == body
