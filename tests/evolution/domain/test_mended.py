"""An error teaches when something was done about it: not what passes, not what stayed."""

from __future__ import annotations

import pytest

from apps.evolution.domain.mended import find_mended, replaced_value
from apps.trajectories.domain.tool_chain import ToolCall


def call(
    command: str, error: str = "", *, tool: str = "Bash", key: str = "command", result: str = "ok"
) -> ToolCall:
    status = "error" if error else "completed"
    return ToolCall(tool, {key: command}, status, error, "" if error else result)


FAILS = {
    "en": "Error: cannot find module 'sheet'",
    "zh": "错误：找不到模块 sheet",
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_error_is_told_with_what_mended_it(language: str):
    chain = [call("node send.js", FAILS[language]), call("npm i sheet"), call("node send.js")]
    (one,) = find_mended(chain)
    assert (one.pitfall.error, one.worked.args) == (FAILS[language], {"command": "npm i sheet"})


@pytest.mark.parametrize(
    "error",
    [
        "Error: timed out after 30 s",
        "429 Too Many Requests",
        "connect ECONNREFUSED 10.0.0.1",
        "Error: 503 Service Unavailable",
        "错误：请求超时",
        "错误：网络连接失败，请稍后重试",
    ],
)
def test_what_passes_by_itself_teaches_nothing(error: str):
    assert find_mended([call("curl a", error), call("curl b")]) == []


def test_the_same_call_again_with_nothing_done_between_teaches_nothing():
    looked = call("a.js", tool="Read", key="file_path")
    for between in ([], [looked]):
        chain = [call("node send.js", FAILS["en"]), *between, call("node send.js")]
        assert find_mended(chain) == []


def test_a_change_between_the_two_is_a_remedy():
    edit = call("a.js", tool="Edit", key="file_path")
    assert find_mended([call("node send.js", FAILS["en"]), edit, call("node send.js")])


def test_what_stayed_broken_teaches_nothing():
    assert find_mended([call("node a.js", FAILS["en"]), call("node b.js", FAILS["en"])]) == []


@pytest.mark.parametrize(
    ("failed", "worked", "expected"),
    [
        (call("pytest"), call("uv run pytest"), ("pytest", "uv run pytest")),
        (call("pytest"), call("pytest"), None),
        (call("a.md", tool="Read", key="file_path"), call("b.md", tool="Read", key="path"),
         ("a.md", "b.md")),
        (call("3000", tool="serve", key="port"), call("8080", tool="serve", key="port"),
         ("3000", "8080")),
        (call("one", tool="login", key="password"), call("two", tool="login", key="password"),
         None),
        (ToolCall("serve", {"port": "1", "host": "a"}), ToolCall("serve", {"port": "2"}), None),
    ],
)  # fmt: skip
def test_one_value_is_replaced_or_none(
    failed: ToolCall, worked: ToolCall, expected: tuple[str, str] | None
):
    assert replaced_value(failed, worked) == expected
