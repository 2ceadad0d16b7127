"""Rules for wishes about later: keep the procedure, run or remind at a time."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule

_WAY_ZH = (
    r"(?:流程|步骤|做法|操作|方法|过程|套路|打法|思路|工作流|workflow|pattern|pipeline|经验|技巧|"
    r"办法|路子|这几步|那几步|这套|那套|这一套|整套|招|做的事|procedure|steps|checklist|格式|模式|"
    r"方式|标准|规矩|模板|写法|风格)"
)
_KEPT_ZH = (
    r"(?:技能|skill|命令|指令|流程|playbook|sop|工作流|workflow|打法|套路|剧本|宏|快捷|操作手册|"
    r"技能库|标准(?:流程|做法|步骤|操作)|复用|模板|template|command|recipe|runbook|macro|自动化|"
    r"脚本库|工具箱|规范)"
)
_LATER_ZH = (
    r"(?:以后|下次|往后|今后|之后|将来|从今|后面|每次|再有|再遇到|遇到(?:这种|类似|同样)|凡是|"
    r"下回|日后|再碰到|碰到(?:这种|类似|同样))"
)
_KEPT_EN = (
    r"(?:skills?|(?:slash |reusable |custom |single )?commands?|playbook|runbook|recipe|macro|"
    r"workflow|procedure|template|routine|sop|reusable|"
    r"standard (?:way|procedure|process|practice|approach)|our standard|our default|the standard|"
    r"the default|how-?to|checklist|shortcut|automation|cookbook)"
)
_WAY_EN = (
    r"(?:(?:these|those|the|this|that|your|whole|entire|exact|same) )*(?:steps?|procedure|process|"
    r"workflow|approach|method|routine|sequence|recipe|way|pattern|flow|pipeline|playbook)"
)
_DONE_EN = (
    rf"(?:{_WAY_EN}|(?:it|this|that|these|those)\b(?: \w+)?|what (?:you|we) (?:just )?did|"
    rf"how (?:you|we|it|this|that)|everything(?: you (?:just )?did)?|the (?:whole|"
    rf"entire) (?:thing|lot)|all of it|all (?:of )?(?:this|that))"
)

KEEPS: Rule = rule(
    Act.KEEP,
    rf"(?:{_WAY_ZH}|这个?|刚才的?|它|这些|一切).{{0,10}}(?:存|保存|记录?|固化|沉淀|做|封装|整理|"
    rf"写|变|打包|转|收录?|总结|提炼|save|固定|抽象?|提取|加|设|定|归档|纳入|变成|留存|turn|"
    rf"make).{{0,10}}{_KEPT_ZH}(?!等级|要求|里|图|吗)",
    r"(?:存|保存|固化|沉淀|封装|打包|提炼|save|收录?|做|整理|写|转|变|弄|生成)(?:一下)?(?:成|为|"
    r"到|进|作|下来成)(?:了)?(?:一?个|一套|一条|一份|咱们?的?|我们?的?|团队的?|固定的?|标准的?|"
    r"通用的?|可以?|你的)*(?:技能|skill|playbook|sop|工作流|workflow|打法|套路|宏|快捷|技能库|"
    r"标准(?:流程|做法|步骤)|可?(?:重)?复用|模板流程|流程模板|固定流程|command|runbook|recipe|"
    r"slash|指令|命令)",
    rf"(?:把|将)?.{{0,8}}{_WAY_ZH}.{{0,6}}(?:记(?:住|下|下来|录下来|好|着)|存(?:下来|起来|好|"
    rf"一下|着)|留(?:下来|着|存|好)|保存(?:下来|好|一下)?|固化|沉淀|收(?:起来|好|藏))",
    rf"{_LATER_ZH}.{{0,24}}(?:(?:按|照|用|走|依|遵|参照)(?:着|照|循)?(?:这|此|刚才|上面|同样|"
    rf"相同|一样|现在)|这样(?:做|来|处理|弄|办|写|搞|汇总|$)|这么(?:做|来|办|处理|弄|写|干|搞)|"
    rf"照(?:办|做|搬|旧|着|此)|同样(?:处理|来|做)|就这(?:样|么)|一样(?:做|处理|来|弄|操作)|"
    rf"直接(?:用|套)(?:这|它)|沿用|复用|照方抓药|如法炮制|follow|都走这|都按)",
    r"(?:可|能|好|方便)(?:以)?(?:重复|反复)?复用",
    r"(?:照这个|按这个|用这个|就这个)(?:流程|步骤|做法|模式|方式|套路).{0,6}(?:以后|下次|长期|"
    r"固定)",
    r"学会(?:这个|这套|它).{0,8}(?:以后|下次)",
    r"记住(?:这个?|这套|该|刚才的?)(?:做法|流程|步骤|方法|操作|套路|办法|方式)",
    rf"\b(?:save|store|keep|remember|record|capture|package|bundle|turn|make|convert|write|wrap|"
    rf"register|preserve|memori[sz]e|document|distil+|codify|add|publish|promote|put|bottle|"
    rf"formali[sz]e) {_DONE_EN}.{{0,40}}\b{_KEPT_EN}\b",
    rf"\b(?:make|create|build|write|save|derive|craft|cut|get) (?:me |us )?(?:a |an |one |"
    rf"new )*(?:\w+ )?{_KEPT_EN}\b.{{0,12}} (?:out of|from|for|of) (?:it|this|that|these|those|"
    rf"what|how|the (?:steps|procedure|process|above|whole))\b",
    rf"\b(?:save|keep|remember|record|store|capture|package|bundle|preserve|memori[sz]e|"
    rf"bottle) (?:{_WAY_EN}|what (?:you|we) (?:just )?did|how (?:you|we|this|that|it))\b",
    r"\b(?:from now on|next time|in (?:the )?future|going forward|always|henceforth|every ?time|"
    r"whenever|each time|from here on|any ?time)\b.*\b(?:like (?:this|that)|(?:this|that|"
    r"the same|same) way|same (?:steps|approach|procedure|process|recipe|format|thing|pattern|"
    r"again)|as you (?:just )?did|the way you|exactly (?:this|like|as)|do (?:it|this|that|"
    r"so)(?: (?:like|this|that|exactly|again))?$|do exactly|(?:use|follow|repeat|apply|reuse|"
    r"stick (?:to|with)) (?:this|that|these|those|the same|it))\b",
    r"\b(?:like (?:this|that)|(?:this|that|the same) way|use (?:this|these)(?: \w+)?|"
    r"follow (?:this|these)(?: \w+)?|repeat this)\b.*\b(?:from now on|next time|"
    r"in (?:the )?future|going forward|always|every ?time|from here on)\b",
    r"\b(?:make|take|keep) (?:a )?note of (?:how|what|this (?:procedure|process|way))",
    r"\b(?:note|write) (?:down )?how (?:you|we|this)\b",
    r"\b(?:every|all|each) \w+ (?:done|handled|processed|run|made|written) (?:that|this|"
    r"the same) way\b",
    r"(?:固定|沉淀|保留|记录|留存|存)(?:下来|下去)",
    r"(?:下回|下次|以后)(?:就)?(?:直接|照)(?:用|搬|套|办)",
    r"\b(?:we|i|they|others|anyone) can (?:re-?run|re-?use|repeat|run again|use again)\b",
    r"\b(?:so|that) (?:that )?(?:we|i|others|everyone|anyone|the \w+(?: \w+)?|my \w+|people|"
    r"next time)(?: can| could)? (?:re-?use|repeat|use it again|run it again|do it again|"
    r"follow)\b",
    r"\b(?:for|to) (?:re-?use|future use|later use)\b",
    r"\blearn (?:this|that|how to do this|it) (?:for|so|as)\b",
    r"\badd (?:this|it|that) to (?:your|the|my|our) (?:skills?|playbook|repertoire|toolbox|"
    r"skill ?set|library)\b",
    r"\bmake (?:it|this|that) (?:a |our )(?:skill|habit|standard|routine)\b",
    r"\bi will need (?:it|this|that) (?:again|for every|every|often|regularly)\b",
)

_RECUR_ZH = (
    r"(?:每(?:天|日|周|星期|月|年|晚|早|隔|逢|个?(?:工作日|小时|钟头|周|月|季度|礼拜|早上|晚上|"
    r"星期)|[一二两三四五六七八九十半\d]+个?(?:天|周|月|小时|分钟|年|日)|到|当|礼拜|夜|次开)|"
    r"工作日(?!志)|定时|定期|天天|隔天|逢周|按(?:天|周|月|时)|每周[一二三四五六日天末])"
)
_ONCE_ZH = (
    r"(?:(?:明|后|大后)(?:天|早|晚|日)|今晚|今天?(?:下午|晚上|傍晚|夜里|中午|晚些)|下个?(?:周|"
    r"星期|月|礼拜)|(?:周|星期|礼拜)[一二三四五六日天末]|"
    r"[一二两三四五六七八九十半几\d]+个?(?:半)?(?:分钟|小时|钟头|天|周|星期|月|礼拜|刻钟)(?:之?后|"
    r"以后|内?再|前)|[\d一二三四五六七八九十两]+点(?:半|钟|整|一刻|\d+分?|过|"
    r"[一二三四五]十)?(?!儿)|\d{1,2}:\d\d|\d{1,2} ?[ap]m|月底|月初|月末|年底|会前|到时候?|届时|"
    r"前一天|前一晚|提前.{1,5}(?:天|小时|分钟)|\d+号|下班前|晚些时候|过(?:一会|会|几天|两天|半)|"
    r"待会儿?|节前|周末|季度末|开(?:会|盘|工)前|到货|到期)"
)
_ACT_ZH = (
    r"(?:提醒|催|叫(?:我|醒|大家)|通知|喊我|告诉我|跑|运行|执行|发(?:给|到|我|送|群|邮件|一|封|个|"
    r"份|布|出)?|查|检查|自动|出一|备份|汇总|生成|更新|同步|清|重启|推(?:送|到)|巡检|抓|刷新|统计|"
    r"播报|ping|run|send|remind|check|sync|post|保养|重试|监控|盯|看一|复查|导出|归档|整理|"
    r"再(?:做|看|来)|call|report|push|notify|schedule|一[次遍]$)"
)
_DAY_EN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_RECUR_EN = (
    rf"(?<![-_/.])(?:every (?:other |single |second |two |three |four |\d+ |half |few |couple of |"
    rf"last |first )*(?:day|morning|evening|night|afternoon|noon|midnight|hour|minute|week|"
    rf"weekday|weekend|month|quarter|year|{_DAY_EN}|mon|tue|wed|thu|fri|sat|sun|\d+ ?[ap]m|hours|"
    rf"minutes|days|weeks|months|release|time (?:the|a|it))|each (?:day|morning|evening|night|"
    rf"week|month|{_DAY_EN}|quarter|hour)|daily|weekly|hourly|nightly|monthly|quarterly|weekdays|"
    rf"once an? (?:day|week|month|hour)|twice an? (?:day|week|month)|on (?:mon|tues|wednes|thurs|"
    rf"fri|satur|sun)days|(?:the )?(?:first|last|1st|15th|\d+th) (?:day )?of (?:every|each|"
    rf"the) month|on a schedule|cron)(?![-_/.]\\w)"
)
_ONCE_EN = (
    rf"(?:tomorrow|tonight|next (?:week|month|year|{_DAY_EN})|in (?:an? |one |two |three |four |"
    rf"five |six |ten |half an |\d+ |a few |a couple of )+(?:min(?:ute)?|hour|day|week|month)s?|"
    rf"at (?:\d{{1,2}}(?::\d\d)?(?: ?[ap]m)?|noon|midnight|five|six|seven|eight|nine|ten|eleven|"
    rf"twelve|one|two|three|four|the end of)|on (?:the \d+\w*|{_DAY_EN}|\w+ \d+)|the (?:day|night|"
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
    r"share|rebuild|retry|poll|monitor|scan|look at|follow up|fetch|pull|reload|purge|warn|"
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

TIMES: Rule = rule(
    Act.SCHEDULE,
    rf"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|{_RECUR_ZH}",
    rf"{_ONCE_ZH}|{_RECUR_EN}|{_ONCE_EN}|\b{_DAY_EN}\b|\bweekends?\b",
    r"\b(?:nights?|often|frequent\w*)\b|频繁|太勤",
    r"\b(?:hours?|minutes?|days?) (?:later|earlier)\b",
    r"\b(?:mornings?|evenings?|afternoons?|days|weeks|months)\b|\b(?:half|quarter) past\b",
    r"\bnoon\b|早上|上午|下午|晚上|中午|提醒|reminder|时间|频率|\b\d{1,2}(?::\d\d)?\b",
    r"[一二三四五六七八九十两]+点",
)
