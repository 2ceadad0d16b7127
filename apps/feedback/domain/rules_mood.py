"""Rules for impatience, for complaints of slowness, and for letting the matter drop."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule

MOODS: list[Rule] = [
    rule(
        Act.ANGER,
        r"快点(?!击)|赶紧的|能不能认真|认真点|走点心|用点心|长点心|烦死|受不了|无语|服了|醉了",
        r"气死|别闹|有没有搞错|搞什么|什么(?:鬼|玩意|东西(?:啊|这))|你行不行",
        r"到底(?:行不行|会不会|能不能|懂不懂|在干)|笑死|呵呵|浪费(?:我)?(?:的)?时间",
        r"(?:好|真|太)烦|绝了$|就这(?:\?|$)|真(?:是)?(?:厉害|行|会)啊?$",
        r"\b(?:waste of (?:my )?time|come on|seriously|ffs|wtf|omg no|for god'?s sake|"
        r"for the love of|fed up|sick of|had enough|ridiculous|unbelievable|pathetic|"
        r"are you kidding|you kidding|is this a joke|whatever|smh|facepalm|sigh|ugh+|argh+|"
        r"hurry up|jesus|how hard|hopeless|frustrating|annoying|disappoint\w+|i (?:had |"
        r"was )?(?:expected|expecting|hoped|hoping for) (?:more|better|something better|"
        r"a better)|underwhelm\w+)\b",
        r"(?:本)?以为会(?:更|好)|(?:有点|挺|真|太)?失望|(?:你|您)当我是|(?:你|您)以为我是",
        r"do i look like",
        r"\b(?:wow|oh) (?:great|brilliant|wonderful|fantastic|nice|thanks|perfect)\b",
        r"\bthanks for nothing\b",
        r"\b(?:slow clap|gee thanks|how helpful|what a surprise|big help)\b",
        r"[👎🙄😡🤬😤🤦💩]",
    ),
    rule(
        Act.SLOW,
        r"(?<!页面)(?<!接口)(?<!查询)(?<!加载)(?<!首页)(?<!程序)(?:太|好|真|有点|也太|这么|那么|"
        r"挺|够|实在|越来越|怎么这么|真够)(?:的)?(?:慢|磨叽|磨蹭|久|拖|slow)",
        r"(?:半|一|两|三|\d+)个?(?:多)?(?:小时|分钟|钟头|天)(?:了|都)+(?:还|才|都|了)*$",
        r"等了?(?:我)?(?:快|好|半|这么|那么|老|一|两|几|\d|十|很)|半天(?:才|了|都)",
        r"花了?(?:这么|那么|好|半|太|快|\d).{0,4}(?:久|时间|分钟|小时|天)",
        r"\b(?:took|takes|taking) (?:\w+ )?(?:forever|ages|so long|too long|way too long|"
        r"long enough|a while|an eternity|\w+ (?:minutes|hours|mins)|its time|you long|"
        r"your (?:sweet )?time)\b",
        r"\b(?:that|this|it|you) (?:was|were|is|are) (?:so |very |really |painfully |pretty |"
        r"quite |a bit |awfully |too |rather )*slow\b",
        r"^(?:so |too |very |painfully |rather )*slow$",
        r"\bwaited (?:for )?(?:ages|so long|\w+ (?:minutes|hours))\b|\babout time\b",
        r"\bfinally\b.*\bslow\b",
    ),
    rule(
        Act.GIVE_UP,
        r"^算了|(?:^|[^一-鿿])算了吧?|不(?:弄|做|搞|管|折腾|查|写|要|订|用|麻烦你?)了(?:吧)?$",
        r"(?<!比)我(?:还是|已经|先|就|再|会|来|刚|刚才)*自己(?:来|弄|找|解决|搞|改|写|做|查|绕|"
        r"处理|修|手动|动手)",
        r"自己(?:搞定|解决|绕|找到|弄好|改)了|不用(?:管|你|麻烦)了?|作罢|放弃|到此为止|不指望",
        r"不折腾|当我没(?:说|问)",
        r"\b(?:forget (?:it|about it|that|this)|i give up|giving up|do not bother|"
        r"not worth (?:it|the)|let it go|leave it(?: there| at that)?$|scrap that idea|"
        r"i will (?:just )?(?:do|write|fix|handle|take|sort|finish|book|find|call|figure|solve|"
        r"manage|rewrite) (?:it |this |that |out |care of )*(?:\w+ )?(?:myself|by hand|manually|"
        r"on my own|in \w+|with \w+)|(?:found|fixed|solved|figured|sorted|did|done|wrote|"
        r"got) (?:\w+ ){0,4}(?:myself|on my own|by hand|another way)|found the (?:cause|problem|"
        r"issue|answer) myself|worked around it)\b",
    ),
]
