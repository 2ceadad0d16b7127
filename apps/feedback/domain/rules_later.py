"""Rules for wishes about later: run or remind at a time."""

from __future__ import annotations

import re

from apps.feedback.domain.acts import Act, Rule, rule

_RECUR_ZH = (
    r"(?:(?<!不用)(?<!别)每(?:天|日|周|星期|月|年|晚|早|隔|逢|季|个? ?(?:工作日|小时|钟头|周|月|"
    r"季度|礼拜|"
    r"早上|晚上|星期|quarter|week|month|sprint|day)|[一二两三四五六七八九十半\d]+个?(?:天|周|月|"
    r"小时|分钟|年|日)|到|当|礼拜|夜|次开)|"
    r"工作日(?!志)|定时|定期|天天|隔天|逢(?:周|礼拜|星期|月|年|季)[一-鿿]?|按(?:天|周|月|时)|"
    r"每周[一二三四五六日天末])"
)
_ONCE_ZH = (
    r"(?:(?:明|后|大后)(?:天|早|晚|日)|今晚|今天?(?:下午|晚上|傍晚|夜里|中午|晚些)|下个?(?:周|"
    r"星期|月|礼拜)|(?:周|星期|礼拜)[一二三四五六日天末](?!的)|"
    r"[一二两三四五六七八九十半几\d]+个?(?:半)?(?:分钟|小时|钟头|天|周|星期|月|礼拜|刻钟)(?:之?后|"
    r"以后|内?再|前)|[\d一二三四五六七八九十两]+点(?:半|钟|整|一刻|\d+分?|过|"
    r"[一二三四五]十)?(?!儿)|\d{1,2}:\d\d|\d{1,2} ?[ap]m|月底|月初|月末|年底|会前|到时候?|届时|"
    r"前一天|前一晚|提前.{1,5}(?:天|小时|分钟)|"
    r"\d+号(?![线楼仓库机床厅门车院店桌房柜岗窗站台桩口馆炉泵井船柱组班单票])|下班前|晚些时候|"
    r"过(?:一会|会|几天|"
    r"两天|半)|"
    r"待会儿?|节前|周末|季度末|开(?:会|盘|工)前|到货|到期)"
)
_ACT_ZH = (
    r"(?:提醒|催|叫(?:我|醒|大家)|通知|喊我|告诉我|跑|运行|执行|发(?:给|到|我|送|群|邮件|一|封|个|"
    r"份|布|出)?|查|检查|自动|出一|备份|汇总|生成|更新|同步|清|重启|推(?:送|到)|巡检|抓|刷新|统计|"
    r"播报|ping|run|send|remind|check|sync|post|保养|重试|监控|盯|看一|复查|导出|归档|整理|"
    r"再(?:做|看|来|发|催|试|send)|报(?:一|给|我)|推(?:一|给)|寄(?:给|到|一|出)|贴(?:到|出|一)|"
    r"扫(?:一|描)|盘(?:一|点)|"
    r"抄送|群发|挂出|上传|清一|跑一|各[一-鿿]一?[次遍]|给我[一-鿿]{1,2}(?:一?下|一?[次份遍个])|"
    r"call|report|push|notify|"
    r"schedule|一[次遍]$)"
)
_DAY_EN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
# "the weekly report" names a report; "a weekly report" and "send it weekly" ask for a rhythm.
_NOT_NAMED = r"(?<!\bthe )(?<!\bour )(?<!\bmy )(?<!\blast )(?<!\bthis )(?<!\byour )(?<!\bnext )"
_RECUR_EN = (
    rf"(?<![-_/.])(?<!\bfor )(?:every (?:other |single |second |two |three |four |\d+ |half |few |"
    rf"couple of |"
    rf"last |first )*(?:day|morning|evening|night|afternoon|noon|midnight|hour|minute|week|"
    rf"weekday|weekend|month|quarter|year|{_DAY_EN}|mon|tue|wed|thu|fri|sat|sun|\d+ ?[ap]m|hours|"
    rf"minutes|days|weeks|months|release|hrs?|mins?|time (?:the|a|it))|(?<!last )(?<!on "
    rf"){_DAY_EN}(?<=s)(?= (?:at|before|"
    rf"by|around|after)\b)|each (?:day|morning|evening|night|"
    rf"week|month|{_DAY_EN}|quarter|hour)|(?:{_NOT_NAMED}daily|{_NOT_NAMED}weekly|"
    rf"{_NOT_NAMED}hourly|{_NOT_NAMED}nightly|{_NOT_NAMED}monthly|{_NOT_NAMED}quarterly)|weekdays|"
    rf"once an? (?:day|week|month|hour)|twice an? (?:day|week|month)|on (?:mon|tues|wednes|thurs|"
    rf"fri|satur|sun)days|(?:the )?(?:first|last|1st|15th|\d+th) (?:(?:working |business )?"
    rf"(?:day|{_DAY_EN}) )?of (?:every|each|"
    rf"the) month|on a schedule|cron)(?![-_/.]\\w)"
)
_ONCE_EN = (
    rf"(?:tomorrow|tonight|next (?:week|month|year|{_DAY_EN})|in (?:an? |one |two |three |four |"
    rf"five |six |ten |half an |\d+ |a few |a couple of )+(?:min(?:ute)?|hour|day|week|month)s?|"
    rf"at (?:\d{{1,2}}(?::\d\d)?(?: ?[ap]m)?|noon|midnight|five|six|seven|eight|nine|ten|eleven|"
    rf"twelve|one|two|three|four|the end of)|on (?:the \d+\w*|{_DAY_EN}|(?:jan|feb|mar|apr|may|"
    rf"jun|jul|"
    rf"aug|sep|oct|nov|dec)\w* \d+)|the (?:day|night|"
    rf"morning|evening|week|hour) (?:before|after)|later (?:today|this)|this (?:afternoon|"
    rf"evening)|\d+ (?:min(?:ute)?s?|hours?|days?) (?:before|after|from now|later)|"
    rf"end of (?:the )?(?:day|week|month)|{_DAY_EN}(?: at| morning| evening| afternoon)|"
    rf"\d{{1,2}} ?[ap]m|before the (?:meeting|call|deadline)|when (?:it|the \w+) (?:arrives|"
    rf"is due|expires))"
)
_ACT_EN = (
    r"(?<![-_/.])(?:remind|ping|notify|alert|nudge|run|send|email|e-mail|mail|post|check|repeat|"
    r"restart|refresh|back ?up|generate|re-?run|do (?:it|this|that|the same)|publish|push|sync|"
    r"call|tell|let me know|update|clean|rotate|export|wake|message|text|report|summari[sz]e|"
    r"kick (?:it |this |that )?off|try (?:it |this |that )?again|have (?:it|this|them) (?:in|on|"
    r"ready)|put (?:it|this) "
    r"(?:in|on)|drop (?:it|this)|give me|show me|start (?:it|this|the)|stop (?:it|this|the)|"
    r"switch (?:it )?(?:on|off)|"
    r"turn (?:it )?(?:on|off)|deliver|print|share|rebuild|retry|poll|monitor|scan|look at|follow "
    r"up|fetch|pull|reload|purge|warn|"
    r"trigger|fire|launch|execute|kick off|prompt|ask me|chase|try again)"
)

