"""What is kept of an answer is short, printable, and no secret."""

from __future__ import annotations

import pytest

from apps.webhooks.domain.excerpt import LONGEST, clean_excerpt


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (b"", ""),
        (b"try\r\n later\x00\x1b[31m", "try later [31m"),
        ("维护中".encode(), "维护中"),
        (b"\xff\xfe", "��"),
        (b'{"token":"' + b"Ab1+/" * 9 + b'"}', '{"token":"[…]"}'),
        (b"no whsec_" + b"A" * 43 + b"= here", "no […] here"),
    ],
)
def test_an_answer_becomes_one_clean_line(answer: bytes, kept: str):
    assert clean_excerpt(answer) == kept


def test_a_long_answer_is_cut():
    assert len(clean_excerpt(b"too busy " * 10_000)) == LONGEST
