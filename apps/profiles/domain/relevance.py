"""Decide which fields of a profile help with a message; most messages need none.

Role and industry help with work of that kind and with explanations; style and language where an
answer is written; tools where something is done with tools. Small talk and trivia get nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.language.tokens import search_tokens, word_set
from apps.profiles.domain.fields import PAIN_POINTS, FieldName
from apps.profiles.domain.industries import industry_key, touches_industry
from apps.profiles.domain.speech import fold
from apps.trajectories.domain.injected import strip_injected

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

READ_CHARACTERS = 1000

_SMALL_TALK = re.compile(
    r"^(?:hi|hello|hey|thanks?|thank you|good (?:morning|night|evening|afternoon)|bye|ok(?:ay)?|"
    r"yes|no|sure|cool|great|nice|lol|how are you|你好|您好|谢谢|早上好|晚安|再见|好的?|嗯+|哈+|"
    r"辛苦了|在吗)[\s\w!.?~]{0,20}$"
)
_TRIVIA = re.compile(
    r"\b(?:capital of|weather|joke|poem|song|movie|football|horoscope|recipe for|lyrics|riddle|"
    r"who won|how old is|how tall|lottery|meaning of life)\b|天气|笑话|首诗|写.{0,12}诗|唱|电影|"
    r"星座|首都|谁赢|几岁|多高|谜语|彩票|聊聊天"
)
_EXPLAINS = re.compile(
    r"\b(?:explain|teach me|walk me through|help me understand|introduction to|guide|"
    r"best practices?|recommend|advise|advice|suggest\w*)\b"
    r"|解释|讲解|讲一?下|教我|教教|原理|通俗|怎么理解|如何理解|指导|入门|建议|推荐"
)
_HOW = re.compile(
    r"\bhow (?:do|does|can|should) (?:i|we|it|the|this|you)\b"
    r"|怎么(?:做|办|用|写|处理|提高|改进|导|设)|如何(?:做|用|写|提高|改进|处理)"
)
_WORKS = re.compile(
    r"\b(?:reports?|rosters?|schedul\w+|shifts?|meetings?|customers?|orders?|dashboard|kpis?|"
    r"presentation|budget|audit|workflow|training|plan for|onboarding|minutes|proposal|checklist|"
    r"policy|sop|handover|inventory)\b"
    r"|报表|报告|周报|月报|日报|排班|会议|客户|订单|方案|预算|流程|汇报|培训|制度|清单|交接|纪要|"
    r"排.{0,8}班|绩效|考核|检查表|数据"
)
_WRITES = re.compile(
    r"\b(?:write|draft|compose|summari[sz]e|explain|describe|report|reply|answer|e-?mail|letter|"
    r"document|memo|announcement|presentation|explanation|outline|minutes|proposal|teach me|"
    r"walk me through)\b"
    r"|写|起草|撰写|总结|解释|讲解|说明|回复|回答|汇报|报告|周报|月报|纪要|邮件|文档|通知|方案|"
    r"介绍|教我"
)
_NAMES_LANGUAGE = re.compile(
    r"\b(?:in|into|to) (?:english|chinese|german|french|japanese|spanish|korean)\b|translat|翻译|"
    r"译成|用(?:英文|英语|中文|日语|日文|德语|法语|繁体)"
)
_USES_TOOLS = re.compile(
    r"\b(?:run|plot|chart|calculate|export|import|query|build|create|open|convert|script|automate|"
    r"analy[sz]e|visuali[sz]e|spreadsheet|deploy|install|set ?up|configure|edit|merge|process the|"
    r"clean up|tools?|software)\b"
    r"|分析|导出|导入|计算|画图|作图|统计|查询|转换|运行|自动化|脚本|制表|处理数据|部署|安装|配置|"
    r"工具|软件|表格|报表|整理数据"
)


def asks_for_an_answer(message: str) -> bool:
    """Tell whether a message wants something written or explained."""
    said = _read(message)
    return bool(said) and _is_answered_in_words(said)


def _is_answered_in_words(said: str) -> bool:
    return any(rule.search(said) for rule in (_WRITES, _EXPLAINS, _HOW))


def _read(message: str) -> str:
    """Fold the head of a message; nothing of small talk and trivia."""
    said = fold(strip_injected(message))[:READ_CHARACTERS].strip()
    return "" if _SMALL_TALK.match(said) or _TRIVIA.search(said) else said


def relevant_fields(message: str, values: Mapping[str, Sequence[str]]) -> list[str]:
    """List the names of the fields that help with a message, the most telling first."""
    said = _read(message)
    if not said:
        return []
    wanted = [*_of_the_work(said, values), *_of_the_answer(said)]
    if _USES_TOOLS.search(said):
        wanted.append(FieldName.TOOLS)
    wanted += [
        name for name in (PAIN_POINTS, FieldName.TOPICS) if related(said, values.get(name, ()))
    ]
    return [name for name in wanted if values.get(name)]


def _of_the_work(said: str, values: Mapping[str, Sequence[str]]) -> list[str]:
    industries = values.get(FieldName.INDUSTRY, ())
    at_work = any(touches_industry(industry_key(fold(one)), said) for one in industries)
    roles = values.get(FieldName.ROLE, ())
    if not (at_work or _EXPLAINS.search(said) or _WORKS.search(said) or related(said, roles)):
        return []
    return [FieldName.ROLE, FieldName.INDUSTRY]


def _of_the_answer(said: str) -> list[str]:
    if not _is_answered_in_words(said):
        return []
    language = [] if _NAMES_LANGUAGE.search(said) else [FieldName.LANGUAGE]
    depth = _EXPLAINS.search(said) or _HOW.search(said)
    return [*([FieldName.EXPERTISE] if depth else []), FieldName.STYLE, *language]


def related(said: str, texts: Sequence[str]) -> list[str]:
    """List the texts that share a telling word with a message."""
    mine = word_set(said)
    return [text for text in texts if len(mine & set(search_tokens(text))) >= 1]
