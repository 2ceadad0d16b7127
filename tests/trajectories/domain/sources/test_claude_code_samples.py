from collections import Counter
from pathlib import Path

import pytest

from apps.trajectories.domain.sources.claude_code_transcript import read_transcript
from apps.trajectories.domain.sources.detect import detect_format
from apps.trajectories.domain.sources.json_lines import LineProblem
from apps.trajectories.schemas import Event
from benchmarks.count_transcripts import raw_calls, read_calls

SAMPLES = Path(__file__).resolve().parents[5] / "shared" / "data" / "claude_code"

pytestmark = [
    pytest.mark.shared_data,
    pytest.mark.skipif(not SAMPLES.is_dir(), reason="no sample data beside the checkout"),
]


def sample_files() -> list[Path]:
    return sorted(SAMPLES.rglob("*.jsonl"))


def read_all() -> list[Event | LineProblem]:
    items: list[Event | LineProblem] = []
    for path in sample_files():
        with path.open("rb") as lines:
            items.extend(read_transcript(lines, name=path.name))
    return items


def test_every_real_file_gives_the_calls_that_an_independent_count_finds() -> None:
    for path in sample_files():
        read, _ = read_calls(path)
        assert read == raw_calls(path), path.name


def test_every_step_of_the_real_files_is_told_once() -> None:
    ids = Counter(item.event_id for item in read_all() if isinstance(item, Event))
    assert ids
    assert set(ids.values()) == {1}


def test_no_line_of_the_real_files_is_lost() -> None:
    problems = [item.code for item in read_all() if isinstance(item, LineProblem)]
    assert set(problems) <= {"repaired"}


def test_what_the_program_wrote_is_never_a_persons_request() -> None:
    asked = [item.text for item in read_all() if isinstance(item, Event) and _is_persons(item)]
    assert asked
    assert not [text for text in asked if not text or text.startswith(("<", "[Request", "Caveat"))]


def test_real_files_are_recognised_by_their_first_bytes() -> None:
    for path in sample_files():
        with path.open("rb") as opened:
            found = detect_format(opened.read(65_536))
        assert found == ("unknown" if "kimi" in path.name else "claude_code"), path.name


def _is_persons(event: Event) -> bool:
    return event.type == "user_request" and event.author == "person"
