from typing import Any

import pytest

from apps.trajectories.domain.sources.claude_code_results import (
    Outcome,
    compact,
    plain_text,
    read_args,
    read_outcome,
)


@pytest.mark.parametrize(
    ("content", "structured", "is_error"),
    [
        ("done", None, None),
        ("done", None, False),
        ("done", {"stdout": "done", "stderr": "warning", "interrupted": False}, None),
        ("Error handling is described below", "Error handling is described below", False),
        ("", None, None),
        (None, None, None),
    ],
)
def test_a_result_without_a_mark_of_failure_is_completed(
    content: Any, structured: Any, is_error: bool | None
) -> None:
    outcome = read_outcome(content, structured=structured, is_error=is_error)
    assert (outcome.status, outcome.error) == ("completed", None)


@pytest.mark.parametrize(
    ("content", "structured", "is_error"),
    [
        ("Exit code 1", "Error: Exit code 1", True),
        ("<tool_use_error>Exit code 1</tool_use_error>", "Error: Exit code 1", None),
        ("<tool_use_error>Exit code 1</tool_use_error>", None, None),
        ("Exit code 1", {"isError": True}, None),
    ],
)
def test_a_failed_call_tells_its_error(
    content: Any, structured: Any, is_error: bool | None
) -> None:
    outcome = read_outcome(content, structured=structured, is_error=is_error)
    assert (outcome.status, outcome.error) == ("error", "Exit code 1")


@pytest.mark.parametrize(
    ("content", "structured", "why"),
    [
        ("The user doesn't want to proceed with this tool use. Use X.", None, "rejected"),
        ("", "User rejected tool use", "rejected"),
        ("", "Error: [Request interrupted by user for tool use]", "interrupted"),
        ("<tool_use_error>Sibling tool call errored</tool_use_error>", None, "cancelled"),
    ],
)
def test_what_did_not_run_to_its_end_is_no_failure(content: str, structured: Any, why: str) -> None:
    outcome = read_outcome(content, structured=structured, is_error=True)
    assert outcome == Outcome("unknown", content, metadata={why: True})


def test_an_interrupted_command_is_unknown_and_keeps_its_output() -> None:
    outcome = read_outcome("half", structured={"stdout": "half", "interrupted": True})
    assert outcome.status == "unknown"
    assert outcome.result == {"stdout": "half", "interrupted": True}
    assert outcome.metadata == {"interrupted": True}


def test_original_files_and_encoded_bodies_are_left_out_with_a_mark() -> None:
    shown = compact(
        {
            "originalFile": "x" * 10,
            "newString": "y",
            "file": {"base64": "A" * 8, "type": "image/png"},
            "content": [{"type": "image", "source": {"type": "base64", "data": "B" * 6}}],
            "stdout": "data:image/png;base64,AAAA",
            "data": "kept",
        }
    )
    assert shown["originalFile"] == "[originalFile left out: 10 characters]"
    assert shown["file"]["base64"] == "[base64 left out: 8 characters]"
    assert shown["content"][0]["source"]["data"] == "[data left out: 6 characters]"
    assert shown["stdout"] == "[body left out: 26 characters]"
    assert (shown["newString"], shown["data"]) == ("y", "kept")


def test_an_original_file_that_never_was_stays_null() -> None:
    assert compact({"originalFile": None}) == {"originalFile": None}


def test_text_blocks_become_one_text() -> None:
    blocks = [{"type": "text", "text": "一"}, {"type": "text", "text": "two"}]
    assert compact(blocks) == plain_text(blocks) == "一\ntwo"
    assert plain_text([{"type": "image"}]) is None


def test_nesting_without_end_is_cut() -> None:
    deep: Any = "core"
    for _ in range(500):
        deep = [deep]
    assert "core" not in str(compact(deep))


@pytest.mark.parametrize(
    ("given", "args"),
    [({"a": 1}, {"a": 1}), (None, None), ("ls", {"input": "ls"}), ([1], {"input": [1]})],
)
def test_arguments_are_an_object(given: Any, args: Any) -> None:
    assert read_args(given) == args
