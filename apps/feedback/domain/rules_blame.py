"""Rules for blame said sideways: to the agent's face, by a rhetorical question, in irony."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule, words

_DONE_EN = words(
    "threw thrown took taken wrote written put left forgot forgotten broke broken made did done "
    "gave given sent cut lost kept chose chosen built read ran run got gotten swapped went gone "
    "stuck drew drawn spent saw seen told said meant thought hid fed set let lied guessed bought "
    "ate turned flew merged invented dropped doubled padded buried stopped"
)
_PROVERBS_ZH = words(
    "张冠李戴 答非所问 牛头不对马嘴 驴唇不对马嘴 南辕北辙 文不对题 离题 跑题 偏题 画蛇添足 "
    "多此一举 "
    "自作主张 自作聪明 莫名其妙 不伦不类 敷衍了事 前后矛盾 自相矛盾 以偏概全 断章取义 本末倒置 "
    "顾此失彼 丢三落四 生搬硬套 照搬照抄 废话连篇 又臭又长 不痛不痒 隔靴搔痒 站不住脚 站不住 "
    "说不通 "
    "讲不通 行不通 走不通 圆不回来 经不起 拿不出手 上不了台面 没眼看 辣眼睛 一头雾水 一脸懵 看懵 "
    "傻眼 裂开 无力吐槽 翻车 掉链子 拉胯 离大谱 惨不忍睹 不忍直视 帮倒忙 添乱 瞎编 编造 编的 胡编 "
    "杜撰 捏造 穿帮 露馅 出洋相 闹笑话 笑掉大牙 误导 忽悠 糊弄 应付 偷工减料 换汤不换药 治标不治本 "
    "差十万八千里 八竿子打不着 风马牛不相及 没头没尾 没重点 抓不住重点 抓不到重点 没抓住 漏洞百出 "
    "错漏百出 一窍不通 驴头不对马嘴 越界 越权 擅自 私自 掩耳盗铃 自欺欺人 得不偿失 弄巧成拙"
)

# Said with a question mark these ask nothing: they accuse.
RHETORIC: Rule = rule(
    Act.FAULT,
    r"谁(?:加|改|写|定|选|放|动|删|批|教|允许|准|规定)的(?!话|人)|(?:哪|从哪)(?:儿|里)?(?:来|冒|"
    r"变)(?:出来)?的|凭(?:什么|啥)",
    r"(?:有|顶|起)(?:个)?(?:什么|啥|毛线?|鬼|屁)用|(?:跟|和|与)没.{1,5}(?:有什么|有啥)?(?:区别|"
    r"两样|差别|不同)",
    r"(?:怎么|咋)(?:又|还|都|没(?!有?办)|只|就|才|少|多出|变|把|给|连|全|漏|光|会有|会是|可能|"
    r"会没)(?!办|用|解释|回事)",
    r"(?:怎么|咋).{1,10}(?:也|都|还|又)(?:在|算|有|被|没|是)|(?:谁|哪个)(?:能|会|愿意|敢|"
    r"还)?(?:看|懂|读|信|用|听|买|要)"
    r"(?:得)?(?:懂|清|下去|到|啊)?$|哪(?:看|听|读|吃|用|放|跑|受|来|经)得(?:懂|起|了|下|动)",
    r"你(?:是)?(?:认真的|开玩笑|逗我|玩我|耍我|在干(?:嘛|什么|啥)|瞎了?|睡着|行不行|看没看|"
    r"会不会看|懂不懂|没看|"
    r"没读|没听|没查|没测|没试)|你确定(?=$|吗$)|就这$|穿越",
    r"不是(?:都|已经|早|跟你|说|讲).{0,8}(?:说|讲|提|交代|约|告诉)?(?:过|了|好)|还要我(?:说|讲|"
    r"教)(?:几|多少)|"
    r"(?:说|讲|改|问)(?:了|过)?(?:多少|几)(?:遍|次)",
    r"^(?:and |so |wait |but )?since when\b|\bsays who\b|\bin what (?:world|universe)\b|\bare you "
    r"(?:kidding|"
    r"serious|joking|drunk|for real)\b|\bdid you (?:even|actually|really)\b|\bhave you (?:even|"
    r"actually)\b|"
    r"\bhow (?:is|was|can|could|does) (?:that|this|it) (?:even |possibly )?(?:one|a|an|any|count|"
    r"help|fix|supposed|"
    r"shorter|better|related|be right)\b|\bwhy not (?:just )?(?:delete|burn|drop)\b|\bwho "
    r"(?:added|changed|approved|"
    r"removed|picked|decided|invented|told|asked)\b|\bwhere (?:did|does) (?:you|this|that|it) "
    r"(?:get|come)\b",
)

BLAMES: list[Rule] = [
    rule(
        Act.FAULT,
        _PROVERBS_ZH,
        r"谁(?:加|改|写|定|选|放|动|删|批|教|允许|准|规定|说)的(?!话|人)|(?:哪|从哪)(?:儿|"
        r"里)?(?:来|冒|变)"
        r"(?:出来)?的|凭什么|凭啥",
        r"(?:有|顶|起)(?:个)?(?:什么|啥|毛线?|鬼|屁)用|(?:跟|和|与)没.{1,5}(?:有什么|有啥|没什么|"
        r"没)?"
        r"(?:区别|两样|差别|一样)",
        r"(?:怎么|咋)(?:又|还|都|没|只|就|才|少|多|变|把|给|连|全|漏|光|会有|会是|可能)"
        r"(?!办|用|解释|回事)|(?:怎么|咋).{1,10}(?:也|都|还|又)(?:在|算|有|被|没|是)",
        r"你(?:又|竟然?|居然|怎么|光|尽|老|总是?|一直)(?!可以|能)|你没(?!事|问题|错|说错|"
        r"看错)[一-鿿]"
        r"|你还(?:当|是|把|在|给|写|用|没)|你(?:这|那).{0,6}(?:不|没|错|乱|来回|绕|反|全是|都是)",
        r"你(?:给|把|写|排|放|填|算|定|选|发|做|改|删|加|订|用|弄|搞|当|漏|忘|少|多|约|买|点|拆|"
        r"合|归|标|译|翻|"
        r"报|录|登|传|设|配|关|停|取|换|挪|调|省|跳|混|认|听|看|理解|搜|查|引|抄)[^吗吧?帮]{0,12}?"
        r"(?:了|成)(?!吗|吧|没|好|正确|就|再|以?后|我)",
        r"^[一-鿿\w]{1,8}(?:都|也)(?:没|不)(?:有|写|算|放|提|列|加|做|改|标|给|说|显示|包括)?$|"
        r"一个都没|半点没|压根儿?没|根本没",
        r"(?:前面|之前|刚才|早就?|一开始|开头|上面|跟你|明明|我)(?:都|就|不是|已经|明明|早)*(?:跟|"
        r"和|给)?"
        r"(?:你|您)?(?:说|讲|提|交代|强调|嘱咐|叮嘱|约定|商量)(?:过|好|得|明|清)",
        r"(?:打开|点开|点进去|下载|解压|导入)(?:来)?(?:一)?(?:看|后|之后).{0,10}(?:空|乱|没|错|不|"
        r"坏|黑|白)|"
        r"坏了$|(?:是|全是|都是|一半.{0,6}是|有.{0,8}是)(?:空的?|乱码|错的?|假的?|重复的?|旧的?|"
        r"坏的?)$",
        r"(?:一半|好几个|好多|很多|有些|不少|大部分).{0,6}(?:都)?(?:超了?|错|空|没|不对|重复|乱|"
        r"漏|旧|坏|歪)",
    ),
    rule(
        Act.FAULT,
        r"你(?:是)?(?:认真的|确定吗?|开玩笑|逗我|玩我|耍我|在干(?:嘛|什么|啥)|瞎了?|睡着|行不行|"
        r"看没看|"
        r"有没有看|会不会看|懂不懂)|就这[?啊吧呀]?$|好一个|可真行|真有你的|真会|可真会|穿越|见鬼|"
        r"天哪|"
        r"我的天|救命|拜托你|服气|谢谢你(?:啊|哦|全家)|厉害了|[🙃😅🤡😒🙈🫠💀]|呵呵|哈\?",
        r"很有(?:文采|创意|想法|才)$|想象力真?丰富|(?:谁|哪个)(?:能)?(?:看|懂|读|信|用|"
        r"听)(?:得)?(?:懂|清|到|啊)?$",
        r"\b(?:genius|bravo|congratulations|congrats)\b(?! on| to)|\bwhile you are at it\b|"
        r"\bbold (?:interpretation|choice|claim|take)\b|\binteresting (?:choice|interpretation|"
        r"take)\b|"
        r"\bcreative (?:take|interpretation|accounting|definition)\b|\bgood luck (?:with|reading|"
        r"finding)\b|"
        r"\bis that (?:supposed|meant) to\b|\bin what (?:world|universe)\b|\bsince when\b|\bsays "
        r"who\b|"
        r"\bwhat planet\b|\bdid you (?:even|actually|really) (?:read|look|try|check|listen|run|"
        r"test|open)\b|"
        r"\bhave you (?:even|actually)\b|\bare you (?:sure|joking|serious|drunk|ok)\b|\blol no\b|"
        r"\bomg\b|"
        r"\bthis again\b|\bi rest my case\b|\bof course it (?:does|did|is) not\b|\bso tired of\b",
    ),
    rule(
        Act.FAULT,
        rf"^(?:and |but |so |wait |um |er |hey |again )*you(?: have| had)? (?:(?:just|only|also|"
        rf"even|"
        rf"still|again|now|actually|basically|literally|simply) )*{_DONE_EN}\b(?! (?:it right|me|"
        rf"my "
        rf"day|it|the trick|a (?:great|good|nice)|great|well|right|there|everything right|us)\b)",
        r"^(?:and |but |so )*(?:does|did) not (?!matter|worry|mind|forget|bother|hurt|need to|know|"
        r"think|care|see why|want to)[a-z]+",
        r"\bwho (?:added|changed|said|told|approved|wrote|deleted|moved|asked|decided|removed|"
        r"picked)\b",
        r"\bwhere (?:did|does) (?:you|this|that|these|it|the [\w ]{1,20}) (?:get|got|come|find|"
        r"pull)\b",
        r"\bwhat happened to (?:the|my|our)\b|\bwhere (?:is|are|did) (?:the|my|our) [\w ]{1,25} "
        r"(?:gone|go)\b",
        r"\b(?:will|would|is going to|going to) (?:never |surely |just |certainly |only "
        r")?(?:start a|make "
        r"(?:her|him|them|us|people|me) (?:cry|look|laugh|think|angry)|kill|ruin|offend|upset|"
        r"scare|annoy|"
        r"insult|alarm|collapse|die|laugh|hate|complain|sue|fire|get (?:me|us) (?:fired|sued)|not "
        r"fit|"
        r"bankrupt|drown|burn|explode|poison|scratch|melt|freeze|starve|panic)\b",
        r"\b(?:can not|could not|should not|must not) be (?:the |a |an |that |this |more |so )?\w+|"
        r"\bi have no idea what (?:you|this|that|it)\b|\byou lost me\b|\bnobody (?:will|would|can|"
        r"says|"
        r"calls|wants|uses|asked)\b|\bno one (?:will|would|can|says|calls|wants|uses)\b",
        r"\b(?:assert|prove|test|mean|say|add|change|explain|check|do|show)s? (?:absolutely |"
        r"literally )?nothing\b|"
        r"\bthat is (?:not )?(?:what|how|for|about|from|just|only|the (?:old|wrong|previous|other|"
        r"same|net|gross))\b"
        r"(?! (?:i (?:need|want|mean)|we (?:need|want)|it|great|fine|right|better|because)\b)|"
        r"\bthat is [a-z]+ (?:law|data|time|money|prices?|numbers?|syntax|version|format|"
        r"english)\b",
        r"\b(?:include|includes|including|included|contains?|counts?|counted|shows?|lists?|listed|"
        r"keeps?|"
        r"kept|uses?|used) (?:the )?(?:cancelled|deleted|old|test|duplicate|dead|draft|closed|"
        r"expired|"
        r"events|internal|last year|private|wrong|former|fake|spam|blank|empty)\b",
    ),
    rule(
        Act.REJECT,
        r"^(?:absolutely|definitely|certainly|god|hell|heck|oh|err?|hmm|um|uh) (?:not?|no)\b(?: "
        r"no)*|"
        r"\bnot a chance\b|^(?:ew+|yikes|oof|dear god|good grief|oh dear|uh oh|nonono|no no(?: "
        r"no)*)\b|"
        r"^(?:look|check|count|think|read|listen|guess) (?:it |them |this |that |closer "
        r")?again(?: please| "
        r"properly| carefully| closely)?$",
        r"^(?:打住|停停|等下等下|别别别?|不不不?|no+|哎不|诶不)(?:啊|呀)?$|再看看清楚|看清楚|"
        r"仔细看",
    ),
    rule(
        Act.FLAW,
        r"^(?:and |but |still )?no (?!problem|rush|worries|need|idea|hurry|more|matter|doubt|"
        r"wonder|way|"
        r"thanks|thank|big deal|pressure|stress|it|that|this|i|you|we|they|he|she|the|use|make|"
        r"put|go|"
        r"change|please|not|just|let|keep|wait|sorry|questions?|comments?|objections?|complaints?|"
        r"issues?|errors?|notes?|changes?|one|\d)[a-z]+(?: [a-z]+){0,3}$",
    ),
]