SCHEDULES: Rule = rule(
    Act.SCHEDULE,
    r"(?:提醒|叫|喊|通知)(?:一下)?(?:我|我们|大家|他|她|一声)(?!的)",
    r"设(?:个|一个|置)?(?:定时|闹钟|提醒|计划任务)|schedule(?:一下|一个)|remind(?:一下)?我|闹钟",
    rf"^(?:in|at|on)? ?{_RECUR_EN}\b",
    rf"^(?!i |we |he |she |they |it |the |this |that |"
    rf"my )(?!\w+ \w+s\b)\w+ (?:[\w-]+ ){{0,4}}(?<!of ){_RECUR_EN}$",
    r"^(?:please )?remind (?:me|us|him|her|them|[a-z]+)\b",
    r"\bset (?:up )?(?:a |an )(?:reminder|alarm|timer|cron|recurring|schedule)\b",
    r"^schedule (?:it|this|that|a|the)\b|\bping me\b|\bwake me\b",
    r"\bput (?:it|this|that) on a (?:schedule|timer|cron)\b",
    r"\bmake (?:it|this|that) (?:recurring|a (?:daily|weekly|monthly|nightly))\b",
)

WHEN: Rule = rule(
    Act.SCHEDULE, _RECUR_ZH, _ONCE_ZH, rf"\b{_RECUR_EN}\b(?![-_/.]\w)", rf"\b{_ONCE_EN}\b"
)
WHAT: Rule = rule(Act.SCHEDULE, _ACT_ZH, rf"\b{_ACT_EN}\b")

# Somebody's habit or plan, the speaker's own included, is no order.
FACT_OF_TIME: re.Pattern[str] = re.compile(
    r"^(?:她|他|它|他们|她们|我们?|咱们?|大家|公司|仓库|店里|厂里|学校|医院|银行|老板|客户|对方|"
    r"那边|系统)"
    r"(?!.*(?:提醒|通知|叫|给|帮|替)(?:我|我们|大家|他|她|一)).*(?:每|周|礼拜|星期|明天|今晚|下午|"
    r"早上|晚上|点|号)"
    r"|^(?:i|we|he|she|they|it|everyone|people)(?: \w+)? (?:will|shall|am|are|is|was|were|do|does|"
    r"did|have|has|had|"
    r"only|always|usually|never|go|goes|come|comes|leave|leaves|meet|meets|close|closes|open|"
    r"opens)\b"
    r"(?!.* (?:remind|ping|need you|want you))|^i will\b",
    re.ASCII,
)

TIMES: Rule = rule(
    Act.SCHEDULE,
    rf"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|{_RECUR_ZH}",
    rf"{_ONCE_ZH}|{_RECUR_EN}|{_ONCE_EN}|\b{_DAY_EN}\b|\bweekends?\b",
    r"\b(?:nights?|often|frequent\w*)\b|频繁|太勤",
    r"\b(?:hours?|minutes?|days?) (?:later|earlier)\b",
    r"\b(?:mornings?|evenings?|afternoons?|days|weeks|months)\b|\b(?:half|quarter) past\b",
    r"\b\d{1,2}(?:-?ish| o'?clock)\b|\b(?:after|before|during) (?:work|lunch|dinner|breakfast|"
    r"school|hours|bed)\b",
    r"\bnoon\b|早上|上午|下午|晚上|中午|提醒|reminder|时间|频率|\b\d{1,2}(?::\d\d)?\b",
    r"[一二三四五六七八九十两]+点",
)
