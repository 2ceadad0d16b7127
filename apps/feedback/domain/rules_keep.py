"""Rules for the wish to keep the procedure just used, said in one clause."""

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
