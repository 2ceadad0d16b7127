"""Read the topic of a Chinese request: the object of a verb of work, without times and owners."""

from __future__ import annotations

import re

from apps.language.tokens import count_cjk
from apps.profiles.domain.people import OTHERS_ZH

LEAST = 3
LEAST_NOUN = 2

_LEAD = re.compile(
    r"^(?:你好|您好|请问|请|麻烦(?:你|您)?|劳烦|辛苦|帮忙|帮(?:我们|我)?|给我们?(?=[^的])|替我|"
    r"(?:你|您)?(?:能不能|可不可以|能否|可否|是否可以|可以|能)(?:再|也)?|"
    r"(?:我们?|咱们?)?(?:今天|现在|接下来|还|也|就|首先|先|正)*(?:想要?|需要|打算|希望|准备|计划|得|要)"
    r"(?:你|您)?|那么?|再|先|首先|顺便|然后|接下来|下一步|现在|今天|明天|另外|还有|继续|尽快|"
    r"重新|直接|赶紧|怎么|如何|怎样|每[天周月日](?:都)?|么|也|就|\s)"
)
_FOR_WHOM = r"(?:给|为|替|按照?|根据|用|从|基于|针对|就)[^,]{1,14}?"
_NOMINAL = (
    r"生成|制作|编写|撰写|起草|整理|统计|分析|核对|核算|核查|部署|测试|设计|翻译|比较|对比|对账|修复|"
    r"导出|导入|汇总|总结|审核|审查|检查|排查|优化|计算|测算|评估|估算|预测|模拟|安排|规划|编制|制定|"
    r"制订|查询|更新|创建|搭建|配置|校对|校验|解释|讲解|清洗|清理|监控|恢复|调试|重构|绘制|处理|复盘|"
    r"盘点|登记|录入|拟定|策划|调研|研究|开发|实现|发布|迁移|定位|归档|合并|润色|完善|梳理|收集|跟踪|"
    r"安装|设置|改写|排版|培训|修改|追踪|检测|诊断|验收|结算"
)
_VERB = (
    rf"(?:{_NOMINAL}|写|做(?!饭|菜|完|好|不|得|到)|画|排(?!队|除|名|序|重|练)|"
    r"算(?!了|不|进|是|旷)|查(?!房|收|找|过|看)|跑(?!步|腿|题))"
)
_AFTER_VERB = (
    r"(?:一下|一遍|一次|出来?|好|完成|完|一?些)*"
    r"(?:[一二两三四五六七八九十几\d]*(?:份|个|条|篇|封|张|段|套|项|款|种|版|组|页|批|首|幅|道))?\s*"
)
_REQUESTS = (
    re.compile(rf"^(?:把|将)(?P<object>.{{2,20}}?)(?:给我|再|重新|全部|都)?(?P<verb>{_VERB})"),
    re.compile(
        rf"^对(?P<object>.{{2,16}}?)(?:进行|做)(?:一次|一下|一些)?.{{0,6}}?(?P<verb>{_NOMINAL})"
    ),
    re.compile(rf"^(?:{_FOR_WHOM})?(?P<verb>{_VERB}){_AFTER_VERB}(?P<object>.{{2,40}})$"),
    re.compile(
        r"^(?:关于)?(?P<object>[^,]{3,16}?)(?:要|应该|该|一般)?(?:怎么|如何|怎样)(?P<verb>做|弄|写|用|"
        r"处理|设置|配置|导|排|核对|优化|提高|改进|统计|计算|算)"
    ),
)
_END = re.compile(
    r"[,。!?]|给(?!药)|并(?!购|发|网|列)|以便|(?<!未|往)来(?!源|料|访|货|电)|到(?!货|期|账|岗)|"
    r"(?<!构|生|组|合|完|达)成(?!本|绩|品|果|交|员|人|都)|让(?!利)|然后|是否|怎|为什么|看看|一下|"
    r"出来|出去|(?:发|送|交)给|[吧吗呢啊呀了]+$|(?<!用)于|(?:和|与)(?=他|她|我|你)|时$|时候"
)
_NUMBER = r"[一二两三四五六七八九十几\d]+"
_TIME = re.compile(
    rf"(?:今[天日年晚]|昨[天日晚]|明[天年日]|去年|前天|后天|(?:上|本|下|这)(?:个|一)?(?:星期|季度|月|"
    rf"周|年)|最?近{_NUMBER}?(?:天|个月|年|周|日|期|个季度)?|第?{_NUMBER}(?:个)?季度|{_NUMBER}月份?"
    rf"|{_NUMBER}[年日号](?!线|机|楼)|q[1-4]|周[一二三四五六日末]|星期[一二三四五六日天]|"
    rf"每(?:天|月|年|日|周)|"
    r"早上|上午|中午|下午|晚上|刚才|目前|当前|现在|之前)(?:的|里的?|内的|份的?)?"
)
_OWNER = re.compile(r"^(?:我们|咱们|我|咱|本)(?:的|公司的?|厂的?|院的?|科室?的?|部门的?|团队的?)?")
_FRONT = re.compile(
    r"^(?:关于|有关|(?:最|更|比较|非常|很)?(?:详细|完整(?!性)|具体|最新|合适|适合|简单|整个|全部|所有|"
    r"剩余|相关|最佳|有效|简短|漂亮|正式|重要|完善)的?|新的|全新的?|旧的?|老的|一些|一份|一个|一下|上面的?|"
    r"各个?|下面的?|上述的?|以上的?|以下的?|\s)+"
)
# Words that make a clause of it, point at something, or are a wish.
_IS_CLAUSE = re.compile(
    r"^[为得从在对向跟和与了着过地]|[一两几][次遍回]|疼|烦|累死|[我你您他她它咱谁某]|这|那|该(?!死)|什么|怎|哪|多少|有没有|有[一些个多]|是|不(?!良|合格|锈|"
    r"动产)|没|别(?!墅)|想(?!法)|需要|希望|可以|应该|如果|因为|(?<!存|实)在(?!线|库|院|职|途|岗)|"
    r"讨论|超过|之[前后内间]|[\"'◆=()<>{}]|\d|写|查(?!询|房)|做|弄|忘|放进|发到|沟通|错"
)
_GENERIC = re.compile(
    r"(?:数据|信息|内容|问题|情况|东西|文件|结果|事情|报告|表格|文档|方案|图表|图|代码|建议|计划|任务|"
    r"资料|材料|清单|总量|总数|总额|时间|步骤|原因|方法|思路|意见|影响|风险|机会|趋势|策略|项目|工作|"
    r"功能|页面|系统|邮件|文章|作业|测试|报表|状态|性能|会议|进展|技能|流程|事项|对策|应对|问题|版本|实际|"
    r"总结|变化|差异|区别|新|下|个|的|和|及|与|条|表|市场|格式|.{1,3}性)+"
)
_ERRAND = re.compile(
    r"天气|外卖|航班|机票|车票|酒店|快递|闹钟|提醒|短信|电话|wifi|餐厅|饭|菜(?!单)|饮品|奶茶|咖啡|蛋糕|"
    r"面条|甜品|甜点|大扫除|旅行|旅游|行程|家务|生日|密码|碎片|诗|故事|笑话|作文|歌"
)
_PERSON_END = re.compile(rf"{OTHERS_ZH}$")


