"""Rules for wanting the same kind of thing done or answered once more."""

from __future__ import annotations

import re

from apps.feedback.domain.acts import Act, Rule, rule

_MAKE_EN = (
    r"(?:do|write|make|run|create|generate|draft|build|translate|convert|rename|fix|apply|check|"
    r"analy[sz]e|summari[sz]e|compare|plot|chart|count|list|explain|book|find)"
)

_PLEASED_EN = r"(?:ok|okay|good|great|fine|thanks|perfect|nice|alright|cool)"
# What can stand for the next object: a few words with neither a verb nor a pointer in them.
_THING_EN = (
    r"(?!.*\b(?:is|are|was|were|has|have|does|did|not|no|it|that|this|them|they|you|we|i|if|why|"
    r"what|how|can|could|should|must|will|would|add|commit|push|update|then|make|use|instead)\b)"
    r"[\w'/◆.:#-]+(?: [\w'/◆.:#-]+){0,6}"
)
_CLASSIFIER_ZH = r"[个份条张位封项家单批页款台间篇段节章件笔次组]"
_THING_ZH = r"[^了吗呢吧,改换删加减不没错应少多漏缺短长]{1,16}"

NEXT_MARK: re.Pattern[str] = re.compile(
    r"^(?:(?:and|ok|okay|then|now|good|great|thanks|so) )*(?:next(?: one| up| item)?|then|now|also|"
    r"another(?: one)?|one more(?: thing| please)?|after that|moving on|continue|go on|ditto|"
    r"likewise|same(?: thing| again| here)?|here (?:is|comes) the next(?: one)?|(?:the )?next is)$"
    rf"|^(?:好的?|行|嗯|谢谢|那)?(?:下一?{_CLASSIFIER_ZH}|接下来|接着|然后|现在|下面|继续|还有|"
    rf"另外|"
    rf"同样|再(?:来|做)一?{_CLASSIFIER_ZH}?|再一{_CLASSIFIER_ZH})(?:是|的|吧|呢)?$",
    re.ASCII,
)

AGAINS_ASKED: Rule = rule(
    Act.AGAIN,
    r"^(?:那|那么|那个)?.{1,14}呢$",
    r"^(?:(?:and|so|ok|now) )?(?:what about|how about|same (?:for|thing for|with|question for)|"
    r"and (?:for|in|on|at|from|by|with))\b(?!.*\b(?:can|could|we|you)\b)(?! (?:we|you|i|that|it|"
    r"they|if|why|what|how|is|are|does|did|can|could) )(?:[ ]?[\w'/◆.-]+){1,7}$",
    rf"^(?:{_PLEASED_EN} )?(?:and|now|then|also|and (?:now|then|also)|now then|next up|next one|"
    rf"next)(?: is| comes| for| with)? (?!time\b){_THING_EN}$",
    rf"^(?:{_PLEASED_EN} )?(?:let us )?(?:(?:now|move|moving|go|then|next) )?(?:on(?:to| to)|"
    rf"(?<=move )to) {_THING_EN}$",
    rf"^(?:{_PLEASED_EN} )?(?:likewise|ditto|repeat|repeat (?:that|it|this)|again|one more|another)"
    rf" (?:for|with|on) {_THING_EN}$",
    rf"^(?:let us |please )*(?:do |take )?{_THING_EN} (?:next|now)(?: please)?$",
    rf"^(?:下一?{_CLASSIFIER_ZH}|接下来|接着来?|然后|下面|随后|还有|另外|继续)(?:是|做|处理|来|"
    rf"轮到|"
    rf"就是|给)?{_THING_ZH}$",
    rf"^(?:现在|这回|这次)?(?:轮到|该|到)(?!改|换|睡|吃|走|下班){_THING_ZH}了$|"
    rf"^轮到{_THING_ZH}$|^{_THING_ZH}(?:照做|照办|照此|同样|一样)(?:处理|来|做)?$|"
    rf"^{_THING_ZH}也(?:麻烦|劳驾)(?:一下|你)?",
    rf"(?:同样的?|照样|一样)(?:也)?(?:给|对|把|为|帮){_THING_ZH}",
    r"^(?:and |ok )?(?:the )?next \w+ (?:is|will be)\b",
    rf"^现在(?:做|来|处理|看|查)?{_THING_ZH}$",
    r"^(?:any|anything|something) (?:\w+er|more \w+|less \w+|else|other|different)\b",
    r"有没有(?:更|再)?.{1,6}(?:点|些)的",
)

