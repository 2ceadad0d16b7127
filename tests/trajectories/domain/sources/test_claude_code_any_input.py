import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.trajectories.domain.sources.claude_code_transcript import read_transcript

OUTER = ["type", "uuid", "parentUuid", "sessionId", "agentId", "isSidechain", "timestamp"]
MARKS = ["isMeta", "origin", "kind", "promptId", "promptSource", "commandMode", "isApiErrorMessage"]
INNER = ["message", "attachment", "data", "content", "usage", "toolUseResult", "input", "prompt"]
BLOCK = ["id", "model", "text", "name", "tool_use_id", "is_error", "input_tokens", "output_tokens"]
FIELDS = st.sampled_from(OUTER) | st.sampled_from(MARKS + INNER + BLOCK)

TYPES = ["user", "assistant", "progress", "attachment", "agent_progress", "queued_command"]
BLOCK_TYPES = ["text", "tool_use", "tool_result", "prompt", "<synthetic>"]
TEXTS = ["<command-name>", "[Request interrupted by user", "\ud800", "\0"]
TIMES = ["2026-03-02T08:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"]
WORDS = st.sampled_from(TYPES + BLOCK_TYPES + TEXTS + TIMES)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, min_size=1, max_size=4)
    ),
    max_leaves=8,
)
OBJECTS = st.dictionaries(FIELDS, VALUES, max_size=6)


@given(st.lists(st.binary(max_size=200), max_size=6))
@settings(max_examples=50)
def test_no_bytes_make_it_raise(lines: list[bytes]) -> None:
    list(read_transcript(lines, name="x.jsonl"))


@given(OBJECTS)
@settings(max_examples=100)
def test_no_object_makes_it_raise(found: dict[str, Any]) -> None:
    list(read_transcript([json.dumps(found).encode()], name="x.jsonl"))


@given(st.sampled_from(["user", "assistant"]), OBJECTS, st.lists(OBJECTS, max_size=2))
@settings(max_examples=200)
def test_no_message_makes_it_raise(
    kind: str, fields: dict[str, Any], blocks: list[dict[str, Any]]
) -> None:
    timed = {"timestamp": "2026-03-02T08:00:00Z"} | fields | {"type": kind}
    used = [{"type": "tool_use"} | block for block in blocks]
    line = json.dumps(timed | {"message": fields | {"content": used}}).encode()
    list(read_transcript([line, line], name=""))
