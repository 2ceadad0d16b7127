"""Tell a fresh order of the kind just carried out from another value for what was delivered."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING

from apps.feedback.domain.previous_turn import split_words

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn

LEAST_REPEATED = 2
LEAST_REPEATED_SHARE = 2  # one in two
LEAST_REPEATED_SHARE_ZH = 3  # one in three, as each value breaks the pairs beside it
LEAST_CLAIMED = 4  # "I need the …" opens an order only when it names that much of the last one
LONGEST_TOPIC = 24

# Verbs that make, fetch or send something; those that alter a result (set, use, move) are absent.
_WORK_EN = (
    r"(?:add|insert|attach|analy[sz]e|append|apply|arrange|assemble|assign|audit|backup|bill|book|"
    r"build|calculate|"
    r"chart|check|collect|compare|compile|compose|compute|convert|copy|count|create|debug|deploy|"
    r"describe|design|diagnose|do|download|draft|draw|enter|estimate|evaluate|examine|explain|"
    r"export|extract|fetch|figure out|fill in|find|forecast|generate|get|give|import|inspect|"
    r"install|investigate|invite|issue|list|locate|log|look (?:up|at|into)|measure|monitor|open|"
    r"order|plan|plot|post|prepare|print|produce|publish|pull|put together|query|read|reconcile|"
    r"record|register|release|reply|report|research|reserve|review|roll out|run|scan|schedule|"
    r"search|sell|send|set up|show|sketch|start|submit|sum up|summari[sz]e|survey|tally|tell me|"
    r"test|transcribe|transfer|translate|upload|verify|work out|write|write up)"
)
_WORK_ZH = (
    r"(?:编写|编制|编译|起草|草拟|撰写|拟|写|画|绘|做|制作|生成|出|建|创建|新建|开|设计|策划|查|"
    r"查询|查找|查看|检查|核对|核实|核算|看看|看一下|找|搜|搜索|检索|排查|调查|诊断|分析|统计|汇总|"
    r"整理|归纳|总结|概括|计算|算|估算|测算|预测|比较|对比|翻译|译|转写|转录|转换|转成|录入|登记|"
    r"录|填写|填|入账|过账|开具|订|预订|预约|约|安排|部署|发布|上线|发|寄|发送|回复|回|答复|通知|"
    r"导出|导入|下载|上传|打印|列|罗列|提取|抓取|爬|拉取|拉|备份|归档|处理|审核|审阅|审查|评估|"
    r"校对|测试|测|跑|运行|执行|启动|安装|配置|监控|巡检|盘点|对账|报销|下单|采购|买|讲解|讲|解释|"
    r"新增|增加|添加|登|读|阅读|申请|审批|报|浇|灌溉|抓|调取|调|排班|排|分配|介绍|推荐|提供|"
    r"给我(?=[^个一张份]|[个一][^表图])|缩|压缩|合并|拆分|清理)"
)
_ORDER_EN = re.compile(rf"^{_WORK_EN}\b(?= \S)(?! (?:it|that|this|them|more|less|better)\b)")
_ORDER_ZH = re.compile(
    rf"^(?:帮我|给我|替我|为我|请|再)*(?:{_WORK_ZH}|(?:把|将|给|替|为|对|在|从|按|用|跟|和)"
    rf"[^了]{{1,24}}?{_WORK_ZH})"
)
# "make the title bold" alters; "make the report of ward three" orders what the last order named.
_MAKES_EN = re.compile(
    r"^(?:please )?make (?:the|a|an|another) (?:[\w-]+ ){1,4}(?:of|for|on|about) "
)
# A whole document made and handed on is a work of its own, whatever language the last order had.
_MAKES_AND_SENDS_EN = re.compile(
    r"^(?:please )?make (?:the|a|an) (?:[\w-]+ ){0,4}(?:report|list|table|chart|plan|summary|"
    r"minutes|invoice|poster|letter|roster|rota|statement|overview|digest|newsletter|quote|menu|"
    r"form) (?:of|for|on|about) (?:[\w'-]+ ){1,6}?and (?:then )?(?:e-?mail|mail|send|post|print|"
    r"forward|share|upload) (?:it|them|that)\b"
)
_ALTERS = re.compile(r"\b(?:\w{2,}er|more|less|bold|as|look|to) and\b")
_CLAIM_EN = re.compile(r"^(?:i|we) (?:also )?(?:need|want|would like) (?:the|a|an|another)\b")
# What marks a correction, or states something, in a clause that looks like an order.
_OTHERWISE = re.compile(
    r"\b(?:not|no|instead|rather|should|must|only|actually|wrong|meant|still|but|never|properly|"
    r"is|was|were|are|than)\b"
    r"|[不没错别才又反漏]|应该?|还是|而是|重新|重[做写来算]|改|换|其实|明明|的是|是[^多什哪否不]|"
    r"^[^给]{0,8}是|得(?:太|很|不|有)|了$|为准",
    re.ASCII,
)
# Where the object of an order lies; a part of the result (第二页, 标题) is no place of its own.
_PLACE_EN = re.compile(
    r"\b(?:in|of|from|for) (?P<place>[a-z]+ \d+|(?=[\w/.-]*[a-z])(?=[\w/.-]*[\d/._])[\w/.-]+)",
    re.ASCII,
)
_PLACE_ZH = re.compile(
    r"(?:把|将|对|给|在|从)(?P<place>[^第,里中的]{2,10}?)(?:目录|文件夹|文件|里面?|中|下面?|"
    r"那边)?的"
)
_PART_ZH = re.compile(
    r"[页行列段句栏章节]$|标题|开头|结尾|正文|字体|颜色|背景|按钮|导航|菜单|这|那|你|刚才"
)
_SAME_VERB_BUT_POINTED = re.compile(r"^\w+ (?:it|this|that|them|these|those)\b", re.ASCII)
_NUMBERS = re.compile(r"\d+(?:[.,:]\d+)*", re.ASCII)


class Ordered(Enum):
    """Where the object of the work lies that a clause orders."""

    HERE = auto()
    ELSEWHERE = auto()


def read_order(text: str, previous: PreviousTurn) -> Ordered | None:
    """Tell whether a clause orders a piece of work with its object, in words of its own.

    Elsewhere is what was not spoken of yet, and a document to be made and handed on.
    """
    if _OTHERWISE.search(text):
        return None
    if _lies_elsewhere(text, previous) or _makes_and_sends(text):
        return Ordered.ELSEWHERE
    return Ordered.HERE if _is_order(text) else None


def repeats_order(text: str, previous: PreviousTurn) -> bool:
    """Tell whether a text gives the previous order once more, with something else in its places."""
    intent = previous.folded_intent
    if not intent or _OTHERWISE.search(text):
        return False
    claims = bool(_CLAIM_EN.search(text))
    if not (claims or _is_order(text) or _MAKES_EN.search(text) or _opens_alike(text, intent)):
        return False
    named, ordered = split_words(text), previous.ordered_words
    if named <= ordered and not _says_other_numbers(text, intent):
        return False
    shared = len(named & ordered)
    if claims:
        return shared >= LEAST_CLAIMED
    share = LEAST_REPEATED_SHARE_ZH if "一" <= text[0] <= "鿿" else LEAST_REPEATED_SHARE
    return shared >= LEAST_REPEATED and shared * share >= min(len(ordered), len(named))


def is_topic(text: str) -> bool:
    """Tell whether a clause only names something, as the heading of the order beside it."""
    return len(text) <= LONGEST_TOPIC and not _OTHERWISE.search(text)


def _is_order(text: str) -> bool:
    return bool(_ORDER_EN.search(text) or _ORDER_ZH.search(text))


def _lies_elsewhere(text: str, previous: PreviousTurn) -> bool:
    found = _PLACE_EN.search(text) or _PLACE_ZH.search(text)
    if not found or not previous.text or _PART_ZH.search(found["place"]):
        return False
    return not split_words(found["place"]) & previous.words


def _makes_and_sends(text: str) -> bool:
    return bool(_MAKES_AND_SENDS_EN.search(text)) and not _ALTERS.search(text)


def _opens_alike(text: str, intent: str) -> bool:
    if _SAME_VERB_BUT_POINTED.search(text):
        return False
    if "一" <= text[0] <= "鿿":
        return text[:2] == intent[:2]
    return text.split(" ", 1)[0] == intent.split(" ", 1)[0]


def _says_other_numbers(text: str, intent: str) -> bool:
    return not set(_NUMBERS.findall(text)) <= set(_NUMBERS.findall(intent))
