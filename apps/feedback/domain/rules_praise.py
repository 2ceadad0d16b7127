"""Rules for praise, acceptance and thanks."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule, words
from apps.feedback.domain.adjectives import GOOD_ZH

_DELIGHT_ZH = words(
    "省心 救命 及时雨 神了 神器 高手 妙 香 爱了 稳了 拿捏 顺眼 清爽 一目了然 通俗易懂 言简意赅 "
    "恰如其分 面面俱到 "
    "滴水不漏 井井有条 无懈可击 正中下怀 求之不得 喜出望外 事半功倍 赏心悦目 眼前一亮 受教 涨姿势 "
    "说到点子上 "
    "有内味 有那味 要的就是 一次成功 一次过 秒懂 秒开 秒出 又快又 又好又 没白等 太会了 可以交差 "
    "能交差 "
    "好吃 好喝 好香 好玩 好笑 好美 感恩 撒花 鼓掌 给你加鸡腿 顶呱呱 杠杠的 妥妥的 棒极了"
)
PRAISES: list[Rule] = [
    rule(
        Act.PRAISE,
        rf"(?<!不){_DELIGHT_ZH}|^绝了?$|(?:很|还|挺|完全|非常)可以(?:的|了|啊)?$|^可以(?:的|👌)$|"
        rf"(?:听|看|搞|弄|终于|这下|总算)"
        rf"(?:懂|明白)了|(?:这|那)样就(?:对|好|行|可以)了|(?:对|正是|就是)(?:这个|这种)?(?:味|"
        rf"感觉|意思|效果)|"
        rf"(?:味道|感觉|风格|vibe|feel|tone)(?:就)?对了",
        r"(?:挺|蛮|贼|巨|超)(?!没|不|少|贵|麻|乱|丑|慢|长|短|烦|差|难|怪|奇|累|多|大|小|吵|冷|急|"
        r"远|重|空|假|土|尴|困|紧|满)"
        r"[一-鿿]{1,3}(?:的|啊|呀|哦)$|[一-鿿]得(?:挺|真|蛮|够|很|又|特别|非常)(?!不|慢|差|乱|少|"
        r"多|长|短|丑|烂|难|怪|奇|累|远|"
        r"重|假|空|硬|干|啰|官|随|敷|潦|糊|绕|浅|散|浮|土|满)[一-鿿]{1,3}的?$|"
        r"^(?:这个)?[一-鿿]{1,2}法(?:真|很|挺)?好$",
        r"(?:老板|客户|领导|孩子|家人|同事|老师|学生|大家|他们?|她们?|老婆|老公|爸|妈).{0,4}(?:很|"
        r"都|特别|超|非常|直|一致)?(?:喜欢|"
        r"满意|夸|点头|通过了|说好|高兴|点赞|认可)(?!吗)",
        r"^(?:yes+|yep|yup)$(?<!^yep)(?<!^yup)|\b(?:ta|tysm|brill|ace|stellar|chuffed|delighted|"
        r"thrilled|impressed|pleased|"
        r"relieved|tidy|slick|winner|champion|hero|cracking|smashing)\b(?! (?:by|to hear|if|"
        r"when)\b)|\b(?:job done|happy days|"
        r"good stuff|full marks|five stars|10/10|no complaints|made my (?:day|week)|well (?:done|"
        r"played|spotted))\b",
        r"\b(?:that|this|it|you|these|those) (?:is|was|are|were) (?:a |an |the |really |such a |"
        r"so |very |one of the |"
        r"just )*(?:useful|best|quick|fast|handy|keeper|winner|lifesaver|relief|ticket|thoughtful|"
        r"sharp|tidy|lovely|brilliant|"
        r"gorgeous|beautiful|ideal|excellent|superb|helpful|great|good|nice|neat|clever|smart|"
        r"amazing|awesome|perfect)\b"
        r"(?! (?:but|if|except|until|at \w+ing))",
        r"^(?:fair|good|great|excellent) (?:points?|catches|ideas?|shout|suggestions?|finds?)$|"
        r"\b(?:the |my |our )?(?:boss|client|"
        r"customer|teacher|mum|kids?|team|she|he|they|everyone) (?:loved|approved|liked|is happy|"
        r"are happy|is thrilled|was happy|"
        r"signed (?:it )?off)\b|\b(?:got|was|is) (?:approved|accepted|signed off)\b|\b(?:do|did|"
        r"does)(?:es)? (?:the job|nicely)\b|"
        r"\bthis is (?:how|exactly how|the way) i (?:want|like)\b|\bi like how\b",
        rf"(?<!不)(?<!不是)(?<!没那么)(?<!没有那么)(?<!算)(?:真是?|很|太|挺|非常|相当|特别|超级?|"
        rf"蛮|十分|确实|实在|这么|果然|真心|还是挺|还挺|还蛮|[一-鿿]得|好){GOOD_ZH}(?!像|多|几|"
        rf"点|一点|一些|些|奇|不|吗|没|慢|久|容易出|难)",
        rf"^(?:这个|这次|这回|这版|这下|这|那|都|全|已经|现在|嗯|完全|正|就|干得|做得|写得|效果|"
        rf"结果|内容|数据|数字|质量|感觉|看起来|看着|听起来|确实|比较|还)*{GOOD_ZH}(?:了|啊|呀|"
        rf"的|哦|哈|极了|得很|啦|呢|\+1)*$",
        r"(?:pass|fix|done|work|merge|^过|跑过|测试过|全过|都过|编译过|绿|green|解决|搞定|修好|"
        r"弄好|跑通|通过|跑起来|恢复|成功|正常|能用|生效|连上|登上|打开|刷新|更新|对上|好使|"
        r"起作用|通)了(?!一半|吗|没|一部分)(?:一下)?",
        r"(?:都|已经|现在|这下|这次|终于|总算|果然|可算)(?:是|都|可以|就)?(?:好|对|行|可以|成|"
        r"没事|正常|通|稳|清楚)了?$",
        r"^(?:好|行|成|妥|可以|对|齐活|妥妥|稳)了|能(?:[一-鿿]{1,4}|run|work|open)了$",
        r"(?:终于|总算)(?!.*(?:不|没|慢|久|才)).*了$",
        r"^(?:其实|原来|确实)?是(?:好|对|没错)的$",
        r"^(?:整体|总体|大体|大致|基本上?|大部分|其他|其它|别的)(?:都|还|也|上|挺|很)*(?:没问题|"
        r"ok|可以|不错|行|满意|对|好|到位|good|fine)",
        r"(?:比|赛过|强过).{1,10}(?:强|好|快|清楚|专业|靠谱|地道|细|省事|准|漂亮|清爽)(?!吗)",
        r"对得上|能对上|挺(?:公平|合理|周全|像样|像回事|有意思|有意境)|有意境",
        r"(?:好|快|强|清楚|顺|稳|漂亮|流畅|舒服|方便|清爽)(?:太)?多了",
        r"差不多(?:是|就是)?(?:这个|这样|这么)(?:数|多|意思)?$",
        r"(?:完全)?(?:正确|一致|无误|吻合|符合(?:要求|预期)?)(?:的|了)?$",
        r"(?:就是|正是|这就是|恰恰是|刚好是)(?:这个|这样|我要|我想|它|这)|正合|刚刚?好|正好$",
        r"恰到好处",
        r"(?:跟|和|与)我?(?:记|想|算|查|预|估|印象|手头|看|预期|原).{0,4}(?:一样|一致|吻合|"
        r"对得上|差不多)",
        r"(?<!不)(?<!不太)同意|批准|采纳|认可|(?<!不)(?<!不太)满意|深得我心|爱了",
        r"省(?:了)?(?:我|不少|大|很多|好多)(?:的)?(?:时间|事|功夫|力)?|帮(?:了)?(?:我)?大忙",
        r"救(?:了)?(?:我|命|急)|点赞|佩服|比我(?:自己)?.{0,6}(?:好|强|快|细|专业|清楚)",
        r"(?:比|超出?)(?:我)?(?:预期|想象|期待)(?!差|慢|少|低)|惊喜|6{3,}|yyds|绝绝子|漂亮|完美",
        r"赞(?:一个|!|$)|牛(?:逼|啊|哇|$)|(?:辛苦|有劳)(?:了|你|您|啦|$)|有心了|学到了|涨知识",
        r"[👍👏🎉😍🥰❤💯🙌🤩💪]",
    ),
    rule(
        Act.PRAISE,
        r"\b(?:perfect(?:ly)?|excellent|great|awesome|amazing|amazed|brilliant|fantastic|"
        r"wonderful|lovely|gorgeous|beautiful(?:ly)?|superb|stellar|flawless|impeccable|"
        r"outstanding|neat|nicely|wonderfully|excellently|superbly|splendid|marvel+ous|terrific|"
        r"fabulous|incredible|magic|"
        r"spot[ -]on|nailed it|well done|well put|kudos|bravo|lgtm|impressive|impressed|"
        r"delighted|thrilled|pleased|life ?saver|hooray|yay|woo+(?:hoo)?|chef'?s kiss|top notch|"
        r"first rate|exemplary|sublime|elegant|hats off|bang on|legend|yess+)\b(?! (?:but not|"
        r"though not))",
        r"\b(?:clean|smooth|good|great) (?:run|build|sailing|pass)\b",
        r"\b(?:good|nice|solid|fine|clean|clever) (?:job|work|stuff|one|call|catch|enough|idea|"
        r"effort|summary|read|find|fix|answer|point|draft|touch|result|solution|start|"
        r"explanation)\b",
        r"^(?:very |really |pretty |so |this is |that is |it is |all |looking |looks |mighty |"
        r"damn |that |now that is |quite |much |works )*(?:good|nice|cool|sweet|neat|clean|clear|"
        r"correct|better|right|great|solid|dope|sick|helpful|useful|fine|clever)(?: (?:now|then|"
        r"indeed|enough|to me|by me|with me|to go|again))*$",
        r"^nice\b",
        r"\b(?:really |totally |absolutely |just |i )?(?:love|loved|loving|dig|adore) (?:it|this|"
        r"that|the|how|your)\b",
        r"\bi (?:really |quite |do )?(?:like|enjoy(?:ed)?) (?:it|this|that|the|how|your|"
        r"what)\b(?!.* (?:better|more|if)\b)",
        r"\b(?:looks?|looking|sounds?|reads?|feels?|seems?|works?|working|came out|turned out|"
        r"fits?|runs?) (?:all |really |very |pretty |so |just |absolutely |much |a lot |quite |"
        r"mighty )*(?:good|great|fine|right|perfect\w*|correct|nice\w*|lovely|ok|okay|solid|well|"
        r"better|amazing|awesome|clean|natural|professional|beautiful\w*|like a charm|"
        r"as expected|as intended|flawlessly|smoothly|exactly)\b(?! than (?:before )?if)",
        r"^(?:it |that |this |everything |all |yes |yep |now )*(?:works|worked|passes|passed|"
        r"compiles|builds|runs|loads|opens)(?: (?:now|again|for me|on my end|here|fine|out))*$",
        r"\bworks? (?:now|again|for me)\b",
        r"\b(?:is|are) (?:all )?(?:green|fixed|working|solved|resolved|sorted|back|passing|"
        r"back up|fast|gone)(?: (?:now|again))?$",
        r"\b(?:green|up|back to normal) (?:again|now)\b",
        r"\b(?:that|this|it|you|which|all|problem|issue|bug|error) (?:really |totally |"
        r"completely |just |has |have |is |all )*(?:fixed|solved|solves|fixes|helped|helps|"
        r"sorted|resolved|cleared|made my day|saved|nailed|got it|hit the)(?: (?:it|that|the|me|"
        r"my|this|a lot|everything|now|up|us|so much|perfectly|right)\b|$)",
        r"^(?:solved|fixed|sorted|resolved|done and dusted)(?: (?:now|it|thanks))*$",
        r"\bdid the trick\b|\bhit the (?:spot|nail)\b",
        r"\b(?:exactly|just|precisely) (?:what|right|how|as|like|the|my|"
        r"our)\b(?! same)(?! (?:was|did|before|i said before))",
        r"^(?:exactly|precisely|agreed|approved|accepted|bingo|indeed)(?: (?:right|this|that|"
        r"so))*$",
        r"\bwhat i (?:needed|wanted|was looking for|had in mind|hoped for)$",
        r"\b(?:that|this) is (?:exactly |just |precisely )?(?:it|the one|right|correct|"
        r"what i (?:need|want)\w*)$",
        r"\bhappy with\b|\bmuch (?:better|clearer|nicer|cleaner|faster)\b",
        r"\b(?:better|faster|cleaner|clearer) than (?:i|expected|ever|what|mine|the old|before)\b",
        r"\byou (?:rock|nailed|saved|are (?:the best|a star|a lifesaver|awesome|amazing|great|"
        r"right|a genius|a legend|too kind)|made my|did (?:great|well|it)|got it right)\b",
        r"\bsaved (?:me|us|my)\b|\bmade my (?:day|week)\b",
        r"\b(?:much |really |highly )?appreciated?\b(?! if)|\bgood to go\b",
        r"\b(?:fine|good|ok|okay|great|works) (?:by|with|for) me\b",
        r"\bmakes (?:perfect |total |much more |more )?sense(?: now)?$|\bcrystal clear\b",
        r"\b(?:very|really|super|so|extremely) (?:helpful|useful|clear|good|nice|cool|neat|clean|"
        r"fast|handy|thorough)\b",
        r"\bcleaner\b.*\bever\b|\bkeep (?:it|this) (?:up|exactly)\b|\bno notes\b|\bcheers\b",
    ),
    rule(
        Act.ACCEPT,
        r"不(?:用)?改了$|就(?:这样|这么)(?:吧|定|办|着|行|可以|发|好|定了)?$",
        r"就按(?:这个|这样|你|这版)(?:来|办|发|定|说的)?(?:吧|了)?$",
        r"就(?:坐|订|用|选|要|按|发|定|走|买|住|去|买)(?:这|它|那)(?:个|趟|版|家|种|班|款|份|"
        r"套)?(?!改)",
        r"(?:直接)(?:可以)?(?:发|上线?|merge|发布|部署|提交|ship|发出去|定稿|用|交付?|推|合并|印|"
        r"打印)(?:出去)?吧$",
        r"可以(?:直接)?(?:发|上线?|merge|发布|部署|提交|ship|定稿|用|交付?|推|合并|"
        r"打印)(?:出去)?了?$",
        r"就它了|就这个(?:了|吧)",
        r"\bgo ahead\b",
        r"^(?:ship|send|publish|merge|print|submit) (?:it|them|this)(?: (?:off|out|now|as is))?$",
        r"\b(?:is|are|works?|would be|will be) (?:just |perfectly |totally |all |"
        r"absolutely )*(?:fine|ok|okay|alright)\b(?! (?:but|if))",
        r"\bready to (?:ship|send|go|merge|publish)\b|\bship it\b",
    ),
    rule(
        Act.THANKS,
        r"\bty\b|谢谢(?!信)|多谢|感谢(?!信|函|词|邮件|状)|谢啦|谢了|谢过|感激|3q|蟹蟹|拜谢",
        r"\b(?:thanks|thank you|thankyou|tysm|thanx|tks|much obliged|cheers|gracias|merci)\b",
    ),
]