BETTER_ASKED: Rule = rule(
    Act.REDO,
    r"^(?:any|anything|something|somewhere|is there (?:any|some)\w*|got any\w*|"
    r"(?:do you )?(?:have|got) (?:any|some)\w*) (?:(?:\w+ )?(?:\w+er|more \w+|less \w+|better|"
    r"else|nicer))\b",
    r"有没有(?:更|再|稍微)?.{0,6}(?:点|些|更.{1,4})的|有(?:没有)?别的|还有别的|(?:没有|有没有)更",
)

AGAINS: Rule = rule(
    Act.AGAIN,
    r"(?<!提醒我)再(?!看)(?:[一-鿿]|[a-z]+){1,3}?(?:一|两|几)(?!点|号|些|下$)[一-鿿]",
    r"再(?:[一-鿿]|[a-z]+){1,4}?(?:次|遍|回|条|份|个|封|张|版|篇|段|组|套|批|轮|家|趟|首|道|"
    r"下(?!单))",
    r"再(?:跑|试|查|看看|看(?=[\w一-鿿])|来|算|核对|画|生成|run|翻|找|搜|推荐|做)",
    r"^(?:重(?:做|来|写|算|画|查|译|翻|新(?!部署|打包|启|上线|编译|安装|登录|加载|填))|换(?:一|"
    r"个(?!位|地方|时间|日子|颜色|字体|话题|问题)))",
    r"^(?!.*(?:把|过)).{0,12}也(?:[一-鿿]|[a-z]+){1,3}?(?:一|份|遍|次)",
    r"也(?:审审|改改|翻翻|算算|写写|画画|测测|跑跑|核核|问问|做做|找找|搜搜|理理|对对|想想|列列|"
    r"排排|看看|查查|试试|这样|同样|照|一样(?:处理|来|做|"
    r"的?$))|(?:同样|照样)(?:处理|来|做|的)|别家|从头(?:来|再)",
    r"^(?:do|redo|repeat) (?!it\b|that|this|not|the same|you|so|over|log)(?:the |one for |our |"
    r"my |all )?[\w◆./-]+(?: [\w◆./-]+){0,3}$",
    r"^(?!.*[你把]).{1,10}的也[一-鿿]{1,3}|也.{1,8}一(?:份|个|遍|次|条|张|套|版|篇|封)",
    r"^(?:看看|试试|查查|改查)(?:一下)?.{1,10}的$",
    r"^(?!.*(?:把|同事|他|她|我也)).{1,16}也(?:汇总|统计|查|写|做|来|翻|生成|画|整理|处理|加|跑|"
    r"测|算|订|要|弄|发|给我|列|分析|总结|检查|优化|修)(?:一|下|个|份|$)",
    r"^我(?:想)?问的(?:是|不是)|^the question was|\bi asked about\b",
    rf"\b{_MAKE_EN} (?:it |this |that |me |the |\w+ ){{0,4}}?(?:again|once more|over)\b",
    r"^(?:again|once more|one more time|another(?: one)?|redo|re-?do|retry|rerun|re-run|repeat|"
    r"start over|start again|try again|do over|rewrite|regenerate|something else|somewhere else|"
    r"a different one|different one)\b(?! log)",
    r"\b(?:once more|one more time|all over again|from scratch)\b",
    r"\banother (?:one|version|go|try|option|draft|take|attempt|round)\b",
    r"\bfind (?:something|somewhere|another|a different) ?\w*\b",
    r"\btry (?:something|another|a different)\b",
    rf"^{_MAKE_EN}\b.*\b(?:too|as well)(?: please)?$",
    r"^(?!order |send |add |put |save |include |list |mail |copy |attach |share |.*\b(?:is|are|"
    r"was|were|has|have|does|did|can)\b|it |that |this |i |we |you |they |he |"
    r"she )(?:[\w'/◆.:#-]+ ){1,6}(?:too|as well)(?: please)?$",
    r"^same \w+ (?:for|with|in|on)\b|\bsame (?:for|with)\b",
    r"\b(?:do|run|apply|repeat|try) the same\b",
    r"\b(?:check|run|try|get|show|give|read|send|test|fetch|look at)\b.*\b(?:again|once more)\b",
    r"\bone (?:for|to|about) \w+(?: \w+)?(?: too| as well)?\b",
)
