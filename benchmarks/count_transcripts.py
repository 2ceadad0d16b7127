"""Counts the tool calls of Claude Code transcripts without the reader, then with it.

`python -m benchmarks.count_transcripts DIR` prints both for every file and session, and ends
with 1 when they differ.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apps.trajectories.domain.sources.claude_code_transcript import read_transcript
from apps.trajectories.domain.sources.json_lines import LineProblem
from apps.trajectories.schemas import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

DECODER = json.JSONDecoder(strict=False)


def raw_objects(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a file, glued ones apart, a backslash too many read as text."""
    for line in path.read_text("utf-8", "replace").split("\n"):
        text = line.strip()
        while text:
            try:
                found, end = DECODER.raw_decode(text)
            except ValueError:
                found, end = mend(text)
            text = text[end:].strip()
            if isinstance(found, dict):
                yield found


def mend(text: str) -> tuple[Any, int]:
    try:
        return json.loads(re.sub(r'(?<!\\)\\(?![\\"/bfnrtu])', r"\\\\", text)), len(text)
    except ValueError:
        return None, len(text)


def raw_calls(path: Path) -> set[tuple[str, str]]:
    """Name the distinct calls of a file: the session, main or sub, and the tool_use id."""
    calls = set()
    for found in raw_objects(path):
        session, message = found.get("sessionId"), found.get("message")
        agent = found.get("agentId")
        progress = found.get("data")
        if isinstance(progress, dict) and progress.get("type") == "agent_progress":
            message, agent = progress["message"].get("message"), progress["agentId"]
        content = message.get("content") if isinstance(message, dict) else None
        owner = f"{session}/agent-{agent}" if agent else str(session)
        for block in content if isinstance(content, list) else []:
            if block.get("type") == "tool_use":
                calls.add((owner, block["id"]))
    return calls


def read_calls(path: Path) -> tuple[set[tuple[str, str]], Counter[str]]:
    """Name the calls that the reader gives, and count everything it gives."""
    calls, counts = set(), Counter[str]()
    with path.open("rb") as lines:
        for item in read_transcript(lines, name=path.name):
            counts[f"problem {item.code}" if isinstance(item, LineProblem) else item.type] += 1
            if isinstance(item, Event) and item.type == "tool_execution":
                calls.add((item.session_id, item.event_id.removeprefix("tool:")))
    return calls, counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    directory: Path = parser.parse_args().directory
    expected_all: set[tuple[str, str]] = set()
    read_all: set[tuple[str, str]] = set()
    totals = Counter[str]()
    print(f"{'file':<72} {'counted':>8} {'read':>6} {'difference':>10}")
    for path in sorted(directory.rglob("*.jsonl")):
        expected, (read, counts) = raw_calls(path), read_calls(path)
        difference = len(expected ^ read)
        name = str(path.relative_to(directory))[-72:]
        print(f"{name:<72} {len(expected):>8} {len(read):>6} {difference:>10}")
        expected_all |= expected
        read_all |= read
        totals += counts
    print_totals(expected_all, read_all, totals)
    return int(expected_all != read_all)


def print_totals(
    expected: set[tuple[str, str]], read: set[tuple[str, str]], totals: Counter[str]
) -> None:
    for title, is_sub in (("main sessions", False), ("sub-sessions", True)):
        counted = [call for call in expected if ("/agent-" in call[0]) is is_sub]
        found = [call for call in read if ("/agent-" in call[0]) is is_sub]
        sessions = len({session for session, _ in counted})
        print(f"{title} with calls: {sessions}; calls counted {len(counted)}, read {len(found)}")
    print(f"total: counted {len(expected)}, read {len(read)}, difference {len(expected ^ read)}")
    print("; ".join(f"{kind} {count}" for kind, count in sorted(totals.items())))


if __name__ == "__main__":
    sys.exit(main())
