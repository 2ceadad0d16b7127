"""Words for people and their work: who is meant beside the speaker, and what roles are called."""

from __future__ import annotations

import re

OTHERS_EN = (
    r"(?:colleague|co-?worker|boss|manager|supervisor|friend|wife|husband|partner|spouse|"
    r"girlfriend|boyfriend|brother|sister|mother|father|mom|mum|dad|parents?|son|daughter|kids?|"
    r"child|children|baby|uncle|aunt|cousin|grand\w+|neighbou?r|room-?mate|flat-?mate|teacher|"
    r"doctor|nurse|dentist|lawyer|client|customer|patient|student|intern|assistant|employee|"
    r"team-?mate|lead|director|landlord|tenant|dog|cat|pet|guest|vendor|supplier|contractor|ex|"
    r"family|niece|nephew|twin)s?"
)
OTHERS_ZH = (
    r"(?:同事|老板|领导|上司|下属|朋友|闺蜜|老婆|妻子|爱人|老公|丈夫|先生|太太|女朋友|男朋友|对象|"
    r"哥哥?|弟弟?|姐姐?|妹妹?|爸爸?|妈妈?|父亲|母亲|爷爷|奶奶|外公|外婆|儿子|女儿|孩子|宝宝|叔叔|"
    r"阿姨|舅舅|邻居|室友|老师|医生|护士|律师|客户|顾客|病人|患者|学生|实习生|助理|员工|队友|主任|"
    r"经理|总监|老总|徒弟|师傅|房东|供应商|家人|亲戚|同学)"
)
_ROLE_WORDS_EN = (
    r"nurse|doctor|physician|surgeon|pharmacist|midwife|paramedic|dentist|therapist|radiographer|"
    r"veterinarian|vet|engineer|developer|programmer|architect|designer|analyst|accountant|"
    r"auditor|bookkeeper|controller|cfo|ceo|cto|coo|founder|co-?founder|owner|director|manager|"
    r"supervisor|foreman|operator|technician|mechanic|machinist|electrician|welder|plumber|"
    r"carpenter|driver|dispatcher|planner|buyer|purchaser|clerk|secretary|assistant|administrator|"
    r"admin|receptionist|teacher|professor|lecturer|tutor|student|researcher|scientist|"
    r"statistician|economist|lawyer|attorney|paralegal|notary|consultant|recruiter|marketer|"
    r"salesperson|sales rep|seller|trader|broker|banker|cashier|chef|cook|waiter|waitress|"
    r"bartender|baker|farmer|gardener|librarian|translator|interpreter|editor|writer|journalist|"
    r"reporter|photographer|producer|pilot|officer|firefighter|social worker|caregiver|coach|"
    r"trainer|inspector|tester|qa|sre|dba|sysadmin|product owner|scrum master|team lead|tech lead|"
    r"lead|head|coordinator|specialist|executive|shopkeeper|landscaper|biologist|chemist|"
    r"physicist|psychologist|geologist|freelancer"
)
ROLE_EN = re.compile(
    rf"^(?:(?!bit\b|little\b|fan\b|big\b|huge\b|user\b|not\b)[a-z/&-]+ ){{0,4}}(?:{_ROLE_WORDS_EN})"
    r"(?: (?:of|for|in|at|from) .{2,40})?$"
)
_ROLE_ENDS_ZH = (
    r"护士|护士长|医生|医师|药师|技师|护工|会计|出纳|审计|律师|教师|老师|教授|讲师|学生|研究员|"
    r"科研人员|工程师|程序员|开发|开发者|架构师|设计师|分析师|产品经理|项目经理|经理|总监|主任|"
    r"院长|校长|厂长|店长|班长|组长|队长|科长|处长|局长|部长|所长|站长|行长|园长|主管|总裁|老板|"
    r"店主|创始人|合伙人|负责人|采购员?|销售员?|业务员|客服|文员|助理|秘书|行政|人事|hr|ceo|cto|"
    r"cfo|运营|编辑|记者|作家|翻译|导游|厨师|司机|调度员?|仓管员?|质检员?|操作工|技术员|维修工|"
    r"电工|焊工|工人|农民|警察|军人|公务员|咨询师|咨询顾问|顾问|规划师|摄影师|主播|博主|"
    r"自由职业者?|专员|代表|总经理|董事长|检验员|化验员|社工|教练"
)
ROLE_ZH = re.compile(rf"^[\u4e00-\u9fffa-z]{{0,12}}?(?:{_ROLE_ENDS_ZH})$")
NO_ROLE_EN = re.compile(
    r"\b(?:not|sure|sorry|afraid|bit|little|fan|person|human|customer|user|member|parent|mother|"
    r"father|patient|beginner|newbie|novice|expert|vegetarian|believer)\b"
)


def role_en(said: str) -> str:
    """Give the role that an English phrase names ("a head nurse in ward 7"), else nothing."""
    role = re.split(r"\b(?:in|at|for|with|who|and|from|by|on|working|here|now)\b|[,(]", said)[0]
    role = re.sub(r"^(?:an?|the|your|currently|also|actually|just) +", "", role.strip()).strip()
    role = re.sub(r" of (?:ward|unit|line|floor|team|shift|the|our|a)\b.*", "", role)
    if NO_ROLE_EN.search(role) or not ROLE_EN.match(role):
        return ""
    return role


def role_zh(said: str) -> str:
    """Give the role that a Chinese phrase names (七病区的护士长), else nothing."""
    role = re.sub(r"^(?:一|这|本)?(?:名|个|位)", "", said.strip())
    role = re.sub(r"^.{1,12}的(?=.{2,})", "", role)
    return role if len(role) <= 12 and ROLE_ZH.match(role) else ""
