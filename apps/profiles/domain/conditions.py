"""Find what somebody's body allows: allergies, diets and lasting conditions, no passing ill."""

from __future__ import annotations

import re

_LEAD_EN = r"^(?:(?:and|also|well|so|fyi|note that|remember that|remember|by the way|btw),? )*"
_ILLS_EN = (
    r"(?:diabetes|asthma|epilepsy|migraines?|arthritis|gout|co?eliac(?: disease)?|"
    r"hypertension|high blood pressure|high cholesterol|adhd|autism|dyslexia|tinnitus|ana?emia|"
    r"psoriasis|eczema|ibs|crohn's(?: disease)?|insulin resistance|kidney disease|"
    r"(?:an? )?heart (?:condition|disease)|a pacemaker|chronic [a-z ]{3,20})"
)
_CONDITION_EN = re.compile(
    rf"{_LEAD_EN}(?:"
    r"(?:i am|i'm)(?: also| highly| severely| very| mildly)* (?:allergic to (?!this|that|"
    r"it\b|these)|(?:lactose|gluten|fructose|histamine)[- ]intolerant|diabetic|asthmatic|epileptic|"
    r"coeliac|celiac|vegetarian|vegan|pescatarian|hard of hearing|colou?r-?blind)"
    rf"|i (?:also )?(?:have|suffer from|live with|was diagnosed with) (?:\w+ ){{0,2}}{_ILLS_EN}"
    r"|i have (?:an? )?(?:\w+ ){0,3}(?:allergy|allergies|intolerance)(?: to .{2,40})?$"
    r"|i (?:do not|don't|never|can't|cannot) (?:eat|drink) (?!this|that|it\b|these|those|more|"
    r"any ?more|much|until|before|after|there|out|now|lunch|dinner|breakfast|anything|yet|"
    r"here)[a-z ,-]{3,40}$)"
)

_ILLS_ZH = (
    r"(?:糖尿病|高血压|低血压|高血脂|高血糖|高尿酸|痛风|哮喘|贫血|癫痫|鼻炎|胃炎|肠炎|关节炎|湿疹|"
    r"荨麻疹|心脏病|胃病|肾病|肝病|冠心病|偏头痛|颈椎病|腰椎间盘突出|胰岛素抵抗|甲亢|甲减|乙肝|"
    r"蚕豆病|夜盲症?|听力障碍|耳鸣|结节|结石)"
)
_OFTEN_ZH = r"(?:从小|一直|平时|从来|向来|本来|自己|本人|也|还|都|是|有|患有?|得了?|对|这人|家族)*"
_CONDITION_ZH = re.compile(
    r"^(?:另外|还有|对了|其实|因为|不过|记住|注意|,)*我(?:"
    rf"{_OFTEN_ZH}[^,了这那]{{1,8}}过敏(?:体质|史)?$"
    rf"|{_OFTEN_ZH}(?:过敏|痰湿|敏感|易胖|易过敏)体质$"
    rf"|{_OFTEN_ZH}[\u4e00-\u9fff]{{1,5}}不耐受$"
    rf"|{_OFTEN_ZH}(?:轻度|中度|重度|慢性|先天性|过敏性|二型|一型|2型|1型)*{_ILLS_ZH}$"
    rf"|(?:最近|去年|前年)?(?:被)?(?:查出|确诊|诊断)(?:来|出)?(?:有|患有?|为|了|是)*{_ILLS_ZH}"
    r"|(?:从小|一直|平时|从来|向来|也|都|是|,)*(?:吃素|吃斋|素食者|纯素|(?:都)?不(?:能)?(?:吃|喝|碰)|"
    r"吃不了|喝不了|忌口?)(?!这|那|了|什么|啥|早|午|晚|饭|东西|药|你|的|完|下|过|到|得|亏|"
    r"惯)[\u4e00-\u9fff]{1,8}(?<![了的饭餐吗呢吧])$"
    r"|(?:一直|平时|都|是)*吃素$)"
)
_NOT_LASTING_ZH = re.compile(r"有点|有些|不过敏|没有|没|可能|毛病|今天|刚才|这次")


def is_condition(text: str) -> bool:
    """Tell whether a folded clause states an allergy, a diet or a condition of its author."""
    if _CONDITION_EN.search(text):
        return True
    return bool(_CONDITION_ZH.search(text)) and not _NOT_LASTING_ZH.search(text)
