"""Rules for messages that find the result not good enough."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule, words
from apps.feedback.domain.adjectives import ADVERBS_EN, BAD_EN, BAD_ZH, GOOD_EN, GOOD_ZH, WRONG_EN

_SOFT_ZH = words(
    "啰嗦 生硬 别扭 难看 难听 丑 机器味 官腔 空洞 空泛 笼统 单薄 晦涩 拗口 不通顺 看不懂 听不懂 "
    "读不懂 看不清 读不通 读不下去 读着别扭 没重点 没看懂 不知所云 流水账 "
    "机翻 翻译腔 太ai 敷衍了事 干巴巴 味同嚼蜡 花里胡哨 死板 呆板 不接地气 不地道 不自然 不专业 "
    "不清晰 不直观 不美观 不好看 不好听 不好懂 不好用 不够用 没有重点 没条理"
)
_GOOD_AFTER_TOO = (
    r"好|棒|赞|强|完美|厉害|牛|感谢|谢|及时|贴心|漂亮|专业|到位|神|香|爱|给力|可以|清楚|清晰|方便|"
    r"舒服|准|快了?$|有用|优秀|惊喜|懂我|稳|周到|开心|高兴|喜欢|好用|美|省"
)
FLAWS: list[Rule] = [
    rule(
        Act.FLAW,
        rf"(?:太(?!太)|过于|未免|有点|有些|略|稍微|稍显|显得|偏)(?:过于|过|"
        rf"太)?(?!{_GOOD_AFTER_TOO}|事|时间|问题|忙|累|想|麻烦你|小题|阳|原|子|平)[一-鿿a-z]",
        rf"(?:不|不够|不太|不大|没那么|不是那么|没有那么|不怎么|不是很|算不上|谈不上)(?:是|够|"
        rf"太)?{GOOD_ZH}(?!吗|么|称|错)(?<!不好)(?<!不快)(?<!不对)(?<!不强)(?<!不稳)",
        rf"(?:[写做翻讲画排弄搞配说答改]得)(?:太|很|有点|有些|这么|那么|过于|挺)?{BAD_ZH}",
        r"(?:很|真|这么|那么|好|挺|特别|非常|相当|实在|显得|有点儿?|有些)(?:是)?(?:啰嗦|冗长|"
        r"生硬|别扭|难看|丑|空洞|笼统|晦涩|拗口|死板|乱|杂乱|模糊|粗糙|潦草|敷衍|草率|夸张|浮夸|"
        r"花哨|突兀|奇怪|怪|离谱|差|烂|糟|土|俗|幼稚|做作|假|肤浅|片面|牵强|繁琐|单调|无聊|枯燥|"
        r"confusing|messy|ugly|vague|boring)(?!吗)",
        r"(?:不够|没那么)(?!用时)[一-鿿a-z]",
        r"[长短大小多少高低重轻浓淡深浅粗细宽窄快慢早晚贵密散暗亮远]了(?:一|两)?(?:点|些|截|倍)",
        rf"{_SOFT_ZH}|(?:人)?看着?(?:头疼|费劲|难受|不舒服|累)",
        r"(?:像|跟)(?:是)?(?:机器|机翻|ai|小学生|流水账)|评分太?低|(?:味|腔)(?:太|很)?(?:重|浓)",
    ),
    rule(
        Act.FLAW,
        r"\btoo (?!bad$|late to|kind|much trouble)\w+(?<!please)(?: \w+)*$(?<! too)",
        r"\b(?:way|far|much|a bit|a little|a tad|just) too \w+",
        rf"\b(?:is|are|was|looks?|sounds?|feels?|reads?|seems?) {ADVERBS_EN}(?:overly |rather |"
        rf"so )?(?:{BAD_EN}|long|short|big|small|formal|dense)\b",
        rf"^(?:how |so |that is )?{ADVERBS_EN}(?:overly |rather |so )?(?:{BAD_EN}|{WRONG_EN})$",
        r"\b(?:a bit|a little|a tad|slightly|overly|rather|kind of|sort of) (?:too )?(?!more|"
        r"less|later|earlier|disappoint|\w+er\b)\w+$",
        rf"^(?:it |that |this )?(?:sounds|looks|reads|feels|seems) (?:so |very |really |pretty |"
        rf"rather |a bit |kind of |quite )*(?!{GOOD_EN}|like|as|well|ok|okay|perfect|better|"
        rf"right|lovely|neat|cool|sweet|awesome|amazing|fantastic|excellent|brilliant|wonderful|"
        rf"beautiful|all|much|fun|about)\w+$",
        r"\bnot (?:\w+ )?enough\b",
        rf"\bnot (?:very |so |that |really |all that |quite |at all |exactly |particularly |"
        rf"terribly )*{GOOD_EN}\b(?! at all\?)",
        r"\bcould be (?:\w+er|better|more|less)\b",
        r"\b(?:sounds?|reads?|looks?|feels?|written) (?:\w+ )?(?:like|as if) (?!it |you|"
        r"a (?:good|great|plan|charm|pro)|fun|heaven|what|we |that)\b",
        r"\bover my head\b|\bhard to (?:read|follow|understand|parse|see|tell)\b",
        r"\bi (?:can not|do not|did not|could not) (?:really |quite )?(?:follow|understand|get|"
        r"make sense of) (?:it|this|that|a word|any|your|the (?:answer|explanation|result))\b",
        r"\bmakes me look\b|\bleaves (?:a lot|much) to\b",
    ),
]
