"""Rules for what speaks of other than the result: own slips, news, facts, further steps."""

from __future__ import annotations

from apps.feedback.domain.acts import Act, Rule, rule

ASIDES: list[Rule] = [
    rule(
        Act.MOVE_ON,
        r"\b(?:never ?mind|nvm|nevermind|moving on|move on|different topic|(?:next|another|"
        r"new) topic|let us (?:talk about|move on)|change of subject|on another note|"
        r"separate question|unrelated)\b",
        r"换个话题|说别的|不说这个|另一个问题|问个别的|跳过(?:这个|吧)|先不管|先放",
    ),
    rule(
        Act.OWN_SLIP,
        r"^(?:哦|啊|是|原来是)?(?:看|记|听|说)(?:错|漏|岔|反)了",
        r"^我.{0,4}没(?!要|让|说(?!清)|叫|问|点|订|同意|想要|需要)[一-鿿]{1,4}$",
        r"(?:是)?我(?:自己)?(?:刚才|刚刚|之前|前面|这边|又|不小心|可能|好像|也|把.{1,8})*(?:看|"
        r"记|写|打|说|搞|弄|填|发|理解|算|传|贴|给|点|选|输|拼|念|数|拿|复制|粘贴|忘|漏|少|多|"
        r"path|type|typo)(?:字|行|眼|路径|文件|名字)?(?:写|给|打)?(?:错|漏|忘|岔|反|混|花|串|少|"
        r"多|了说|了讲|了加|记|落)",
        r"我(?:刚才|刚刚|之前|前面)?(?:没|没有)(?:说清|讲清|说明白|表达清|注意|看清|写清|看到|"
        r"留意|仔细看|说全|讲明)",
        r"(?:刚才|刚刚|前面|之前)没(?:说清|讲清|表达|说明白|写清)|怪我",
        r"我的(?:错|锅|问题|失误|疏忽)|是我(?:没|的(?=错|锅|问题|疏忽|失误|原因)|不|太|看|眼)|"
        r"手滑|手误|手抖|笔误",
        r"发错(?:群|窗口|对话)了?$|看走眼|眼花|我搞(?:错|混|反)|打错(?:字|了)?|口误",
        r"(?:打|说)快了|贴错|复制错|输错|看岔|不是你的(?:问题|错|锅)|不(?:怪|赖|怨)你",
        r"\bmy (?:bad|mistake|fault|error|typo|apologies|oversight)\b",
        r"\bi (?:have |had |just |totally |completely |accidentally |must have |was |clearly |"
        r"probably )*(?:misread|mistyped|misspoke|misspelled|misclicked|mixed (?:up|them)|typed|"
        r"overlooked|misremembered|confused|pasted|was wrong|am wrong|stand corrected|looking at|"
        r"looked at|gave you|(?:said|gave|typed|wrote|picked|chose|sent|used|"
        r"named) (?:you )?the wrong|got it wrong|got (?:that|the \w+) wrong|should have (?:said|"
        r"mentioned|told|been clearer|specified|written)|forgot to (?:say|mention|tell|add|give|"
        r"attach|include)|wrote the wrong|sent the wrong|meant to (?:say|write|type|ask)|"
        r"was unclear|did not make|did not mention|did not notice|read it wrong)\b",
        r"^(?:oops|whoops|oopsie|ahem)\b|\btypo\b(?! in (?:the|your|line|title))",
        r"^wrong (?:chat|window|tab|channel|thread|conversation|person|room)\b",
        r"\bbrain ?fart\b|\bignore (?:that|me|my|the last|this message)\b|\bdisregard (?:that|my|"
        r"this)\b",
        r"\bnot your fault\b|\bon my (?:side|end|part)\b(?=$|[^a-z]*(?:not|sorry|bad))",
        r"\bmy (?:message|path|question|request|prompt) was (?:wrong|unclear|off)\b",
        r"\bsorry (?:about that )?i (?:meant|mean)\b",
    ),
    rule(
        Act.OUTSIDE,
        r"(?:刚|刚刚|刚才|今天|临时|突然|又|那边|对方|客户|老板|领导|经理|主任|总监?|他们?|她|"
        r"航班|会议|活动|项目|公司|同事|供应商|医生|护士|老师|财务|行政|甲方|厂里|"
        r"院里).{0,12}(?:来不了|去不了|不来|不去|不要了|取消|改期|推迟|延期|停(?:运|飞|了|机)|"
        r"(?:已经)?发(?:货|了|过来)|离职|调走|请假|出差|生病|回信|来信|打电话|打来|通知(?:说|我|"
        r"改)|说.{0,6}(?:不|要|改|来|已经|货|会|先|取消|推迟|延|停)|改主意|变卦|撤单|退订|下架|"
        r"下线|倒闭|换人|搬|签收|到货|批了|驳回)",
        r"^(?!我|你|都|早|不|已经|应该|听|话|再|就|别|说)(?:[一-鿿]{1,4}?|[a-z]{2,12})(?:刚|刚才|"
        r"刚刚|又)?(?:说|讲|通知|要求|决定|来信|回复)(?:了|要)?(?:不(?!行|对|好|清|够|准)|要|改|"
        r"来|已经|货|会|先|取消|换|延|停|.{1,6}(?:还|没))",
        r"^.{0,6}(?:那边|那儿|部门|客户|厂家|医院|学校|公司|同事|老师|领导|客服|物业|患者|病人|"
        r"家属|家长|学生|客人|业主|银行).{0,4}(?:说|讲|通知|要求|回复)",
        r"^[一-鿿]{1,4}(?:改|推迟?|挪|延期?|提前|调)(?:到|至|成).{1,8}了$",
        r"(?:计划|情况|需求|行程|日程|安排|政策|规定|主意|预算|方案|时间)(?:有|又|临时|突然|"
        r"都)?(?:变|改|调整|取消)(?:了|动|化|更)",
        r"不用(?:再)?[一-鿿]{1,4}了$|用不着了|^.{1,6}(?:被)?取消了$|没必要了|不需要了$|改主意",
        r"(?:会|活动|项目|课|比赛|航班|饭局|聚餐)(?:议)?(?:被)?(?:取消|不开|不办|黄|延期|推迟)了?",
        r"\b(?:is|are|was|were|got|has been|have been|been|just) (?:just |now |"
        r"all )*(?:cancel+ed|postponed|called off|rescheduled|pushed back|moved (?:to|by)|"
        r"delayed|scrapped|on hold|dropped out|sold out|closed down|withdrawn)\b",
        r"^(?:刚|刚刚|刚才)(?:接到|收到|得知|听说|通知|来)|临时(?:有事|通知|改|加|变|取消)|(?:休|"
        r"请)(?:产|病|年|婚|陪产|事)?假|"
        r"辞(?:了)?职|离了?职|转岗|停电|停水|涨价了|下架了|(?:不|没)来了|(?:客户|老板|那边|对方|"
        r"财务|他们?|她).{0,6}(?:改主意|"
        r"变卦|加了|多加|追加|临时)",
        r"\b(?:has|have|is|are|was|'s) (?:just |finally |now )?(?:back up|back online|doing it|"
        r"handling it|on it|left (?:the|us)|"
        r"out (?:sick|today|this week)|gone (?:home|on holiday)|quit|leaving|moved (?:house|"
        r"offices?))\b|\bjust (?:dropped|"
        r"announced|changed|moved|switched|cancelled|decided|raised|told us|informed)\b|^(?!you|i|"
        r"it|this|that|we)[a-z]+'s "
        r"(?:doing|got|handling|taking|covering) ",
        r"\b(?:plans?|things|circumstances|requirements?|priorities|schedule) (?:have |has |"
        r"just )*changed\b",
        r"\bno longer (?:need|required|necessary|relevant|want|coming|applies|available)\w*\b",
        r"\bchange of plans?\b|\bchanged (?:my|her|his|their|our) minds?\b",
        r"\bno need (?:any ?more|now|to (?:send|book|call|write|order|reply|remind|go)\b)",
        r"\b(?:\w+) (?:has |have )?(?:just|already) (?:called|told|wrote|said|emailed|mailed|"
        r"replied|confirmed|cancel+ed|arrived|paid|resigned|quit|shipped|delivered|answered|"
        r"phoned|texted|announced|let me know)\b",
        r"\b(?:dinner|meeting|trip|party|deal|event|call|wedding|game|visit|order|lunch|"
        r"launch) is off\b",
        r"\bmoot\b|\bi (?:just )?found (?:a|an|one|some|another|my|it in)\b",
        r"\b(?:they|he|she|the (?:client|customer|supplier|boss|vendor|buyer)|(?!you|i|it|this|"
        r"that|we|which)\w+) (?:have |has |already |just )*(?:paid|cancelled|agreed|decided|"
        r"called|replied|quit|resigned|went bankrupt|signed|withdrew|dropped out|backed out|"
        r"pulled out|changed)\b(?! (?:the (?:file|code|test)|nothing))",
        r"\bin the meantime\b|\b(?:called|calls) in sick\b",
        r"\b(?:can not|will not|could not|is not able to|are not) (?:make it|come|coming|attend|"
        r"join)\b",
        r"\bis (?:sick|ill|off sick|on leave|on holiday|on vacation|out of office)\b",
    ),
    rule(
        Act.INFORM,
        r"\bfyi\b|^(?:btw|by the way|just so you know)\b|^remember (?!to\b|how\b|this\b|that\b|"
        r"these\b|the (?:way|steps))",
        r"^(?:你)?(?:记|留意|注意|知道)(?:一?下|着|住)?(?:就行|即可|就好)?$",
        r"^(?:for the record|just so you know|for (?:your )?(?:info\w*|reference|context)|"
        r"note that|heads up|interesting|by the way|side note|for what it is worth|fwiw|"
        r"did you know)\b",
        r"\b(?:yesterday|last (?:night|week|month|year|time|quarter)|\w+ (?:days?|weeks?|months?|"
        r"years?) ago|used to|back in)\b(?!'s)",
        r"^(?:告诉你|跟你说(?!过|了)|跟你讲(?!过|了)|顺便说|顺带一提|说一下|说一声|提一句|提个醒|"
        r"供参考|供你参考|"
        r"备注|同步一下|补充一点|补充说明|另外说|插一句)",
        r"告诉你一声",
        r"(?:昨天|前天|上周|上个?月|去年|以前|之前|曾经|当时|那会儿|上次|昨晚|前几天)(?:也|就|都|"
        r"曾|有过|出过|还|是)",
        r"(?:日志|log|控制台|屏幕|文档|手册|书|报告|邮件)(?:里|上|中)?(?:写着|打印|显示|说|提到|"
        r"记着|总是|一直|老是|经常|会)(?:着|了|的)?.*◆",
        r"\b(?:logs?|docs?|manual|page|server|runner|console|output|readme|ticket|error|message|"
        r"it)\b[\w ]{0,20}\b(?:says?|prints?|logs?|logged|printed|shows?|reads?|mentions?|"
        r"calls? it|to log|to print)\b[\w ]{0,12}◆",
    ),
    rule(
        Act.NEXT,
        r"顺便|顺手|顺带",
        r"^(?:另外|接下来|下一步|接着|接着来|然后|再帮|再给|还要|还得|还需|最后(?=再|把|给|发|帮)|"
        r"现在(?=把|给|帮|去|来|开始|请|可以|就|发|做|写|"
        r"跑)|回头|待会|"
        r"等下|之后|别忘|记得|请?继续|开始|那就|那么就|再(?:顺便|帮|给|把))",
        r"(?:也|都|还)(?:要|得|需要)?(?:加|写|补|做|测|更新|update|add|同步|改|调|发|抄送|弄|"
        r"整理|处理|标记|删|建|跑|check|fix)(?!错|了|成|反)",
        r"^(?:add|create|implement|build|write|test|check|run|commit|push|deploy|merge|open|log|"
        r"show me|list|explain|describe|tell me|publish|release|send|mail|email|upload|download|"
        r"save|store|archive|export|import|print|install|start|stop|restart|look up|find out|"
        r"search|compare|draft|prepare|generate|plot|draw|count|review|document|submit|notify|"
        r"ping|remind|schedule|book|order|call|forward|share|attach|copy|back ?up|migrate|update|"
        r"upgrade|do the same|continue|proceed|go on|keep going|carry on|next|then|also|now|"
        r"finally|after that|once|while you|mark|tag|close|assign|investigate|summari[sz]e|"
        r"translate|hold|wait|pause|park)(?=$|[ ,])(?! (?:is|are|was|were|works?|fails?|failed|"
        r"hangs?|still|does|did|has|keeps?|crash\w*|looks?|takes|took|should|must|needs?|times|"
        r"ran|runs|job|page|result|button|file|name|number)\b)(?!.*\b(?:instead|rather than|"
        r"properly|this time)\b)",
        r"^(?:put|make|give|show|include|get|set|use|change|fix|move|translate)\b.*\b(?:as well|"
        r"too|also)$",
        r"\b(?:also|additionally)\b",
        r"^(?:印|打印|寄|贴|买|写|做|建|加|生成|发|部署|提交|上线|打包|启动|运行|跑|测试|上传|"
        r"下载|导出|导入|保存|存|归档|备份|发送|推送|合并|(?:commit|push|merge|deploy|run|build|"
        r"test)(?:一|$| |到|这|它|吧|再)|把.{1,20}(?:发|存|导出|保存|归档|上传|提交|打印|备份|"
        r"推送|部署|合并|转发|抄送|同步|翻译成|转成|转为|做成|生成|打包|标记|放到(?!第|最|前|后|"
        r"上|下))|给.{1,10}(?:发|打|写)|通知|提醒|检查|看一下|查一下|看下|查下|列|讲|解释|说说|"
        r"介绍|分析)(?!.*(?:删|去|改|换|撤)(?:了|掉|成))(?!得|错|的|了|漏|反|出来|起来|不|完|"
        r"下来|法|到.*不|.*(?:报.{0,6}错|失败|没|还在|又)|.*(?:不对|错了|还是|不是|而不|太))",
        r"^(?:标记|发|导|存|转|上传|同步|抄送)(?:成|给|到|出)",
    ),
]
