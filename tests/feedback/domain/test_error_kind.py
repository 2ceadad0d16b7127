"""The kind of an error is named by its words, in both languages."""

from __future__ import annotations

import pytest

from apps.feedback.domain.error_kind import error_kind, is_passing


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ("Request timed out after 30 s", "timeout"),
        ("请求超时", "timeout"),
        ("HTTP 429: too many requests", "rate_limit"),
        ("触发限流，请稍后", "rate_limit"),
        ("connect ECONNREFUSED 10.0.0.7:5432", "network"),
        ("网络异常", "network"),
        ("503 Service Unavailable", "unavailable"),
        ("服务繁忙", "unavailable"),
        ("bash: /srv/x: Permission denied", "permission"),
        ("没有权限访问该表", "permission"),
        ("FileNotFoundError: No such file or directory", "not_found"),
        ("文件不存在", "not_found"),
        ("409 Conflict", "conflict"),
        ("记录已存在", "conflict"),
        ("SyntaxError: unexpected token", "invalid_input"),
        ("日期格式有误", "invalid_input"),
        ("exit code 1", "failed"),
        ("", "failed"),
    ],
)
def test_an_error_has_the_kind_that_its_words_name(error: str, kind: str):
    assert error_kind(error) == kind


def test_what_goes_away_by_itself_is_passing():
    assert all(is_passing(kind) for kind in ("timeout", "rate_limit", "network", "unavailable"))
    assert not any(is_passing(kind) for kind in ("permission", "not_found", "failed"))
