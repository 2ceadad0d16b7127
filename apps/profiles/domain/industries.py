"""The industries that words of work point to, each with its names and its vocabulary."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Industry:
    """An industry: `places` are where its people work, `words` what they talk about."""

    key: str
    english: str
    chinese: str
    places: re.Pattern[str]
    words: re.Pattern[str]

    def named_in(self, language: str) -> str:
        """Give its name in a language."""
        return self.chinese if language == "zh" else self.english


def _industry(key: str, chinese: str, places: str, words: str) -> Industry:
    return Industry(key, key, chinese, re.compile(places), re.compile(words))


INDUSTRIES = (
    _industry(
        "healthcare",
        "医疗",
        r"\b(?:hospital|clinic|ward|icu|nursing home|medical practice|health ?care|pharmacy)\b|"
        r"医院|诊所|科室|病区|病房|护理|门诊|药房|医疗",
        r"\b(?:patients?|nurs\w+|wards?|doctors?|medic\w+|clinical|beds?|discharges?|surger\w+|"
        r"triage)\b"
        r"|护士|护理|医生|医师|患者|病人|病历|查房|手术|药品|床位|门诊|出院|处方",
    ),
    _industry(
        "manufacturing",
        "制造业",
        r"\b(?:plant|factory|workshop|shop floor|manufactur\w+|assembly line|"
        r"production line)s?\b|工厂|车间|我们厂|咱们厂|产线|制造|生产线",
        r"\b(?:production|machin\w+|spindle|oee|downtime|scrap|yield|bom|work orders?|"
        r"maintenance|cnc|quality control|assembly)\b|产线|生产|设备|工单|良率|停机|换刀|质检|"
        r"排产|物料|厂长|班组|工序",
    ),
    _industry(
        "logistics",
        "物流",
        r"\b(?:logistics|freight|shipping|warehouse|courier|forwarding|trucking)\b|物流|货运|"
        r"仓储|快递|货代",
        r"\b(?:shipments?|pallets?|freight|deliver\w+|carriers?|dispatch\w*|inventory|"
        r"warehouse)\b|运单|配送|发货|库存|仓库|调度|运输|托盘|入库|出库",
    ),
    _industry(
        "finance",
        "金融",
        r"\b(?:bank|banking|insurance|fintech|finance|financial services|accounting firm|"
        r"hedge fund)\b|银行|保险|证券|基金|金融|会计师事务所|财务",
        r"\b(?:invoices?|ledger|accounts?|audit\w*|tax\w*|loans?|portfolio|accrual|reconcil\w+|"
        r"budget)\b|发票|账目|对账|审计|税|贷款|财务|凭证|报销|预算",
    ),
    _industry(
        "education",
        "教育",
        r"\b(?:school|university|college|kindergarten|classroom|education)\b|学校|大学|中学|小学|"
        r"幼儿园|教育",
        r"\b(?:students?|lessons?|teach\w*|curriculum|exams?|grades?|homework|class(?:es)?)\b|"
        r"学生|教案|课程|考试|成绩|作业|班级|教学|课堂|家长",
    ),
    _industry(
        "retail",
        "零售",
        r"\b(?:retail|supermarket|boutique|e-?commerce|online (?:shop|store))\b|零售|超市|电商|"
        r"网店|门店|专卖店",
        r"\b(?:sku|stock|checkout|cashier|promotions?|customers?|sales|orders?)\b|商品|库存|促销|"
        r"收银|顾客|销售额|订单|客单价",
    ),
    _industry(
        "software",
        "软件",
        r"\b(?:software|saas|tech company|it company|devops)\b|软件公司|互联网|科技公司",
        r"\b(?:code|deploy\w*|api|bugs?|repo\w*|tests?|backend|frontend|database|release|"
        r"kubernetes|python)\b|代码|部署|接口|测试|后端|前端|数据库|上线|需求",
    ),
    _industry(
        "construction",
        "建筑",
        r"\b(?:construction|building site|civil engineering)\b|工地|建筑公司|施工|建筑",
        r"\b(?:site|concrete|contractors?|blueprints?|scaffold\w*)\b|施工|工地|混凝土|图纸|"
        r"工程量|监理",
    ),
    _industry(
        "hospitality",
        "餐饮酒店",
        r"\b(?:restaurant|hotel|cafe|catering|hospitality|bakery)\b|餐厅|酒店|饭店|餐饮|咖啡店|"
        r"民宿",
        r"\b(?:menus?|guests?|bookings?|reservations?|kitchen|recipes?)\b|菜单|客房|预订|后厨|"
        r"食材|客人",
    ),
    _industry(
        "agriculture",
        "农业",
        r"\b(?:farm|agricultur\w+|orchard|greenhouse|dairy)\b|农场|果园|大棚|农业|养殖",
        r"\b(?:crops?|harvest|livestock|irrigation|soil)\b|作物|收成|灌溉|养殖|饲料|土壤",
    ),
    _industry(
        "legal",
        "法律",
        r"\b(?:law firm|legal department|court)\b|律所|律师事务所|法务|法院",
        r"\b(?:contracts?|clauses?|litigation|compliance|nda)\b|合同|条款|诉讼|合规|法条",
    ),
    _industry(
        "government",
        "政府",
        r"\b(?:government|ministry|municipality|city council|public sector)\b|政府|机关|街道办|"
        r"事业单位",
        r"\b(?:citizens?|permits?|regulations?|policy)\b|公文|审批|政策|群众|通知",
    ),
    _industry(
        "foreign trade",
        "外贸",
        r"\b(?:import[- /]export|foreign trade|trading company)\b|外贸|进出口|跨境",
        r"\b(?:customs|incoterms|fob|cif|letter of credit|quotations?)\b|报关|信用证|外商|报价|"
        r"提单",
    ),
)
_BY_NAME = {
    name: industry for industry in INDUSTRIES for name in (industry.english, industry.chinese)
}


def industry_of_place(text: str) -> Industry | None:
    """Find the industry whose place of work a folded text names."""
    return next((one for one in INDUSTRIES if one.places.search(text)), None)


def industry_key(value: str) -> str:
    """Give the key of an industry that is named, in either language; else nothing."""
    found = _BY_NAME.get(value) or industry_of_place(value)
    return found.key if found else ""


def touches_industry(key: str, text: str) -> bool:
    """Tell whether a folded text uses the vocabulary of an industry."""
    known = next((one for one in INDUSTRIES if one.key == key), None)
    return known is not None and bool(known.words.search(text) or known.places.search(text))
