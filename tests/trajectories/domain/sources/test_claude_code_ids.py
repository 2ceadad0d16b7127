from tests.trajectories.domain.sources.claude_code_builders import (
    answer,
    call,
    read,
    result,
    text,
    user,
)


def test_the_prompt_id_of_the_hooks_names_a_request_once() -> None:
    events = read(
        user("one", uuid="u1", promptId="p1"),
        user("two", uuid="u2", promptId="p1", at=1),
        user("three", uuid="u3", at=2),
    )
    assert [event.event_id for event in events] == ["prompt:p1", "prompt:u2", "prompt:u3"]


def test_copied_history_gives_the_same_ids_in_another_session() -> None:
    lines = [
        user("run", uuid="u1"),
        answer(text("Running."), call("t1"), message_id="m1", at=1),
        result("t1", at=2),
        answer(text("Done."), message_id="m2", at=3),
        user([text("[Request interrupted by user]")], uuid="stop", at=4),
    ]
    copied = [line | {"sessionId": "s-2"} for line in lines]
    ids = [event.event_id for event in read(*lines)]
    assert ids == [event.event_id for event in read(*copied)]
    assert len(set(ids)) == len(ids)


def test_history_repeated_within_a_file_is_told_once() -> None:
    lines = [
        user("run", uuid="u1"),
        answer(text("Done."), call("t1"), message_id="m1", uuid="a1", at=1),
        result("t1", at=2),
    ]
    assert read(*lines, *lines) == read(*lines)


def test_a_rewind_tells_both_branches_once() -> None:
    events = read(
        user("red", uuid="u1", parentUuid=None),
        answer(text("Red."), message_id="m1", at=1, parentUuid="u1"),
        user("blue", uuid="u2", at=2, parentUuid=None),
        answer(text("Blue."), message_id="m2", at=3, parentUuid="u2"),
    )
    assert [event.text for event in events] == ["red", "Red.", "blue", "Blue."]


def test_a_message_that_goes_on_after_the_next_request_keeps_its_words() -> None:
    usage = {"input_tokens": 5, "output_tokens": 1}
    events = read(
        user("one", uuid="u1"),
        answer(text("Before."), message_id="m1", uuid="a1", usage=usage, at=1),
        user("two", uuid="u2", at=2),
        answer(text("After."), message_id="m1", uuid="a2", usage=usage, at=3),
    )
    assert [event.text for event in events] == ["one", "Before.", "two", "After."]
    assert [event.event_id for event in events if event.text == "After."] == ["msg:m1:a2"]
    assert sum(event.input_tokens or 0 for event in events) == 5


def test_ids_that_are_too_long_are_shortened_and_stay_apart() -> None:
    first, second = read(user("a", uuid="u" * 500), user("b", uuid="u" * 499))
    assert first.event_id != second.event_id
    assert len(first.event_id) <= 200
