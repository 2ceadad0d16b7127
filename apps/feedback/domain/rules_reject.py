"""Rules for messages that reject the result outright."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule, words

_TAIL = r"(?:[了啊呀吧的呢哦嘛哈啦喔欸耶~]|哎|诶)*$"
_HEAD = (
    r"^(?:这|那|这个|那个|你这(?:个)?|这样(?:子)?|这么(?:做|弄|写|改)|那样|结果|答案|还|也|都|又|"
    r"就|才|完全|根本|"
    r"好像|明显|显然|绝对|貌似|似乎|感觉|我觉得|我看|一点(?:都|也)|压根|真(?:的)?|仍|仍然|依然|"
    r"依旧|还是|是)*"
)
_VERDICT_ZH = words(
    "不对劲 不对头 不对 不行 不好 不可以 不太对 不太行 不太好 不大对 不合适 不成 不妥 不合理 "
    "不正确 不满意 错 没用 没有用 白搭 不准 "
    "不准确 不靠谱 不符合 不符合要求 不理想 不像话 差远 差太远 差得远 差得太远 差很远 离谱 瞎扯 "
    "胡说 乱来 胡闹 扯 无语 糟糕 糟 烂 垃圾 失望 "
    "什么鬼 什么玩意 什么玩意儿 啥玩意 不可能 不是 不要 别 不 没效果 没有效果 没变化 没有变化 "
    "没变 没反应 没生效 没区别 没改 不管用 "
    "不起作用 无效 失败 没成功 没成 没好 没解决 没有解决 没修好 没搞定 未解决 老样子 不通 不像 "
    "不够 差点意思 差点儿意思 差一点 "
    "不咋样 不怎么样 不怎样 不咋地 一般 不堪 没法用 没法看 不能用 用不了 不好使 不中用 不顶用 "
    "没戏 徒劳 等于没改 等于没做"
)
_VERDICT_EN = (
    r"(?:no|nope|nah|nay|wrong|incorrect|false|untrue|bad|terrible|awful|horrible|garbage|rubbish|"
    r"trash|"
    r"nonsense|useless|bullshit|bs|fail|failed|failing|broken|hell no|no way|no good|no luck|"
    r"no use|no dice|"
    r"no joy|no go|no change|no effect|no difference|no improvement|yuck|ugh|boo|disappointing|"
    r"not (?:quite|right|correct|good|great|ideal|it|that|this|really|helpful|useful|working|"
    r"fixed|"
    r"true|acceptable|close|even close|there yet|quite there|good enough|ok|okay|fine|solved|"
    r"resolved|done|"
    r"quite right|exactly|like (?:this|that)|this one|that one|these|those))"
)

REJECTS: list[Rule] = [
    rule(
        Act.REJECT,
        rf"{_HEAD}{_VERDICT_ZH}{_TAIL}",
        rf"^(?:(?:that|this|it) is |still |all |just |plain |simply |totally |completely |but |"
        rf"lol )*{_VERDICT_EN}"
        r"(?: (?:no|nope|at all|either|again|bro|man|dude|sir|mate|lol|sorry|please|there|then|"
        r"for me))*$",
    ),
    rule(
        Act.REJECT,
        r"^(?:还是|又是|仍是|仍然|依然|又|还|怎么还是|怎么又)(?:这样|那样|一样|这个|原样|老样子)",
        r"不(?:太|大|是很|怎么|咋)?(?:对|正确|满意|理想|靠谱|像话)(?!称|等|口|外|比|应|劲儿?吗|"
        r"准)",
        r"不是很?(?:好|对|行|准|清楚|满意|合适|理想|准确|清晰|专业|自然)(?!吗)",
        r"不(?:太|大|怎么)(?:好|行|准|清楚|合适|理想|准确|清晰|专业|自然|顺|像|合理|完整|全|美观|"
        r"好看|通顺)",
        r"不行(?!业|程|不行)(?:啊|呀|的|$)|不可行",
        r"不是(?:我|咱们?|我们)(?:真正|刚才|原本)?(?:想|要|说|问|需要|期望|期待|让|叫|指)",
        r"^(?:别|不要|不用|不能|不可以|不许)(?:再)?(?:这样|这么|那样|那么)",
        r"^不是(?:这|那)(?:个|样|些|种|份|版|么|里|边|张|家|条|台|位|意思|封|段|句|行|页|列)?",
        r"^(?:谁(?:让|叫|要)你|没(?:让|叫)你|不是(?:让|叫)你)",
    ),
    rule(
        Act.REJECT,
        r"\b(?:is|was|are|were) (?:just |still |really |simply |definitely |clearly )*not "
        r"(?:it$|what\b|how\b|the (?:one|right|result|answer|thing|same|point|file|way|case|place|"
        r"format|data|issue|problem|cause|reason|correct)\b|"
        r"(?:quite |even |at all |really |very |that |all that )*(?:right|correct|good|great|"
        r"ideal|accurate|true|acceptable|useful|helpful|"
        r"enough|clear|complete|valid|fixed|solved|working|done|ok|okay|it|what|my|ours|possible|"
        r"readable|relevant|real|an? (?:fix|solution|answer)))",
        r"\bnot (?:at all )?(?:what|how|where|who|the way|as) (?:i|we|you|they|she|he|was|the)\b",
        r"\bnot the (?:one|right|correct|same|answer)\b",
        r"\bi (?:really )?(?:do not|did not) (?:really )?(?:like|love|want|need|trust|believe|"
        r"buy|think so|think (?:that|this|it) (?:is|was|will|works?|did|does))\b",
        r"\bi (?:seriously |really |very much )?doubt\b|\bnot convinced\b",
        r"\bi (?:disagree|object)\b",
        r"^(?:do not|never|stop|quit) (?:do|doing) (?:that|this|it)\b",
        r"\b(?:is|are|looks?|seems?|sounds?|feels?|reads?) not (?:look|seem|sound|feel|"
        r"read) (?:quite )?(?:right|good|ok|correct|natural)\b",
        r"\b(?:can not|could not|can hardly|could hardly) (?:possibly )?be (?:right|true|correct|"
        r"it|real|serious)\b",
        r"\bhard to believe\b|\bno way (?:that|this|it)\b",
        r"\bi (?:never|did not) (?:ask|say|want|request)\b",
        r"\b(?:thanks|thank you) for nothing\b",
        r"\b(?:garbage|rubbish|trash|crap|bullshit)\b(?! (?:collect|truck|bin|can\b|bag|day|"
        r"disposal|value|in\b)\w*)(?<!collect garbage)",
        r"(?:什么|啥|这|真|太|都是|纯|一堆|就是)(?:个|些|是)?(?:垃圾|狗屁|狗屎|破(?:玩意|东西|烂)|"
        r"废话|屎)(?!分|桶|箱|邮|短信|袋|站|处理|回收|算)|乱七八糟|狗屁不通|一塌糊涂|不知所云",
    ),
]
