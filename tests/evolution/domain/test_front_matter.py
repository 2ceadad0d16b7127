import pytest

from apps.errors import DomainError
from apps.evolution.domain.front_matter import (
    Quoted,
    normal_text,
    read_leniently,
    read_strictly,
    split_front_matter,
    write_front_matter,
)


@pytest.mark.parametrize(
    "text",
    [
        "---\nname: a\n---\nbody",
        "\ufeff---\nname: a\n---\nbody",
        "---\r\nname: a\r\n---\r\nbody",
        "---  \nname: a\n--- \n\n\nbody\n",
    ],
)
def test_block_and_body_are_split_whatever_wrote_the_file(text: str) -> None:
    assert split_front_matter(text) == ("name: a", "body")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "skill_empty"),
        (" \n ", "skill_empty"),
        ("# Only a body", "front_matter_missing"),
        ("---\nname: a\nbody", "front_matter_open"),
    ],
)
def test_a_file_without_a_whole_block_is_refused_with_the_reason(text: str, code: str) -> None:
    with pytest.raises(DomainError) as refused:
        split_front_matter(text)
    assert refused.value.code == code


def test_every_value_is_read_as_text() -> None:
    fields = read_strictly("version: 1.10\ndate: 2026-01-02\nflag: yes\nnone:")
    assert fields == {"version": "1.10", "date": "2026-01-02", "flag": "yes", "none": ""}


@pytest.mark.parametrize(
    "block",
    [
        "description: use: when",
        "- a\n- b",
        "a: &x [1]\nb: *x",
        "a: " + "[" * 15_000,
        'a: "\\UFFFFFFFF"',
        "a: b\x00",
        "a: " + "b" * 30_000,
        "? [a]\n: b",
        "just words",
    ],
)
def test_a_block_that_cannot_be_trusted_is_refused(block: str) -> None:
    with pytest.raises(DomainError) as refused:
        read_strictly(block)
    assert refused.value.code == "front_matter_unreadable"


def test_a_tag_makes_nothing_but_text() -> None:
    assert read_strictly("a: !!python/object/apply:os.system [ls]") == {"a": ["ls"]}


@pytest.mark.parametrize(
    ("block", "description"),
    [
        ("description: use: when asked", "use: when asked"),
        ("description: 用法：先看: 再改", "用法：先看: 再改"),
        ('description: he said "no: never" # twice', 'he said "no: never" # twice'),
    ],
)
def test_a_bare_colon_is_read_on_the_second_try(block: str, description: str) -> None:
    assert read_leniently(f"name: a\n{block}\nmetadata:\n  k: v") == {
        "name": "a",
        "description": description,
        "metadata": {"k": "v"},
    }


def test_what_is_written_is_block_style_and_reads_back() -> None:
    metadata = {"v": Quoted("1.0"), "中": "文"}
    fields: dict[str, str | dict[str, str]] = {
        "name": "a",
        "description": "x: y # z",
        "metadata": metadata,
    }
    text = write_front_matter(fields)
    block, _ = split_front_matter(text)
    assert read_strictly(block) == fields
    assert 'v: "1.0"' in block
    assert "{" not in block


def test_text_is_made_storable() -> None:
    assert normal_text("\ufeffa\r\nb\rc\x00\ud83d") == "a\nb\nc\ufffd\ufffd\ufffd\ufffd"
