"""Tell what somebody merely has at hand for the task they bring: that is no lasting fact."""

from __future__ import annotations

import re

_THINGS_EN = (
    r"(?:data ?sets?|data|files?|csvs?|spreadsheets?|images?|photos?|pictures?|videos?|recordings?|"
    r"documents?|docs?|pdfs?|scripts?|snippets?|logs?|drafts?|tables?|lists?|reports?|essays?|"
    r"papers?|articles?|sequences?|samples?|slides?|emails?|messages?|tickets?|issues?|problems?|"
    r"errors?|bugs?|questions?|tasks?|things?|ideas?|options?|choices?|meetings?|orders?|invoices?|"
    r"rows|columns|records|urls?|links?|branch(?:es)?|commits?|tests?|stocks?|dollars|euros|bucks|"
    r"minutes?|hours?|days?|weeks?|months?|seconds?|tries|attempts?|exams?|deadlines?|flights?|"
    r"guests?|people|persons|friends?|visitors?|projects?|bags?|pieces?|boxes|left)"
)
_HAS_EN = re.compile(
    r"\b(?:(?:we|i)(?: only| also| just)? (?:have(?: got)?|got) (?!been\b|\w+ed\b)|there are |"
    rf"work with (?:an?|the|some|this|these) )(?:[\w.,-]+ ){{0,4}}?{_THINGS_EN}(?:$| )"
)
_PURPOSE_EN = re.compile(
    r"\b(?:(?:we|i)(?: only| also| just)? (?:have|got)|there are)\b.*"
    r"\b(?:to (?!the\b|our\b|my\b)[a-z]+|(?:that |which )?needs?|"
    r"waiting|coming|joining|for (?:dinner|lunch|breakfast|this|the (?:trip|party|event)))\b"
)
_PASSING_EN = re.compile(
    r"\b(?:we|i)(?: are|'re| am|'m) (?:on (?:an? |the )?(?:way|call|holiday|vacation|leave|hold|"
    r"break|deadline|tight|trip|phone|train|bus)|at (?:the |an? )?(?:\w+ )?(?:airport|station|step|"
    r"stage|point|line|page|door|beginning|end|loss|mall|gate|table)|in (?:the |an? )?(?:\w+ )?"
    r"(?:market for|mood|process|queue|car|train|middle|position to|charge of this|bed|room))\b"
    r"|^my budget\b"
)

_HAS_ZH = r"^.{0,12}(?<![所具拥含持])有(?![限关色机])"
_THINGS_ZH = re.compile(
    rf"{_HAS_ZH}.*(?:数据集?|文件|图片|照片|视频|录音|文档|表格|清单|样本|序列|资料|材料|素材|稿子|初稿|论文|报告|"
    r"合同|邮件|短信|股票|基金|预算|来源|画笔|任务|项目|订单|作业|会议|问题|错误|bug|疑问|事情?|报错|"
    r"异常|想法|建议|选择|方案|分钟|小时|天|周|次|[元块钱])$",
    re.IGNORECASE,
)
_PURPOSE_ZH = re.compile(
    rf"{_HAS_ZH}.{{0,16}}(?:需要|想要?|打算|要(?!求|点)|等着|待(?!遇)|用餐|吃饭|聚餐|参加|出发|同行|入住|出行|"
    r"一起|来(?!源|自)|去(?!年)|没|坏了|可以|能(?!源|耗|力))"
)
_PASSING_ZH = re.compile(r"好像|似乎|有点|有些|不太|最近|目前有|手头|手上|正在|眼前")
_PARTY_ZH = re.compile(
    r"^(?:我们|咱们)(?:一共|总共|共|大概|大约|目前|现在|只)*有.{1,6}?个?(?:人|位|大人|小孩)$"
)


def is_at_hand(text: str) -> bool:
    """Tell whether a folded clause only names what is worked on, or a state of the moment."""
    if any(rule.search(text) for rule in (_HAS_EN, _PURPOSE_EN, _PASSING_EN)):
        return True
    rules = (_PASSING_ZH, _PURPOSE_ZH, _PARTY_ZH, _THINGS_ZH)
    return any(rule.search(text) for rule in rules)
