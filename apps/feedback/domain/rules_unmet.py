"""Rules for results that leave something undone, cannot be used, are out of date or look odd."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule, words

_DUE_ZH = words(
    "按 照 考虑 区分 说明 写 标 注明 注 算 计入 计 扣 含 去掉 去重 改 翻 译 换 删 排除 排 过滤 "
    "对齐 脱敏 "
    "打码 加密 更新 同步 生效 保存 发出 发送 执行 跑 装 配 设 加 放 列 提 覆盖 处理 包含 包括 "
    "体现 反映 "
    "提到 提及 给 留 分 合并 拆 填 签 盖 附 带 接 连 关 开 清 检查 校验 验证 测试 测 备份 记 登 "
    "录 传 "
    "上传 导 转 调 修 解决 回答 回应 解释 交代 遵守 遵循 执行 体谅 顾及 显示 出现 变 动 画 突出 "
    "强调"
)
_DONE_EN = words(
    "translated sorted filtered included mentioned covered handled updated changed converted fixed "
    "merged removed deleted added counted listed saved sent attached formatted aligned highlighted "
    "labelled labeled tested checked numbered grouped deduplicated rounded signed dated addressed "
    "answered explained finished loaded applied escaped validated considered asked shown needed"
)
_OLD_ZH = r"(?:早就?|早已|已经|去年|上个?月|上周|前年|都|从.{1,6}起)(?:就|已经|都)?"

UNMET: list[Rule] = [
    rule(
        Act.FAULT,
        rf"^(?!我|还|他|她|客户|老板|昨|今|目前|暂时|如果|要是|只要|万一).{{0,10}}(?<!有)(?:没|"
        rf"未)(?:有)?(?:都|全)?(?:给|"
        rf"把|被)?{_DUE_ZH}(?!错|问题|意见|必要|关系|事|吗|呢|就|的话|完成?就)",
        r"(?:没|未|不)(?:看|见)(?:到|着|出|清)[一-鿿](?<!就)|看不(?:出|到|见|清|懂|明白|下去|"
        r"过去)|(?:少|缺|漏|差)(?:了)?"
        r"(?:一|两|三|几|半|好几|好多|个|张|条|页|位|份|段|行|列|项)",
        r"(?:用不(?:上|了|着这么)|不适用|不能用|没法(?:用|交|发|看|读|吃|穿|住|走|给|执行|打印|"
        r"上线|落地)|交不了差|发不出去|"
        r"拿不出手|怎么(?:交差|交代|发得出|见人)|不实用|不现实|不可行|做不到|办不到|"
        r"吃不(?:了|消)|坐不下|放不下|装不下|住不下|挤不下|够不着|搬不动|付不起|买不起)",
        rf"(?:{_OLD_ZH})(?:不(?:在|是|用|做|卖|开|招|收|叫|住)|换(?:人|了|成)|改(?:了|成|名)|走了|"
        rf"停(?:了|用|产|售)|取消|"
        r"离职|搬|下架|没了|关(?:了|门|店)|倒闭|退休|废(?:了|止|除)|过期|作废|涨|卖完|用完|淘汰|"
        r"合并|升级)",
        r"(?:过期|过时|老黄历|旧版|上一版|前一版|旧数据|老数据)(?:了|的|数据|内容|价格?)?(?:了|啊|"
        r"吧)?$|"
        r"(?:这|那|都|还|怎么|全)是(?:去年|前年|上个?月|上周|上次|昨天)的|都(?:什么|啥)(?:年代|"
        r"年月|时候)了",
        r"这(?:哪|算哪门子|也算|也叫|能叫|叫什么|算什么|是哪)(?:门子)?[一-鿿]{0,6}|(?:哪|"
        r"什么)(?:门子|路子)",
        r"(?:重(?:名|合|叠|了)|撞(?:车|了|期|名|款|衫)|冲(?:突|了)|打架|互相矛盾|接不上|衔接不|"
        r"不连贯|断(?:了|片)|串(?:了|味|行)|"
        r"对不(?:上|齐|准)|歪了|偏了|糊了|花了|崩了|散架|卡住|死机|黑屏|丢失|清空了|没保存)",
        r"(?:\d+|[一两三四五六七八九十几好]+)(?:处|个|条|项|行|页|张|人|家)(?:地方)?(?:有)?(?:错|"
        r"不对|问题|重复|没|缺|漏|"
        r"多余|打不开|失效|过期|对不上)",
    ),
    rule(
        Act.DENIAL,
        r"(?<!能)(?<!可)(?:不能|不可以|不让|不许|不准|不允许|禁止|严禁|不得)(?!更|再好|不|"
        r"忘)[一-鿿a-z]|违(?:规|法|反|约)|"
        r"过敏|忌口|不吃|不喝|不会开车|没驾照|没有驾照|没钱|预算(?:只|就|才)|(?:超|超出|"
        r"超过)(?:了|预算|限|标|时|重|长)",
        r"(?:根本|其实|明明|本来|原本|分明|压根|从来)[一-鿿]{0,2}(?:是|不|没|有|在|就|叫|属于|应|"
        r"写|说|显示|标)|^你[一-鿿]{1,3}的是",
        r"(?:他|她|它|人家|这位|那位|对方|孩子|老人|客户)(?:是|姓|叫|才|都|今年|已经|不|没|"
        r"只)(?!说|要|来|在等|会)[一-鿿\d]",
        r"(?:我|咱)们?(?:这|这边|公司|家|厂|店|学校|医院|部门|组|团队|班)?(?:是|在|只|都是|没有|"
        r"不是|从不|叫|属于)(?!不是要|说|想|要|"
        r"问|怕|担心|觉得|看)[一-鿿a-z\d]",
    ),
    rule(
        Act.FLAW,
        r"(?:像|跟|好像)(?:是)?(?:在)?(?:念|背|写|机器|小学生|说明书|广告|论文|新闻|流水账|教科书|"
        r"公文|八股|检讨|悼词|合同|"
        r"客服|推销|传单|翻译腔|抄)[一-鿿]{0,8}|似的$|(?:味|腔|感)(?:太|很|有点)?(?:重|浓|足|"
        r"强)(?!吗)|翻译腔|套话|官话|空话|"
        r"废话|车轱辘话|口水话|鸡汤|老套|俗套|土味|过时|花里胡哨|眼花|晃眼|看着(?:就)?(?:累|晕|烦|"
        r"难受|别扭|奇怪)",
    ),
    rule(
        Act.FAULT,
        rf"\b(?:was|were|is|are|has|have|been|did|does|got) (?:still |all )?(?:not|never) (?:been "
        rf"|get |got )?{_DONE_EN}\b",
        rf"^(?:not|never|only half|half) {_DONE_EN}\b|\bleft (?:\w+ ){{0,3}}(?:untranslated|blank|"
        rf"empty|out|unanswered|as is)\b",
        r"\bi (?:do not|can not|did not|could not|still do not) (?:see|find|hear|get|spot|"
        r"read)\b(?! (?:the (?:point|"
        r"problem|issue|need)|a problem|why not|any (?:problem|issue|error))| what you mean)|"
        r"\bnowhere (?:to be found|"
        r"in|does|is)\b|\bno (?:mention|sign|trace|word|reference) (?:of|to|about)\b|\bnot a word "
        r"(?:about|on)\b",
        r"\b(?:can not|could not|will not|would not|is not going to|are not going to) (?:be able "
        r"to )?(?:use|send|show|"
        r"submit|present|publish|print|eat|wear|afford|ship|hand|sign|work|do|fly|cut it|fit|pass|"
        r"help|happen|hold up|"
        r"stick|last|scale|run)\b(?! (?:better|harm|hurt))|\bdoes not cut it\b|\b(?:useless|no "
        r"good|no use) (?:to|for) (?:me|us)\b",
        r"\b(?:one|two|three|a few|several|\d+) (?:\w+ )?(?:too many|short|missing|off|extra|too "
        r"few|are wrong|is wrong|left over|"
        r"do not|does not)\b|\b(?:only|just) half\b|\bhalf (?:of )?(?:it|them|the \w+) (?:is|"
        r"are)\b",
        r"\b(?:has|have|had|was|were|is|are|got|been) (?:\w+ )?(?:discontinued|renamed|retired|"
        r"replaced|shut|abolished|"
        r"scrapped|superseded|sacked|fired|moved|merged|sold|closed|deprecated|phased out|"
        r"dissolved|repealed|divorced|dead)\b|"
        r"\bany ?more\b(?<!need any more)|\b(?:left|quit|died|retired|closed|moved) (?:in|last|"
        r"years|months|weeks|ages)\b|\bwe (?:"
        r"scrapped|dropped|stopped|abandoned|replaced|changed|ended|killed|retired)\b|\bout of "
        r"date\b|\bages ago\b",
        r"\b(?:we are|i am|he is|she is|they are|it is|this is|these are) (?:in|from|for|based|on|"
        r"at|only|a|an|the|actually|"
        r"both|not|under|over|vegan|vegetarian|allergic|diabetic|pregnant|deaf|"
        r"blind)\b.{0,30}\bnot\b",
        r"\b(?:allergic|vegan|vegetarian|diabetic|gluten|halal|kosher|wheelchair|"
        r"lactose)\b(?!.*\?)",
        r"\b(?:who|what|where|when|why|how)\b.{0,40}\?{2,}|\?!|!\?",
    ),
    rule(
        Act.FLAW,
        r"\b(?:sounds?|looks?|reads?|feels?) (?:\w+ )?(?:like (?:a |an )?(?:robot|bot|machine|"
        r"lawyer|advert|ad|brochure|textbook|"
        r"obituary|ransom|threat|sermon|manual|school|kid|child|phone ?book|press|form|sales|scam|"
        r"spam|joke|google translate))|"
        r"\b(?:my|the|our) (?:boss|client|mum|mother|teacher|customers?|users?|readers?|kids?|"
        r"team|audience|manager) "
        r"(?:will|would|can|could) (?:not|never|hate|kill|laugh|cry|die|fall asleep|have a fit)\b|"
        r"\bhurts my (?:eyes|head|brain)\b|"
        r"\b(?:wall|word) (?:of text|salad)\b|\bgibberish\b|\bbuzzword\w*|\bcorporate[- ]speak\b|"
        r"\bmumbo jumbo\b|\bcringe\w*",
    ),
]
