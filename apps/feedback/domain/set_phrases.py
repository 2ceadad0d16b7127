"""Set phrases that hold a negation and mean none: read first and taken out of the clause."""

from __future__ import annotations

import re

from apps.feedback.domain.acts import Act, Rule, rule, words

_TROUBLE_ZH = words(
    "问题 毛病 错 错误 意见 报错 遗漏 出入 偏差 异常 bug 纰漏 瑕疵 差错 异议 error warning 警告 "
    "什么问题 什么意见 什么大问题"
)
_TROUBLE_EN = words(
    "complaint complaints problem problems issue issues objection objections note notes error "
    "errors "
    "warning warnings mistake mistakes typo typos regression regressions crash crashes failure "
    "failures bug bugs flaw flaws nitpick nitpicks remark remarks glitch glitches timeout timeouts"
)

APPROVING: Rule = rule(
    Act.PRAISE,
    rf"(?<!有)(?:没有?|无|零)(?:任何|再)?{_TROUBLE_ZH}(?!的|吗|么|码|信息|日志|啊\?)",
    r"(?<!不太)不错|(?<!完全)不赖|(?<!能)不差(?!钱|这)|没得(?:挑|说)|没话说|没挑|无可挑剔|"
    r"(?:没什么|没啥|没有什么)(?:可|好|要|需要)(?:再)?(?:改|挑|说|补充|调)的?",
    r"(?:挑|找|看)不(?:出|到)(?:来|什么|任何|半点)*(?:错|毛病|刺|问题|破绽|瑕疵)",
    r"(?:一个?字|一点|什么|完全|哪儿|哪里)?(?:都|也)?(?:不用|无需|不必|不需要|用不着)(?:再|任何|"
    r"怎么)*(?:修改|改动|改|调整|动)(?:了|的)?(?=$|[^一-鿿成为用掉])",
    r"一字不差|分毫不差|丝毫不差|不影响(?!到)|问题不大|再好不过|不能(?:更|再)(?:好|满意)|"
    r"好得不能再好|差不多(?:就这样|可以|行)了?",
    r"没想到(?:这么|能|会|还能)|不愧(?:是)?",
    r"(?:不|没|没有)(?:再)?(?:报错|卡|崩|超时|乱码?|闪退?|掉线|重复|丢|漏|报警|挂|error|fail)了",
    rf"\bno (?:more |further |other |single )?{_TROUBLE_EN}\b(?! (?:message|handling|at all\?))",
    r"\bnot an? \w+ in sight\b",
    rf"\bnot (?:a single|one|any) {_TROUBLE_EN}\b|\bwithout (?:a |any |"
    rf"a single )?(?:{_TROUBLE_EN}|hitch)\b",
    r"\bnot (?:too |so |half )?(?:bad|shabby)\b(?: at all)?",
    r"\bnothing (?:(?:else |more |left )?to (?:add|change|fix|complain|correct|improve|object)|"
    r"wrong|missing)\b(?: about| with| here| there)?",
    r"\bcan not (?:complain|fault|argue|ask for (?:more|better)|thank you enough|beat|wait|"
    r"get (?:any )?better|find (?:a |any |anything )(?:fault|wrong|flaw|mistake|problem)s?)\b",
    r"\bcould not (?:(?:have|be|ask|agree|wish|do|hope)\b[^.]*(?:better|happier|more|nicer|"
    r"clearer|faster))",
    r"\b(?:no need to|need not|(?:do|does) not need to|you do not have to|would not) (?:change|"
    r"touch|fix|edit|alter|tweak) (?:a (?:thing|word)|anything|it|this)\b",
    r"\bno changes? (?:needed|necessary|required)\b|\bnothing needs (?:changing|to change|"
    r"fixing)\b|\bdo not change (?:a thing|anything|a word)\b",
    r"\bnever (?:seen|had|been|read|looked|felt|worked|got) (?:a |it |this |so |such |"
    r"any)?(?:\w+er|better|more|good|so)\b",
    r"\b(?:no longer|never) (?:crash|fail|hang|break|flicker|time|error|leak|freez|complain)\w*",
    r"\b(?:does|do|did|is|are) not (?:crash|fail|hang|break|flicker|time out|error|leak|"
    r"freeze)(?:ing)? (?:any ?more|now)\b",
)

HARMLESS: re.Pattern[str] = re.compile(
    r"对不起|(?:不是|不成)(?:什么)?(?:大)?问题|不得不说|(?:别|不要|不用|勿)(?:忘记?|担心|着急|急|"
    r"介意|客气|慌|管它)了?|不(?:是)?(?:很|太|那么|怎么|特别)?(?:好意思|客气|用谢|急|着急|紧急|"
    r"要紧|碍事|重要|赶|忙|成问题)"
    r"|没(?:事儿?|关系|想好|定好|必要谢)|不得不|不仅|不但|不光|不对(?:称|等|口|外)|不行业|"
    r"不会影响|(?<!不)放心|^.*(?:也|都)(?:没关系|没事|无所谓|不要紧)|(?:不要|别|先别|不用|"
    r"先不)(?:急着)?(?:commit|push|deploy|merge|send|ship|run|发布|上线|部署|提交|合并|推送|告诉|"
    r"声张)|错(?:别字|峰|题|觉)|(?:纠|试|容|排|检|查(?!错.{0,6}了))错"
    r"|不用(?:翻墙)?(?=的(?:文件|变量|代码|依赖|字段))|没有?(?:开始|轮到)|还没(?:到|想|定|确认|回|"
    r"收到)"
    r"|\bdo not (?:worry|forget|mind|bother|hesitate|stress|panic|rush)\b(?: (?:to|about))?|"
    r"\bno (?:worries|rush|hurry|need|thanks|thank you|idea|big deal|doubt|pressure|problem|"
    r"wonder|stress|matter)\b"
    r"|(?<!do )\bnot (?:many|much|yet|sure|urgent|only|just|now|today|a (?:problem|big deal|"
    r"worry)|necessarily|to mention|a fan)\b|\b(?:why|if|or|whether) not\b|\bdoes not matter\b"
    r"|\bdo not (?:know|care|think so yet)\b|\bnothing (?:else|urgent|special|more)\b|\bno one\b"
    r"|\bwrong(?:ly)?[ -](?:password|input|key|type|answer|path|case|credential|value|file type|"
    r"user)s? (?:case|test|page|message|error|的|scenario|attempt)",
    re.ASCII,
)
