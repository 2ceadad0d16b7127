from datetime import datetime
from typing import Any

import pytest

from apps.trajectories.domain.sources.claude_code_transcript import read_transcript
from apps.trajectories.domain.sources.claude_code_turns import MOST_HELD
from apps.trajectories.domain.sources.json_lines import LineProblem
from apps.trajectories.schemas import EARLIEST, LATEST, Event
from tests.trajectories.domain.sources.claude_code_builders import (
    answer,
    call,
    of_type,
    read,
    result,
    spell,
    text,
    user,
)


def shape(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.type, event.event_id) for event in events]


def test_a_turn_is_a_request_its_steps_and_a_reply() -> None:
    events = read(
        user("run the tests", uuid="u1"),
        answer(text("I will run them."), message_id="m1", at=1),
        answer(call("t1", command="make test"), message_id="m1", at=2),
        result("t1", "3 passed", at=5),
        answer(text("All three pass."), message_id="m2", at=6),
    )
    assert shape(events) == [
        ("user_request", "prompt:u1"),
        ("llm_generation", "msg:m1"),
        ("tool_execution", "tool:t1"),
        ("response", "msg:m2"),
    ]
    assert {event.turn_id for event in events} == {"u1"}
    assert {event.session_id for event in events} == {"s-1"}


def test_a_call_and_its_result_are_one_step() -> None:
    ran = {"stdout": "a.txt", "stderr": "", "interrupted": False}
    [step] = of_type(
        read(
            user("list"),
            answer(call("t1", command="ls"), at=1),
            result("t1", "a.txt", at=1.25, toolUseResult=ran),
        ),
        "tool_execution",
    )
    assert (step.tool, step.args, step.result) == ("Bash", {"command": "ls"}, ran)
    assert (step.status, step.duration_ms) == ("completed", 250)


def test_a_result_on_an_earlier_line_or_clock_still_finds_its_call() -> None:
    [step] = of_type(
        read(user("list"), result("t1", "a.txt", at=0.5), answer(call("t1"), at=1)),
        "tool_execution",
    )
    assert (step.status, step.result, step.duration_ms) == ("completed", "a.txt", None)


def test_a_call_without_a_result_is_told_at_the_end_as_unknown() -> None:
    events = read(user("list"), answer(call("t1"), at=1), user("and now?", uuid="u2", at=9))
    assert [event.event_id for event in events] == ["prompt:u1", "prompt:u2", "tool:t1"]
    assert (events[-1].status, events[-1].turn_id) == ("unknown", "u1")


def test_results_of_calls_made_at_once_go_to_their_own_calls() -> None:
    one = {"type": "tool_result", "tool_use_id": "t1", "content": "one"}
    two = {"type": "tool_result", "tool_use_id": "t2", "content": "two"}
    events = read(
        user("read both"),
        answer(call("t1", "Read", path="1"), at=1),
        answer(call("t2", "Read", path="2"), at=2),
        user([two, one], uuid="r", at=3, toolUseResult={"stdout": "not for both"}),
    )
    assert [step.result for step in of_type(events, "tool_execution")] == ["one", "two"]


def test_tokens_of_a_split_message_count_once() -> None:
    usage = {"input_tokens": 3, "cache_read_input_tokens": 90, "cache_creation_input_tokens": 7}
    events = read(
        user("go"),
        answer({"type": "thinking", "thinking": "hm"}, usage=usage | {"output_tokens": 1}, at=1),
        answer(text("Working."), usage=usage | {"output_tokens": 5}, at=2),
        answer(call("t1"), usage=usage | {"output_tokens": 5}, at=3),
    )
    assert [(e.input_tokens, e.output_tokens) for e in events if e.input_tokens] == [(100, 5)]
    assert of_type(events, "llm_generation")[0].metadata == {"cached_input_tokens": 90}


