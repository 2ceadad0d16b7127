"""Name the kind of a tool's error by its words, so that what is remembered of it quotes nobody."""

from __future__ import annotations

import re

FAILED = "failed"
READ_CHARACTERS = 400

# In order: the first whose words occur decides; what passes by itself comes before what lasts.
_BY_WORDS: tuple[tuple[str, str], ...] = (
    ("timeout", r"time[d-]? ?out|deadline exceeded|\b504\b|超时"),
    ("rate_limit", r"rate.?limit|too many requests|quota|\b429\b|限流|频率|配额"),
    (
        "network",
        r"connection (?:refused|reset|closed|aborted)|network|\bdns\b|unreachable|econn|socket"
        r"|网络|连接(?:失败|被拒|中断|断开)",
    ),
    ("unavailable", r"unavailable|overloaded|bad gateway|\b50[23]\b|try again later|不可用|繁忙"),
    ("permission", r"permission|denied|forbidden|unauthori[sz]ed|\b40[13]\b|权限|拒绝访问|未授权"),
    (
        "not_found",
        r"not (?:be )?found|no such|does ?n[o']t exist|missing|\b404\b|不存在|找不到|未找到|缺少",
    ),
    ("conflict", r"conflict|already exists|locked|duplicate|\b409\b|冲突|已存在|被锁|重复"),
    (
        "invalid_input",
        r"invalid|malformed|\bbad (?:input|request|argument|value|parameter)|unexpected|required"
        r"|must be|syntax|parse|type ?error|value ?error|\b4(?:00|22)\b|无效|格式|参数|语法|非法",
    ),
)
_COMPILED = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _BY_WORDS)
PASSING = frozenset({"timeout", "rate_limit", "network", "unavailable"})
KINDS = (*(kind for kind, _ in _BY_WORDS), FAILED)


def error_kind(error: str) -> str:
    """Name the kind of an error; one whose words say nothing is `failed`."""
    head = error[:READ_CHARACTERS]
    return next((kind for kind, pattern in _COMPILED if pattern.search(head)), FAILED)


def is_passing(kind: str) -> bool:
    """Tell whether an error goes away by itself: such a one is no reason to avoid a tool."""
    return kind in PASSING
