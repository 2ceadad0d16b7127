"""Say in words which tools served well and which patterns to avoid, in Chinese or English."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_PREFERRED = 3
MOST_AVOIDED = 2
MOST_CHARACTERS = 200

PATTERNS: Mapping[str, Mapping[str, str]] = {
    "zh": {
        "": "使用 {tool} 效果好",
        "error:permission": "{tool} 因权限不足而失败；先确认权限",
        "error:not_found": "{tool} 因目标不存在而失败；先确认目标存在",
        "error:conflict": "{tool} 因冲突或重复而失败；先查看现状",
        "error:invalid_input": "{tool} 因参数或格式无效而失败；先核对参数",
        "error:failed": "{tool} 出错后一直没有解决",
        "retry_loop": "{tool} 反复重试而没有进展；重试前先改变做法",
        "corrected": "{tool} 的结果被使用者纠正；交付前先核对要求",
        "rejected": "以 {tool} 收尾的结果被使用者否定",
        "ended_badly": "以 {tool} 收尾的做法结果不好",
    },
    "en": {
        "": "{tool} served well",
        "error:permission": "{tool} failed for lack of permission; check the access first",
        "error:not_found": "{tool} failed as its target was not there; check that it exists first",
        "error:conflict": "{tool} failed on a conflict or a duplicate; look at the state first",
        "error:invalid_input": "{tool} failed on invalid input; check the arguments first",
        "error:failed": "{tool} failed, and nothing made it good",
        "retry_loop": "{tool} was retried without getting on; change something before a retry",
        "corrected": "what {tool} did was corrected by the person; check the request at the end",
        "rejected": "a result that ended with {tool} was rejected by the person",
        "ended_badly": "work that ended with {tool} came out badly",
    },
}
_LINES: Mapping[str, Mapping[str, str]] = {
    "zh": {
        "preferred": "[工具偏好] 同类请求中效果好的工具：{tools}。",
        "tool": "{tool}（{uses} 次调用，{rate}% 成功，{sessions} 次会话）",
        "avoid": "[应避免] {text}（{sessions} 次会话）。",
        "join": "、",
    },
    "en": {
        "preferred": "[Tool preference] What served well for requests like this: {tools}.",
        "tool": "{tool} ({uses} calls, {rate}% succeeded, {sessions} sessions)",
        "avoid": "[Avoid] {text} ({sessions} sessions).",
        "join": ", ",
    },
}


@dataclass(frozen=True, slots=True)
class KnownPreference:
    """A preference with its evidence, and how the tool's calls went for this kind of request."""

    kind: str
    tool: str
    pattern: str
    runs: int
    sessions: int
    confidence: Decimal
    uses: int = 0
    success_rate: Decimal = Decimal(0)


def write_pattern(tool: str, pattern: str, language: str) -> str:
    """Say a preference in at most 200 characters, in `zh` or `en`."""
    sentences = PATTERNS[language]
    sentence = sentences.get(pattern, sentences["error:failed"])
    return sentence.format(tool=tool)[:MOST_CHARACTERS]


def write_preferences(known: Sequence[KnownPreference], language: str) -> list[str]:
    """Write one line of tools that served well and up to two of patterns to avoid; maybe none."""
    words = _LINES[language]
    good = [one for one in known if one.kind == "tool_preference"][:MOST_PREFERRED]
    bad = [one for one in known if one.kind == "avoid"][:MOST_AVOIDED]
    lines = []
    if good:
        tools = words["join"].join(_tool(one, words) for one in good)
        lines.append(words["preferred"].format(tools=tools))
    for one in bad:
        text = write_pattern(one.tool, one.pattern, language)
        lines.append(words["avoid"].format(text=text, sessions=one.sessions))
    return lines


def _tool(one: KnownPreference, words: Mapping[str, str]) -> str:
    rate = (one.success_rate * 100).quantize(Decimal(1), ROUND_HALF_UP)
    return words["tool"].format(tool=one.tool, uses=one.uses, rate=rate, sessions=one.sessions)