def test_tokens_of_a_message_that_only_calls_tools_are_kept() -> None:
    events = read(
        user("go"),
        answer(call("t1"), call("t2", "Read"), usage={"input_tokens": 8, "output_tokens": 2}),
    )
    [message] = of_type(events, "llm_generation")
    assert (message.text, message.model, message.input_tokens) == (None, "sonnet", 8)


@pytest.mark.parametrize("odd", ["many", -3, True, 2**70, None, [1], 1.5])
def test_token_counts_that_are_none_are_no_harm(odd: Any) -> None:
    read(user("go"), answer(text("Yes."), usage={"input_tokens": odd, "output_tokens": odd}))


def test_only_the_last_text_of_a_turn_is_the_reply() -> None:
    events = read(
        user("go"),
        answer(text("First."), message_id="m1", at=1),
        answer(text("Hel"), message_id="m2", at=2),
        answer(text("lo."), message_id="m2", at=3),
        user("again", uuid="u2", at=4),
        answer(text("Second."), message_id="m3", at=5),
    )
    assert [e.text for e in of_type(events, "response")] == ["Hel\nlo.", "Second."]
    assert [e.text for e in of_type(events, "llm_generation")] == ["First."]


def test_an_interrupted_turn_ends_visibly_and_has_no_reply() -> None:
    events = read(
        user("go"),
        answer(text("Let me look."), message_id="m1", at=1),
        user([text("[Request interrupted by user]")], uuid="stop", at=2),
    )
    [end] = of_type(events, "response")
    assert (end.event_id, end.status, end.turn_id) == ("stop:stop", "error", "u1")
    assert (end.text, end.metadata) == (None, {"interrupted": True})


def test_a_prompt_stopped_by_a_hook_ends_its_turn() -> None:
    events = read(user("go"), user("Operation stopped by hook: commit first", uuid="h", at=1))
    assert [event.type for event in events] == ["user_request", "response"]
    assert events[1].metadata == {"stopped_by_hook": True}


def test_an_error_of_the_model_is_no_reply() -> None:
    events = read(
        user("go"),
        answer(text("Let me look."), message_id="m1", at=1),
        answer(
            text("API Error: 529 overloaded"),
            message_id="e1",
            model="<synthetic>",
            isApiErrorMessage=True,
            at=2,
        ),
    )
    assert not of_type(events, "response")
    failure = events[-1]
    assert (failure.type, failure.status, failure.text) == ("llm_generation", "error", None)
    assert failure.error == "API Error: 529 overloaded"


def test_a_placeholder_after_a_resume_is_no_step() -> None:
    events = read(
        user("go"),
        answer(text("Done."), at=1),
        answer(
            text("No response requested."),
            message_id="x",
            model="<synthetic>",
            isApiErrorMessage=False,
            at=2,
        ),
    )
    assert [event.text for event in events] == ["go", "Done."]


def test_a_slash_command_with_work_after_it_opens_a_turn_of_the_system() -> None:
    command = "<command-message>ship</command-message>\n<command-name>/ship</command-name>"
    events = read(
        user("go", uuid="u1"),
        answer(text("Done."), message_id="m1", at=1),
        user(command, uuid="u2", at=2),
        user([text("Write the release notes …")], uuid="u3", at=2, isMeta=True),
        answer(call("t1"), message_id="m2", at=3),
    )
    opened, step = of_type(events, "user_request")[1], of_type(events, "tool_execution")[0]
    assert (opened.text, opened.author) == ("/ship", "system")
    assert step.turn_id == opened.turn_id == "u2"


def test_a_slash_command_that_the_client_answers_opens_nothing() -> None:
    events = read(
        user("<command-name>/mcp</command-name>", uuid="u1"),
        user("<local-command-stdout>Reconnected.</local-command-stdout>", uuid="u2"),
        user("list the issues", uuid="u3", at=2),
        answer(text("None."), at=3),
    )
    assert [event.text for event in events] == ["list the issues", "None."]


