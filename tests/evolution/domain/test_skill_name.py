import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.evolution.domain.skill_name import is_skill_name, skill_name, skill_title, slug


@pytest.mark.parametrize(
    ("intent", "name"),
    [
        ("Rotate the log files every night", "rotate-the-log-files"),
        ("fix ticket #42!", "fix-ticket-42"),
        ("Please don't restart the db", "dont-restart-the-db"),
        ("Mettre à jour l'été", "mettre-a-jour-lete"),
        ("Straße prüfen", "strasse-prufen"),
        ("重启数据库", "chong-qi-shu-ju-ku"),
        ("请帮我把库存表导出为Excel并归档", "ku-cun-biao-dao-chu-excel-gui"),
        ("每天生成销售报表发给财务部", "mei-tian-sheng-cheng-xiao-shou-bao-biao"),
        (None, "auto-learned-skill"),
        ("  ", "auto-learned-skill"),
    ],
)
def test_a_name_is_spelled_from_the_first_words_of_the_request(intent: str, name: str) -> None:
    assert skill_name(intent) == name


def test_what_cannot_be_read_gets_a_stable_mark_of_its_own() -> None:
    party, rocket = skill_name("🎉🎉"), skill_name("🚀")
    assert party.startswith("auto-learned-skill-")
    assert party != rocket
    assert party == skill_name("🎉🎉")


def test_a_taken_name_gets_marks_until_it_is_free() -> None:
    first = skill_name("sync the files")
    second = skill_name("sync the files", {first})
    third = skill_name("sync the files", {first, second})
    assert second.startswith("sync-the-files-")
    assert len({first, second, third}) == 3
    assert skill_name("sync the files", [first]) == second


def test_a_long_name_leaves_room_for_its_mark() -> None:
    intent = "x" * 200
    name = skill_name(intent, {slug(intent)})
    assert len(name) <= 64
    assert is_skill_name(name)


@given(st.text(max_size=200), st.booleans())
@example(intent="生成ꀀꀀ周报", is_taken=False)
def test_every_text_gives_a_valid_name(intent: str, is_taken: bool) -> None:
    name = skill_name(intent)
    assert is_skill_name(skill_name(intent, {name}) if is_taken else name)


@pytest.mark.parametrize(
    "name", ["", "Upper", "-a", "a-", "a--b", "a_b", "a.b", "../a", "修复", "é", "a" * 65, "a\n"]
)
def test_names_that_break_the_rule_are_told(name: str) -> None:
    assert not is_skill_name(name)


@pytest.mark.parametrize(
    ("intent", "title"),
    [
        ("please rotate the logs.", "Rotate the logs"),
        ("请帮我重启数据库！", "重启数据库"),
        (None, "Auto-learned skill"),
        ("🎉", "Auto-learned skill"),
    ],
)
def test_a_title_keeps_the_human_words(intent: str, title: str) -> None:
    assert skill_title(intent) == title


def test_a_long_title_ends_with_a_whole_word() -> None:
    title = skill_title("compare " + "the figures of the quarter " * 10)
    assert len(title) <= 80
    assert title.split()[-1] in {"the", "figures", "of", "quarter"}
