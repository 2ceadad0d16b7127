"""Name the kind of work that a request asks for, from its words and the tools that served it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

OTHER = "other"
QUESTION = "question"

# In order: the first whose words occur decides. Verbs before nouns, the specific before the broad.
_BY_WORDS: tuple[tuple[str, str], ...] = (
    ("scheduling", r"remind|schedule|every (?:day|week|month)|提醒|定时|排班|日程|每[天周月]"),
    ("bug_fix", r"\bfix|\bbug|debug|broken|crash|traceback|exception|修复|报错|故障|排查|修一下"),
    ("test_run", r"\btests?\b|unit test|coverage|pytest|测试|用例"),
    ("deployment", r"deploy|release|publish|roll ?out|\bship\b|部署|发布|上线"),
    ("code_review", r"review|pull request|\bpr\b|\bdiff\b|评审|审查|代码检查"),
    (
        "data_report",
        r"report|summary of|dashboard|statistics|kpi|chart|报表|报告|统计|汇总|图表|月报|周报",
    ),
    ("reconciliation", r"reconcil|cross-?check|match .* against|对账|核对|盘点|清点"),
    ("data_cleaning", r"clean|dedup|normali[sz]e|merge .*(?:rows|records)|清洗|去重|整理"),
    ("translation", r"translat|localis|localiz|翻译|译成"),
    ("message", r"e-?mail|letter|message|notify|reply to|邮件|通知|回复|写一封|短信"),
    ("document", r"write|draft|document|readme|summari[sz]e|minutes|纪要|文档|撰写|小结|总结|起草"),
    (
        "code_change",
        r"implement|refactor|rename|\badd\b|change|remove|migrat|update|实现|重构|修改|新增|改成|添加",
    ),
    ("search", r"find|search|look up|where is|list|show|查|找|搜索|列出|看看"),
)
_COMPILED = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _BY_WORDS)
_QUESTION = re.compile(
    r"[?？]\s*$|^(?:what|why|how|when|who|is|are|does|can)\b|吗|什么|为什么|怎么", re.IGNORECASE
)
_READ_CHARACTERS = 400


def request_type(intent: str, tools: Sequence[str]) -> str:
    """Name the kind of a request; a question without any tool is a `question`."""
    head = intent[:_READ_CHARACTERS]
    if not tools and _QUESTION.search(head.strip()):
        return QUESTION
    for kind, pattern in _COMPILED:
        if pattern.search(head):
            return kind
    return QUESTION if _QUESTION.search(head.strip()) else OTHER