def test_a_message_typed_while_the_agent_works_is_a_request() -> None:
    queued = {
        "type": "attachment",
        "sessionId": "s-1",
        "uuid": "q1",
        "timestamp": "2026-03-02T08:00:05+00:00",
        "attachment": {"type": "queued_command", "prompt": "用 8080 端口", "commandMode": "prompt"},
    }
    events = read(
        user("start the server"),
        answer(text("Starting on 3000."), message_id="m1", at=1),
        queued,
        answer(text("On 8080 now."), message_id="m2", at=6),
    )
    assert [e.text for e in of_type(events, "user_request")] == ["start the server", "用 8080 端口"]
    assert [e.text for e in of_type(events, "response")] == ["On 8080 now."]


@pytest.mark.parametrize(
    "attachment",
    [
        {"type": "queued_command", "prompt": "x", "commandMode": "task-notification"},
        {"type": "queued_command", "prompt": "x", "origin": {"kind": "peer"}, "isMeta": True},
        {"type": "file", "prompt": "x"},
    ],
)
def test_other_attachments_are_no_persons_request(attachment: dict[str, Any]) -> None:
    line = user("", uuid="q1") | {"type": "attachment", "attachment": attachment}
    assert not [e for e in read(line) if e.author == "person"]


def test_the_events_of_a_turn_come_in_the_order_of_time() -> None:
    events = read(
        user("go", at=0),
        answer(call("t2"), message_id="m2", at=3),
        answer(call("t1"), message_id="m1", at=2),
        result("t2", at=4),
        result("t1", at=5),
    )
    assert [event.event_id for event in events] == ["prompt:u1", "tool:t1", "tool:t2"]


def test_a_line_without_a_time_takes_the_last_one_known() -> None:
    line = answer(text("Done."), message_id="m1") | {"timestamp": "soon"}
    request, reply = read(user("go", at=7), line)
    assert reply.timestamp == request.timestamp


def test_a_line_without_any_time_is_a_problem() -> None:
    line = user("go") | {"timestamp": None}
    [problem] = read_transcript(spell(line), name="s-1.jsonl")
    assert isinstance(problem, LineProblem)
    assert (problem.line, problem.code) == (1, "no_timestamp")


def test_unknown_lines_are_passed_over_in_silence() -> None:
    assert read({"type": "ai-title"}, {"type": ["odd"]}, {}, {"type": "user"}) == []


def test_a_broken_line_does_not_hide_its_neighbours() -> None:
    [first, second] = spell(user("一"), user("two", uuid="u2"))
    items = list(read_transcript([first, b'{"type":"user",\n', second], name="s-1.jsonl"))
    assert [item.line for item in items if isinstance(item, LineProblem)] == [2]
    assert [item.text for item in items if isinstance(item, Event)] == ["一", "two"]


def test_a_turn_of_any_length_is_let_go_as_it_grows() -> None:
    def lines() -> Any:
        yield from spell(user("poll"))
        for number in range(MOST_HELD):
            yield from spell(answer(call(f"t{number}"), message_id=f"m{number}", at=number))
            yield from spell(result(f"t{number}", at=number))
        pytest.fail("nothing was let go before the end")

    assert isinstance(next(read_transcript(lines(), name="s-1.jsonl")), Event)


def test_a_deep_result_is_cut_and_its_call_kept() -> None:
    deep: Any = "end"
    for _ in range(300):
        deep = [deep]
    [step] = of_type(read(user("读取配置"), answer(call(value=deep)), result()), "tool_execution")
    assert "nested too deep" in str(step.args)
    assert str(step.args).count("[") < 100


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("0001-01-01T00:00:00+23:59", EARLIEST), ("9999-12-31T23:59:59-23:59", LATEST)],
)
def test_a_time_out_of_reach_is_moved_to_the_nearest(sent: str, kept: datetime) -> None:
    assert read(user("go") | {"timestamp": sent})[0].timestamp == kept
