"""Rules for messages that take the result back, want it anew, or repeat what was asked."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule
from apps.feedback.domain.adjectives import BAD_ZH, GOOD_ZH

_ANEW_ZH = (
    r"做|写|来|算|弄|搞|画|排|翻|译|填|订|约|生成|整理|统计|总结|核对|对一|起草|拟|设计|选|找|"
    r"安排|出|改|编|录|拉|考虑|想|查|核|定|推荐|梳理|组织|描述|解释|润色|分析|规划|制定|回答|检查|"
    r"看"
)

UNDOES: list[Rule] = [
    rule(
        Act.UNDO,
        r"^(?:先|都|全部?|赶紧|快|立刻|马上|把.{1,14}?|刚才的.{0,8}|这次的?.{0,8}|那.{0,8}|给我|"
        r"全给我|你)?(?:撤销|撤回|撤了|撤掉|撤下|回滚|回退|还原|复原|恢复(?:成|到|原|回|之前|"
        r"刚才|一下|$)|退回(?:来|去|重|到|上)?|作废|(?:revert|undo|rollback|roll back|reset|"
        r"restore)(?:掉|一下|了|回去|回来|回|它|吧|$))(?!功能|按钮|日志|键|机制|权限|上周|我|"
        r"方案|脚本|计划|策略|步骤|流程|操作怎|log)",
        r"(?:改|换|变|调|退|放|移|挪|弄|切|搬|加|还|撤|滚|收|恢复)(?:了?回(?:去|来|原|之前|到|成|"
        r"了|$))",
        r"(?:撤|退)回(?:吧|来|去|重)|别改了",
        r"(?:刚才|这次|这个|那个)的?(?:改动|修改|操作|变更|调整)(?:都|全)?(?:不要|取消|撤|作废|"
        r"删)",
        r"取消(?:刚才|这次|掉)|恢复原(?:样|状|来)|(?:得|要|应该|请|必须|赶紧)恢复(?:成|到|原)",
        r"撤(?:销|回|掉|了)(?:吧|它|这个|刚才|那|$)",
    ),
    rule(
        Act.UNDO,
        r"^(?:(?:can|could|would|will) you |just |better |you should |let us |"
        r"i want (?:you )?to |i would like to )*(?:undo|revert|back out|roll ?back|restore|reset|"
        r"cancel|discard|unsend|take back|scrap)(?: (?:it|that|this|them|those|these|everything|"
        r"all|your|the (?:last |previous |old |original |latest )?(?:changes?|edits?|commits?|"
        r"version|original|file|fix|patch|booking|order|one|wording|text|state|value|config\w*|"
        r"deploy\w*|migration|invite|mail)|to (?:the|what|how|where)|what you|both|please|all of|"
        r"and)\b.*)?$",
        r"\b(?:roll|put|change|switch|turn|take|set|move|bring|give|get|back|revert|flip|swap|"
        r"rename) (?:it|that|this|them|those|everything|things|all of it|all that|"
        r"the \w+(?: \w+)?) (?:all )?(?:back|out)(?: (?:to|the way|how|again|please|now|in|where|"
        r"like)\b.*)?$",
        r"\btake (?:the |that |this )?[\w ]{1,20} (?:back )?out(?: again)?$",
        r"\bput (?:the |that )?[\w ]{1,20} back(?: in)?$",
        r"\b(?:go|going|back) to what (?:we|it|i|you|there)\b",
        r"\bgo(?:ing)? back to (?:the (?:old|previous|original|first|earlier|last|former)|how|"
        r"what|where|before|version)\b",
        r"\b(?:undo|revert|roll ?back|back out) (?:it|that|this|those|these|them|everything|your|"
        r"all)\b",
        r"\bput (?:it|that|this|them) back\b|\b(?:have|get|give me|want|need) (?:my|the|our) "
        r"(?!money)[\w ]{1,20} back\b|^(?:my|the|our) (?:\w+ ){1,3}back$|"
        r"\b(?:send|issue|post) (?:a|the) correction\b|\brecall (?:it|that|them|the (?:mail|email|"
        r"message))\b|"
        r"\bthe way it was\b|\bhow it was before\b",
    ),
    rule(
        Act.REDO,
        rf"重(?:新)?(?:{_ANEW_ZH})(?!要|点|复|量|启|大|视|心)|重(?:来|做)|从头(?:来|再|做|写)",
        r"推(?:倒|翻)重|(?:返工|打回)",
        r"(?:再|另)?换(?:一|几)?(?:个|家|版|种|批|套|份|张|间|条|首|款|组|句|篇|趟|班|位|封|"
        r"样)(?!行|词|位置|地方|时间|日子|颜色|字体|话题|问题)",
        r"(?:看看|试试|找找|选|挑|推荐)(?:点|些)?(?:别|其他|另外)(?:的|家|处)",
        r"另(?:外)?(?:找|选|挑|写|做|想|来|换)(?:一|个|家)|别家|换别的|换其他",
        r"再(?:好好|仔细|认真)?(?:想想|数数|改改|斟酌|润色|打磨|来过|琢磨|对一遍|核对|想一想|"
        r"数一|重)",
        rf"再来一[版个种份稿](?=[吧呗啊]?$|更|再|稍|不同|不一样|别的|其他|(?:没那么|不那么|"
        rf"不太)?(?:{GOOD_ZH}|{BAD_ZH})(?:一?点儿?|一?些)?的?$)",
        r"再试(?:试|一次|一下)?$|再来$|召回|追回(?!款)",
        r"^再(?:推荐|想|找|选|换|给|出|起|挑|列)(?:我)?(?:一|几|两)(?:个|款|家|种|版|套|份|篇|句|"
        r"间)(?:吧|呗|看看)?$",
        r"^(?:改|纠正|改正|调|换|倒|反|掉|转)过来(?:吧)?$|(?:顺序|位置|方向|前后)(?:要)?(?:反|倒|"
        r"调|换)过来",
    ),
    rule(
        Act.REDO,
        r"^(?:redo|re-?do)(?=$| (?:it|this|that|them|everything|all|the (?:whole|last|first|"
        r"entire)|from|please|with|without|properly)\b)",
        r"^(?:do over|start (?:over|again|from scratch)|try (?:again|once more|harder|something|"
        r"another|it (?:again|once more))|do (?:it|this|that) (?:over|again|properly|right|"
        r"all over|from scratch|better)|give it another|have another|take another|"
        r"one more (?:try|attempt|go)|back to the drawing)\b",
        r"^(?:give me |show me |find (?:me )?|pick |suggest |choose |get me |i want |write |"
        r"draft |make |try |let us (?:see|try) )?(?:another|a different|something (?:else|"
        r"different|better|less \w+|more \w+|warmer|\w+er)|somewhere (?:else|\w+er)|different|"
        r"a new|a better|a fresh|the next)(?: (?:one|version|option|go|try|attempt|draft|take|"
        r"approach|way|idea|variant|wording|color|colour|title|name|hotel|place|restaurant|"
        r"flight|time|solution|angle|style|tone|image|picture|layout|design))*(?: please)?$",
        r"^(?:rewrite|rework|regenerate|recreate|rebuild|recalculate|recompute|recheck|"
        r"re-?run the numbers|reconsider|rethink)\b(?: (?:it|this|that|them|the|everything|all|"
        r"from))?",
        r"\b(?:redo|rewrite|regenerate) (?:it|this|that|them|the (?:whole|entire))\b",
        r"redo(?:一下|吧|一遍|一版)|\bcome up with (?:something|another|a)\b",
    ),
]

RESTATES: list[Rule] = [
    rule(
        Act.RESTATE,
        r"我(?:问|要|说|想要|想问|需要|让你|叫你|点|选|提|查|订|找|请你|关心|想看|要看|想查|要查|"
        r"讲)(?:做|写|改|查|找|订)?的(?:明明|可|其实|一直|都|就|根本)?(?:是|不是)",
        r"我(?:明明|不是|已经|早就?)(?:都|就)?(?:说|讲|写|要求|提|告诉|强调|交代|问)",
        r"(?:都|早就?|已经|明明|不是)(?:跟你)?(?:说|讲|强调|交代|告诉你?)(?:过|了|好|得)",
        r"说(?:了|过)(?:多少|好几|几|不止|不要|别|要|是)",
        r"我(?:没|没有|可没|又没|不是|从没)(?:让|说|要|叫|问|请)(?!清)(?:过|你|这|那|的)?",
        r"谁(?:让|叫|要|说)(?:你|要|了)",
        r"我(?:之前|刚才|刚刚|一开始|前面|上面|开头)(?:就|都|已经|不是)?(?:说|讲|提|要求|问|"
        r"写)(?:的|过|了|得)",
        r"说好(?:的|是|了)|我只(?:是)?(?:要|想要?|让|叫|问|说)",
        r"(?:不是|没|没有|并没)(?:让|叫|要|请)你|跟我(?:要|想要?|说|问|需要)的",
    ),
    rule(
        Act.RESTATE,
        r"\bi (?:clearly |explicitly |specifically |already |only |just |never |did not |had |"
        r"have |was |literally |originally |actually |do not remember |am )*(?:asked|asking|said|"
        r"told you|tell you|ask|say|specified|requested|request|wanted|instructed|mentioned|"
        r"stated|wrote|ordered)\b(?! (?:the team|him|her|them|my|karen|if|whether|yes|"
        r"about it yesterday))",
        r"\b(?:like|as) i (?:said|asked|told|wrote|mentioned)\b",
        r"\bwhat i (?:asked|said|wanted|requested|need(?:ed)?|meant)\b(?: for)? (?:was|is)\b",
        r"\bhow many times\b",
        r"\b(?:for the (?:second|third|last|nth|hundredth|\d\w+) time|again and again)\b",
        r"\bread (?:my|the) (?:message|request|question|instructions?) again\b",
        r"\bthe (?:question|request|task|brief|instruction) was\b",
    ),
]
