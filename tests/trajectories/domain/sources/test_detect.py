import pytest

from apps.trajectories.domain.sources.detect import detect_format

CLAUDE_CODE = b'{"parentUuid":null,"sessionId":"s","type":"user","message":{"content":"hi"}}'


@pytest.mark.parametrize(
    "head",
    [
        CLAUDE_CODE,
        b"\xef\xbb\xbf" + CLAUDE_CODE,
        b'{"type":"mode","sessionId":"s","mode":"default"}\n' + CLAUDE_CODE + b'\n{"cut":"of',
        b'{"type":"summary","summary":"x","leafUuid":"l"}\n',
        b'{"type":"file-history-snapshot","messageId":"m","snapshot":{},"isSnapshotUpdate":false}',
        b'{"parentUuid":null,"isSidechain":false,"message":{"content":"a first line longer than',
    ],
)
def test_claude_code_is_known_by_its_lines(head: bytes) -> None:
    assert detect_format(head) == "claude_code"


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\0\xff\xfe",
        b"# Notes\nsome text with sessionId",
        b'{"type":"session_meta","payload":{"id":"x"},"timestamp":"2026-01-01T00:00:00Z"}',
        b'{"sessionId":"s","projectHash":"p","messages":[]}',
        b'{"type":"tool.result","result":{"output":"{\\"parentUuid\\":null,\\"sessionId\\":1}"}}',
        b'{"type":"tool.result","result":{"output":"{\\"parentUuid\\":null,\\"cut',
    ],
)
def test_other_files_are_unknown(head: bytes) -> None:
    assert detect_format(head) == "unknown"
