"""Find lasting facts in what a person says: of themselves, and of the place they work at."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.profiles.domain.asides import is_own_word, is_passing
from apps.profiles.domain.at_hand import is_at_hand
from apps.profiles.domain.conditions import is_condition
from apps.profiles.domain.people import OTHERS_EN, OTHERS_ZH, role_en, role_zh

if TYPE_CHECKING:
    from apps.profiles.domain.speech import Clause

STATED = Decimal("0.70")

_LEAD_EN = (
    r"^(?:(?:and|also|well|so|hi|hello|hey|btw|by the way|fyi|note that|remember that|remember|"
    r"just so you know|for context|for reference|context|please note that|keep in mind that),? )*"
)
_ADVERB_EN = r"(?: also| currently| usually| mostly| mainly| always| only| still| normally| now)*"
_SYSTEMS = (
    r"erp|crm|mes|wms|plc|his|lis|emr|ehr|scada|cmms|cms|lms|pos|api|sdk|ide|ci|orm|os|db|vpn|"
    r"database|data ?base|warehouse|data warehouse|stack|tech stack|backend|frontend|server|"
    r"servers|cloud|cluster|host|hosting|framework|language|programming language|main language|"
    r"editor|shell|terminal|browser|laptop|phone|computer|machine|pc|operating system|platform|"
    r"system|tool|tooling|repo|repository|git host|ticket(?:ing)? system|issue tracker|wiki|chat|"
    r"calendar|bank|accounting (?:system|software|package)|payroll (?:system|provider)|printer|"
    r"scanner|controller|version|default branch|package manager|build tool|message broker|queue|"
    r"cache|supplier|carrier"
)
_PLACES = (
    r"company|firm|business|team|department|dept|plant|factory|workshop|hospital|clinic|ward|unit|"
    r"school|university|lab|laboratory|shop|store|office|restaurant|hotel|farm|agency|studio|"
    r"organi[sz]ation|startup|group|class|site|headquarters|hq|industry|sector|field|fiscal year|"
    r"financial year|tax year|time ?zone|currency|base currency|shift|shifts|shift pattern|"
    r"working hours|opening hours|work week|job|role|title|position|profession|major|degree|"
    r"nationality|country|city|hometown|address|birthday|age|name|email format|date format|budget"
)
_OUR_EN = re.compile(
    rf"{_LEAD_EN}(?:our|my)(?: [a-z-]+){{0,2}}? (?:{_SYSTEMS}|{_PLACES})(?: [a-z]+)?"
    r"(?: is| are|'s| runs? on| runs?| uses?| starts?| ends?| has| have| makes?| sits?| closes?|"
    r" opens?| ships?| works?| operates?| supports?)"
    rf"{_ADVERB_EN} (?P<value>.{{2,120}})"
)
_STATE_EN = re.compile(
    r"^(?:not|no longer|never|very|too|so|really|about to|going|supposed|due|down|up|back|there|"
    r"ready|done|wrong|broken|slow|stuck|missing|empty|full|offline|online|closed|open|late|fine|"
    r"good|bad|great|ok|okay|weird|strange|unable|failing|crashing|being|getting|acting|"
    r"an? (?:mess|bit|problem|issue|bug|error|question|disaster|meeting|lot)|out of|as follows|"
    r"below|attached|the same|to |been|already|just|like|what|why|how|that|because|it|this|"
    r"[a-z]+ing\b)"
)
_WE_USE_EN = re.compile(
    rf"{_LEAD_EN}(?:we|i|our [a-z]+){_ADVERB_EN} (?:use|run|run on|work with|rely on|deploy to|"
    r"deploy on|host on|host with|build with|code in|program in|write in|develop in|are on|"
    r"speak) (?!it\b|this\b|that\b|these\b|them\b|the (?!same\b)|to\b|for\b|out\b|into\b|your\b|"
    r"my\b|him\b)(?P<value>.{2,100})"
)
_NUMBER_EN = (
    r"(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|"
    r"thirty|forty|fifty|a hundred|hundreds of|a dozen|several)"
)
_WE_HAVE_EN = re.compile(
    rf"{_LEAD_EN}(?:(?:we (?:have|run|operate|own|employ)|i (?:run|operate|own|employ))"
    rf"(?: about| around| only)? {_NUMBER_EN} (?!more\b)[a-z].{{1,80}}"
    rf"|there are {_NUMBER_EN} [a-z].{{1,40}} (?:in|on|at) (?:our|my) .{{2,40}}"
    rf"|i have {_NUMBER_EN} (?:\w+ )?(?:kids|children|sons|daughters|dogs|cats|employees|shops|"
    r"stores|restaurants|branches|direct reports)\b.{0,40})"
)
_I_AM_EN = re.compile(
    rf"{_LEAD_EN}(?:i am|i'm|we are|we're|i work|i was born){_ADVERB_EN} (?P<what>.{{2,120}})"
)
_WHAT_I_AM_EN = re.compile(
    r"^(?:an? (?:small |large )?team of (?!this)|the only (?!one|thing|way|problem)|(?:as|at|for|"
    r"in|from|with) (?!a (?:hurry|rush|meeting|bit|moment)|this\b|that\b|it\b|the middle|trouble|"
    r"charge of this|here\b|now\b|need\b|favou?r\b|doubt\b|case\b|touch\b)"
    r"|(?:night|day|early|late|morning|evening|weekend|rotating|part[- ]time|full[- ]time|"
    r"remotely|from home|shifts?|mondays|weekends|nights|\d+ hours)\b"
    r"|(?:based|located|living|employed|responsible for (?!this|that|it)|in charge of (?!this|"
    r"that|it)|allergic|vegetarian|vegan|colou?r-?blind|left-handed|right-handed|deaf|"
    r"hard of hearing|dyslexic|blind|diabetic|retired|self-employed|new to (?!this|that|it)|"
    r"a beginner|a newbie|a novice|an expert|fluent|bilingual|a native)\b"
    r"|an? [a-z0-9 -]{2,40} (?:company|firm|business|startup|agency|hospital|clinic|school|shop|"
    r"store|factory|manufacturer|retailer|team of \w+|team))"
)
_I_DO_EN = re.compile(
    rf"{_LEAD_EN}i{_ADVERB_EN} (?:live|study|studied|teach|manage|lead|supervise|own|report to|"
    r"specialise|specialize|commute|work) (?:in|at|for|with|a|an|the (?!file|report|issue|bug)|to|"
    r"\d+|two|three|ward|night|day|part|full|from|remotely|nights|shifts)\b.{0,100}"
    r"|^my name is \S.{0,60}$|^i have (?:been (?:an? |in |doing |working as )|"
    r"\d+ years).{2,60}\byears?\b|^i(?:'ve| have) (?:been working|worked) .{2,60}\byears?\b"
)
_OF_OTHERS_EN = re.compile(rf"^(?:my|our|the|his|her|their)(?: [a-z]+)? {OTHERS_EN}\b")
_NEGATED_EN = re.compile(
    r"\b(?:not|never|isn't|aren't|don't|doesn't|no longer|haven't|hasn't|ain't|no|neither|nor)\b"
)

_PLACE_ZH = (
    r"(?:公司|厂里?|工厂|医院|科室?|病区|诊所|团队|部门|车间|学校|店|门店|小组|组|单位|仓库|项目组|"
    r"实验室|集团|机构|餐厅|酒店|班|家(?!用)|行|院|所|律所|农场|超市|银行|幼儿园)"
)
_WE_ZH = rf"(?:我们?|咱们?|本)(?:这边|这里|这儿|自己|的)?(?:{_PLACE_ZH}|这)?(?:里|的)?"
_SYSTEMS_ZH = (
    r"(?:erp|crm|mes|wms|his|lis|oa|plc|数据库|系统|操作系统|服务器|后端|前端|框架|编程语言|语言|"
    r"编辑器|浏览器|电脑|手机|平台|工具|云|仓库|打印机|财务软件|软件|版本|时区|币种|本位币|财年|"
    r"班次|行业|职业|岗位|职位|职务|专业|名字|姓名|家乡|老家|城市|供应商|快递|总部|地址|生日|"
    r"工作时间|作息|营业时间|规模|主营业务)"
)
_LEAD_ZH = (
    r"^(?:另外|还有|对了|其实|背景是|说明一下|补充一下|记住|请记住|顺便说一下|,|那个|因为|你好)*"
)
_NUMBER_ZH = r"(?:\d+|[一两二三四五六七八九十百几数]+)多?"
_OUR_ZH = re.compile(
    rf"{_LEAD_ZH}{_WE_ZH}(?:现在|目前|主要|一直)?{_SYSTEMS_ZH}(?:系统|软件|都|一直|现在|目前|主要)*"
    r"(?:是|用的?是?|叫|为|采用|部署在|跑在|在|有)(?P<value>[^,。]{1,60})$"
)
_STATE_ZH = re.compile(
    r"^(?:坏|错|慢|卡|不|没|挂|崩|好|怎|什么|这样|那样|正常|空|满|问题|一样|因为|为了|想|要|"
    r"有问题|出|最近|刚|已经|在(?:跑|修|更新|升级)|我|你|他|她|谁)"
)
_ABOUT_ZH = r"(?:一共|总共|共|目前|现在|只|大概|大约)*"
_HAVE_ZH = re.compile(
    rf"{_LEAD_ZH}(?:(?:我们?|咱们?|本)(?:这边|这里|自己|的)?{_PLACE_ZH}(?:里|的)?{_ABOUT_ZH}有{_NUMBER_ZH}"
    r"[\u4e00-\u9fff]{1,16}$"
    rf"|(?:我们|咱们)(?:这边|这里|这)?{_ABOUT_ZH}有{_NUMBER_ZH}(?:(?:条|台|家|间|座|亩|层|辆|张床)"
    r"[\u4e00-\u9fff]{0,10}|(?:个|名|位)?[\u4e00-\u9fff]{0,6}(?:仓库|车间|病区|科室|门店|分店|部门|班次|"
    r"员工|护士|医生|工人|老师|校区|班级|办公室|工厂|厂|店|中心|分公司|服务器|集群|班组|床位|供应商|客户|"
    r"学生|院区|产线|生产线))$"
    rf"|我(?:家)?{_ABOUT_ZH}有{_NUMBER_ZH}(?:个|家|间|只|条)?(?:孩子|儿子|女儿|娃|宝宝|猫|狗|店|门店|店铺|"
    r"餐厅|工厂|公司)$)"
)
_USE_ZH = re.compile(
    rf"{_LEAD_ZH}{_WE_ZH}(?:一直|目前|现在|主要|平时|一般|都|通常|全部|全都|内部)*"
    r"(?:用的是|使用的是|用|使用|采用|生产|经营|主营|做的是|是做|做)(?!这|那|它|了|过|完|来|户|"
    r"一下|个|好|到|得|不|你|他|她|什么|于|下|出|着|\d|[一两几](?:个|份|些)|上面|上述|以上|方案|第|同样|刚|现有)"
    r"(?P<value>[^,。]{1,40}?)(?:的|来?(?:办公|开发|管理|记账|部署|排产|沟通|协作|交流|写.{1,6}))?$"
)
_LOCATED_ZH = re.compile(
    rf"{_LEAD_ZH}{_WE_ZH}(?:现在|目前|平时|主要|一直|家)*(?:(?:住在|位于|坐落在|来自|老家在)"
    r"(?P<value>[^,。]{2,30})|在(?P<work>[^,。]{2,30}?)(?:工作|上班|任职|实习|读书|上学|教书)|"
    r"在(?P<city>[\u4e00-\u9fff]{2,4}(?:省|市|县|区|镇|村|路)[\u4e00-\u9fff]{0,10}|"
    r"[\u4e00-\u9fff]{2,3}))$"
)
_NO_PLACE_ZH = re.compile(
    r"^(?:想|看|做|写|找|等|用|忙|弄|处理|准备|这|那|开|学习?|跟|和|进行|选|考虑|计划|研究|比较|调|路上|"
    r"外[面边地]|家|公司$|办公室$|宿舍$|医院$|学校$|单位$|店里$|休|出差|加班|排队|减|控|戒|生|整|测|改|"
    r"修|跑|查|读|听|玩|吃|喝|睡|赶|去|来|试|算|下|上(?!海|饶|虞)|线|场|内)|[中时期里后前上下]$|的$"
)
_I_AM_ZH = re.compile(
    rf"{_LEAD_ZH}我(?:本人|现在|目前|自己)?(?:就)?(?:是|担任|当|做)(?P<what>[^,。]{{2,24}})$"
)
_I_WORK_ZH = re.compile(
    r"^(?:另外|还有|对了|其实|记住|(?:作为|身为)[^,]{2,16}|,)*(?:我(?:们)?|本人)(?:一般|平时|一直|"
    r"都|现在|主要|每天|经常|通常|本人)*(?:上夜班|上白班|上早班|上晚班|上中班|倒班|三班倒|两班倒|"
    r"值夜班|居家办公|远程办公|住校|负责(?!这个|那个|的是这).{2,30}|主管.{2,20}|分管.{2,20}|吃素|"
    r"对.{1,10}过敏|是?色盲|是?左撇子|叫(?!车|外卖|了|人|你|他|她|个|份|什么)[\u4e00-\u9fffa-z]{1,10}$|姓[\u4e00-\u9fff]{1,2}$|"
    r"会说.{1,12}|教.{1,10}(?:课|语文|数学|英语|物理|化学|年级).{0,6}|(?:从事|干了|做了|"
    r"工作了).{2,20}|今年\d+岁|.{0,6}有[\d一二两三四五六七八九十几]+多?年.{0,12}经验)"
)
_OF_OTHERS_ZH = re.compile(
    rf"^(?:我|我们|咱|咱们|我家|我的|我们的)(?:的|那个|一个|有个|家|科|班|组)*{OTHERS_ZH}"
)
_NEGATED_ZH = re.compile(r"不是|不在|不用|没有|没用|并非|从不|从来不|不做|不上|不负责|不叫|未")
_I_AM_SPECIAL_ZH = re.compile(
    r"^(?:新手|小白|零基础|外行|内行|专家|老手|初学者|素食者|左撇子|色盲|南方人|北方人|"
    r"[\u4e00-\u9fff]{2,6}人|做[\u4e00-\u9fff]{2,10}的|搞[\u4e00-\u9fff]{2,10}的|"
    r"学[\u4e00-\u9fff]{2,10}的)$"
)


def fact_confidence(clause: Clause) -> Decimal | None:
    """Say how sure it is that a clause states a fact about its author; None when it does not."""
    if not is_own_word(clause) or is_passing(clause):
        return None
    text = clause.text
    if is_condition(text):
        return STATED
    if is_at_hand(text):
        return None
    if "\u4e00" <= text[0] <= "\u9fff" or "我" in text[:6]:
        return STATED if _is_fact_zh(text) else None
    return STATED if _is_fact_en(text) else None


def _is_fact_en(text: str) -> bool:
    if _NEGATED_EN.search(text) or _OF_OTHERS_EN.search(text):
        return False
    ours = _OUR_EN.search(text)
    if ours and not _STATE_EN.search(ours["value"]):
        return True
    being = _I_AM_EN.search(text)
    if being and (_WHAT_I_AM_EN.search(being["what"]) or role_en(being["what"])):
        return True
    return any(rule.search(text) for rule in (_WE_USE_EN, _WE_HAVE_EN, _I_DO_EN))


def _is_fact_zh(text: str) -> bool:
    if _NEGATED_ZH.search(text) or _OF_OTHERS_ZH.search(text):
        return False
    ours = _OUR_ZH.search(text)
    if ours and not _STATE_ZH.search(ours["value"]):
        return True
    if _HAVE_ZH.search(text):
        return True
    being = _I_AM_ZH.search(text)
    if being and (role_zh(being["what"]) or _I_AM_SPECIAL_ZH.search(being["what"])):
        return True
    used = _USE_ZH.search(text)
    if used and not _STATE_ZH.search(used["value"]):
        return True
    return bool(_I_WORK_ZH.search(text)) or _is_located_zh(text)


def _is_located_zh(text: str) -> bool:
    """Tell where somebody is for good from what they are in the middle of."""
    found = _LOCATED_ZH.search(text)
    if found is None:
        return False
    if found["value"]:
        return not _STATE_ZH.search(found["value"])
    place = found["work"] or found["city"]
    return bool(found["work"] and len(place) > 1 and not _STATE_ZH.search(place)) or not (
        _NO_PLACE_ZH.search(place)
    )
