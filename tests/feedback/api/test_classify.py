"""POST /messages/classify: one message read in every way, with the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/messages/classify"
PREVIOUS = {
    "intent": "Write the report of ward seven",
    "tools": [{"tool": "write_file", "args": {"path": "report.md"}, "status": "ok"}],
    "reply": "The report is written.",
}


def read(team: Team, message: str, **body: Any) -> dict[str, Any]:
    answer = team.client("agent").post(URL, {"message": message, "previous": PREVIOUS, **body})
    assert answer.status_code == 200
    result: dict[str, Any] = answer.json()
    return result


ALIKE: list[tuple[str, str, dict[str, Any]]] = [
    ("No, that's wrong", "不对，错了", {"correction": True, "satisfaction": "negative"}),
    ("Perfect, thank you!", "太好了，谢谢", {"satisfaction": "positive", "correction": False}),
    ("Save this as a skill", "帮我保存成一个技能", {"save_as_skill": True}),
    ("Remind me every Monday at 9", "每周一早上9点提醒我", {"schedule_intent": True}),
    ("What is a fistula?", "什么是压疮？", {"correction": False, "satisfaction": "neutral"}),
]


def test_a_message_is_read_alike_in_both_languages(clinic: Team):
    for english, chinese, said in ALIKE:
        for message in (english, chinese):
            answer = read(clinic, message)
            assert {key: answer[key] for key in said} == said, message


def test_the_answer_has_the_promised_shape_and_says_why(clinic: Team):
    answer = read(clinic, "还是不行")
    assert set(answer) == {
        *("correction", "satisfaction", "save_as_skill", "schedule_intent"),
        *("retry_same_question", "why"),
    }
    assert any("还是不行" in reason for reason in answer["why"])


def test_a_message_may_come_without_a_turn_before_it(clinic: Team):
    for previous in (None, {}, {"tools": []}, {"intent": "", "reply": ""}):
        assert read(clinic, "生成护理周报", previous=previous)["correction"] is False


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "message"),
    ({"message": ""}, "message"),
    ({"message": "x" * 100_001}, "message"),
    ({"message": "ok", "previous": {"tools": [{"args": {}}]}}, "previous"),
    ({"message": "ok", "previous": "none"}, "previous"),
]


def test_a_wrong_field_is_named(clinic: Team):
    for body, field in WRONG:
        answer = clinic.client("agent").post(URL, body)
        assert answer.status_code == 400
        assert answer.json()["detail"].startswith(field)


def test_odd_messages_are_read_without_harm(clinic: Team):
    for message in ("\u0000", "🎉" * 300, "\n\n\n", "？" * 5000, "(" * 20_000):
        assert read(clinic, message)["schedule_intent"] is False


def test_half_a_character_on_the_wire_is_read_as_replaced(clinic: Team):
    answer = clinic.client("agent").post_raw(URL, rb'{"message": "still wrong \ud83d"}')
    assert (answer.status_code, answer.json()["correction"]) == (200, True)


def test_reading_is_not_for_keys_that_only_report(clinic: Team):
    assert clinic.client("ingest").post(URL, {"message": "ok"}).status_code == 403
