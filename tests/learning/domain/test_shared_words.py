"""Words that only erased texts hold are found in derived ones, in Chinese and English alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.learning.domain.shared_words import MARK, WordHunt, texts_in

if TYPE_CHECKING:
    from apps.learning.domain.shared_words import SharedWords


def hunt(derived: list[str], erased: list[str], staying: list[str] | None = None) -> SharedWords:
    found = WordHunt()
    found.look_in(derived)
    for text in erased:
        found.said(text)
    found.said_elsewhere(staying or [])
    return found.found()


@pytest.mark.parametrize(
    ("derived", "erased"),
    [
        ("1. Open the Quillfeather sheet.", "please open the quillfeather sheet"),
        ("- See order QF-7731.", '{"order": "QF-7731"}'),
        ("Read ~/plumage_draft.xlsx first.", "/home/x/plumage_draft.xlsx"),
        ("ＱＵＩＬＬＦＥＡＴＨＥＲ", "Quillfeather"),
        ("1. 打开琥珀鲸的报表。", "把琥珀鲸报表打开"),
        ("- 老板下周要被开除。", "听说老板下周要被开除，真的吗"),
        ("Отчёт Незабудкина", "сделай отчёт незабудкина"),
    ],
)
def test_what_only_the_erased_say_is_found(derived: str, erased: str):
    assert hunt([derived], [erased]).occur_in(derived)


@pytest.mark.parametrize(
    ("derived", "erased", "staying"),
    [
        ("1. Open the sheet.", "Open the sheet of ward two", "open the sheet of ward nine"),
        ("Send it to the nurse.", "and for the of it to", ""),
        ("1. 打开报表。", "打开报表，发给护士长", "请打开报表看看"),
        ("Build the weekly report.", "Compare two invoices", ""),
    ],
)
def test_what_others_say_too_is_not(derived: str, erased: str, staying: str):
    assert not hunt([derived], [erased], [staying]).occur_in(derived)


@pytest.mark.parametrize(
    ("derived", "erased", "staying"),
    [
        (
            "The manager leaves next Friday evening.",
            "I heard the manager leaves next Friday evening",
            ["the manager called", "he leaves early", "next week", "on Friday", "this evening"],
        ),
        (
            "经理下周五晚上离职。",
            "我听说经理下周五晚上离职",
            ["经理", "理下", "下周", "周五", "五晚", "晚上", "上离", "离职"],
        ),
    ],
)
def test_words_of_everybody_in_an_order_of_their_own_are_found(
    derived: str, erased: str, staying: list[str]
):
    assert hunt([derived], [erased], staying).occur_in(derived)


def test_a_line_is_replaced_behind_its_bullet_and_others_stay():
    text = "Steps:\n1. Open it.\n2. Ask Quillfeather.\n\n- Quillfeather again\n  > Quillfeather"
    shared = hunt([text], ["Quillfeather"])
    expected = f"Steps:\n1. Open it.\n2. {MARK}\n\n- {MARK}\n  > {MARK}"
    assert shared.without(text) == expected


def test_every_text_of_a_json_value_is_looked_at():
    value: Any = {
        "tools": [{"tool": "mcp__quillfeather__post", "calls": 3}],
        "quillfeather": True,
        "trend": "stable",
    }
    shared = hunt(list(texts_in(value)), ["mcp__quillfeather__post"])
    assert shared.without(value) == {
        "tools": [{"tool": MARK, "calls": 3}],
        MARK: True,
        "trend": "stable",
    }
    assert shared.kept_of(["quillfeather", "read_csv"]) == ["read_csv"]


def test_numbers_in_json_are_words_too():
    assert hunt(["Look up 48213."], list(texts_in({"id": 48213}))).occur_in("Look up 48213.")


def test_nothing_found_leaves_all_as_it_is():
    shared = hunt(["a text"], [])
    assert not shared.occur_in("a text")
    assert shared.without({"a": ["text"]}) == {"a": ["text"]}