def topic_zh(said: str) -> str:
    """Give the topic that a folded clause asks for work on; empty where it names none."""
    phrase = said.strip()
    while (shorter := _LEAD.sub("", phrase, count=1)) != phrase:
        phrase = shorter
    for rule in _REQUESTS:
        if asked := rule.match(phrase):
            return _named(asked["object"], asked["verb"])
    return ""


def _named(asked_for: str, verb: str) -> str:
    """Name what is worked on, or what is done where that alone is short: 发票 and 核对."""
    thing = _END.split(asked_for, maxsplit=1)[0].strip()
    thing = _FRONT.sub("", _OWNER.sub("", _TIME.sub("", _FRONT.sub("", thing)))).strip()
    if not thing or _IS_CLAUSE.search(thing) or _ERRAND.search(thing):
        return ""
    noun = _head(thing)
    if _GENERIC.fullmatch(noun) or _PERSON_END.search(noun):
        return ""
    if _letters(noun) >= LEAST:
        return noun
    fits = _letters(noun) == LEAST_NOUN and count_cjk(noun) == LEAST_NOUN and len(verb) > 1
    return noun + verb if fits else ""


def _head(thing: str) -> str:
    """Drop whose and which (七病区的护理质量周报), unless too little is left to name it."""
    *owners, noun = thing.split("的")
    noun = noun.strip()
    if not owners or not noun or (_letters(noun) >= LEAST and not _GENERIC.fullmatch(noun)):
        return noun
    return f"{owners[-1]}{noun}" if _letters(owners[-1]) >= LEAST_NOUN else ""


def _letters(text: str) -> int:
    """Count what tells: each Chinese character, and each word in other letters."""
    return count_cjk(text) + len(re.findall(r"[a-z][\w.-]*", text))
