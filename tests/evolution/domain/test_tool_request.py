from __future__ import annotations

from typing import Any

import pytest

from apps.evolution.domain.tool_request import hide_values, with_query


@pytest.mark.parametrize(
    ("url", "arguments", "sent"),
    [
        ("http://a/", {}, "http://a/"),
        ("http://a/b", {"q": "发 票", "n": 3}, "http://a/b?q=%E5%8F%91+%E7%A5%A8&n=3"),
        ("http://a/b?k=1#part", {"q": "&=#"}, "http://a/b?k=1&q=%26%3D%23"),
        ("http://a/", {"tag": ["x", "y"], "none": None}, "http://a/?tag=x&tag=y"),
        ("http://a/", {"deep": {"a": True}}, "http://a/?deep=%7B%22a%22%3A+true%7D"),
    ],
)
def test_arguments_in_a_query(url: str, arguments: dict[str, Any], sent: str):
    assert with_query(url, arguments) == sent


def test_a_tools_secrets_are_taken_out_of_its_answers():
    secrets = {"Authorization": "Bearer abcdef123", "X-Short": "a"}
    said = "you sent Bearer abcdef123, or just abcdef123, and a"
    hidden = "you sent [redacted:secret], or just [redacted:secret], and a"
    assert hide_values(said, secrets) == hidden
