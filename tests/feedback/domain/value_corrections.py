"""True corrections of a value: each turn, and messages that want another value in its result."""

from __future__ import annotations

from tests.feedback.domain.turns import turn

REPORT = turn(
    "Make the weekly downtime report of line 3, week 51.",
    "The downtime report of line 3, week 50 is in downtime.pdf: 214 minutes in 9 stops.",
    write_report={"line": "3", "week": "50"},
)
DEPLOY = turn(
    "Deploy shop-api to the test cluster",
    "Deployed shop-api 2.4 to staging on port 3000 with 2 replicas.",
    deploy={"service": "shop-api", "port": 3000},
)
TABLE = turn(
    "Book a table for Friday evening",
    "Booked at Osteria Nove, Friday 19:00, four people, under Miller.",
    book_table={"guests": 4, "time": "19:00"},
)
QUOTE = turn(
    "Write a quote for Bergmann: 40 pumps",
    "The quote for Bergmann (40 pumps, 21,600 EUR net) is in quote.docx, valid 30 days.",
    write_doc={"path": "quote.docx"},
)
LETTER = turn(
    "Draft the discharge letter for Mr. Novak, bed 12",
    "The letter is drafted: pneumonia, 7 days in hospital, amoxicillin 500 mg, ward B.",
    draft={"patient": "Novak"},
)
WEEKLY = turn(
    "做一份三号线第51周的停机周报",
    "三号线第50周的停机周报已做好：停机 9 次，共 214 分钟。",
    write_report={"line": "3", "week": "50"},
)
MEETING = turn(
    "约王总开项目评审会",
    "已约好：周四 14:00，301 会议室，参会人王总、李雷，时长一小时。",
    calendar_create={"start": "周四 14:00", "room": "301"},
)
ORDER_ZH = turn(
    "给安达食品写一份报价：40台水泵",
    "报价单已写好：40台水泵，单价 540 元，有效期 30 天，联系人赵敏。",
    write_doc={"path": "报价.docx"},
)
STOCK = turn("查一下轴承库存", "二号仓库轴承库存 340 件。", wms_query={"warehouse": 2})
RELEASE = turn(
    "把 shop-api 部署到 test 环境",
    "已部署 shop-api 到 staging，端口 3000，2 个 replica。",
    deploy={"port": 3000},
)

EN = [
    (REPORT, "week 52, not 51"),
    (REPORT, "should be line 4"),
    (REPORT, "I meant the paint shop"),
    (REPORT, "that's week 50, I need 51"),
    (REPORT, "It has to be week 51"),
    (REPORT, "wrong week, 51 please"),
    (REPORT, "you took week 50"),
    (REPORT, "51!! not 50"),
    (REPORT, "please correct the week to 51"),
    (REPORT, "line 3 had 231 minutes, not 214"),
    (REPORT, "Week 51 is what I asked for"),
    (REPORT, "the report is for the wrong week"),
    (REPORT, "count 10 stops, one is missing"),
    (REPORT, "Sorry, but this is week 50"),
    (REPORT, "Make it week 51"),
    (DEPLOY, "No, use port 8080"),
    (DEPLOY, "port 8080 please"),
    (DEPLOY, "it should listen on 8080"),
    (DEPLOY, "three replicas, not two"),
    (DEPLOY, "I said test, not staging"),
    (DEPLOY, "Not staging. Test."),
    (DEPLOY, "the version should be 2.5"),
    (DEPLOY, "change the port to 8080"),
    (DEPLOY, "this went to staging instead of test"),
    (DEPLOY, "we run it with 3 replicas"),
    (DEPLOY, "Hmm, 2.4 is the old one, take 2.5"),
    (DEPLOY, "redeploy it with version 2.5"),
    (TABLE, "there are six of us"),
    (TABLE, "8 pm would be better"),
    (TABLE, "make that 20:00"),
    (TABLE, "it's for Saturday"),
    (TABLE, "Actually Saturday"),
    (TABLE, "the name is Millar with an a"),
    (TABLE, "for five, please, not four"),
    (TABLE, "Can you change it to half past seven?"),
    (TABLE, "Move it to 8"),
    (TABLE, "19:00 is too early, say 20:30"),
    (TABLE, "no I meant next Friday"),
    (QUOTE, "gross, not net"),
    (QUOTE, "the price must be 560 each"),
    (QUOTE, "60 days validity"),
    (QUOTE, "It was 45 pumps"),
    (QUOTE, "we agreed on 520 a piece"),
    (QUOTE, "Use dollars"),
    (QUOTE, "valid for 14 days, please"),
    (QUOTE, "Total should read 22,400"),
    (LETTER, "he stayed 9 days"),
    (LETTER, "dose is 250 mg"),
    (LETTER, "ward C, not B"),
    (LETTER, "It was bronchitis"),
    (LETTER, "the drug was doxycycline"),
    (LETTER, "Please replace amoxicillin with doxycycline"),
    (LETTER, "mr novak is in bed 14"),
]
ZH = [
    (WEEKLY, "是第52周，不是51周"),
    (WEEKLY, "我要的是第51周"),
    (WEEKLY, "周数错了"),
    (WEEKLY, "应该是51周"),
    (WEEKLY, "怎么是第50周的"),
    (WEEKLY, "你做成50周了"),
    (WEEKLY, "换成第51周"),
    (WEEKLY, "不要50周的，要51周的"),
    (WEEKLY, "停机明明是10次"),
    (WEEKLY, "总时长改为231分钟"),
    (WEEKLY, "第51周才对"),
    (WEEKLY, "这是上一周的数据"),
    (WEEKLY, "我说的是51周"),
    (MEETING, "改到下午三点"),
    (MEETING, "是周五不是周四"),
    (MEETING, "会议室用305"),
    (MEETING, "两个小时"),
    (MEETING, "参会人是韩梅梅，不是李雷"),
    (MEETING, "周五吧"),
    (MEETING, "推迟到四点"),
    (MEETING, "时间定错了，15点"),
    (MEETING, "一小时不够，要一个半小时"),
    (MEETING, "301太小，换个大点的"),
    (MEETING, "李雷不参加，去掉"),
    (ORDER_ZH, "单价是560"),
    (ORDER_ZH, "有效期写15天"),
    (ORDER_ZH, "联系人写错了，是赵明"),
    (ORDER_ZH, "45台"),
    (ORDER_ZH, "应该用美元报"),
    (ORDER_ZH, "数量不对，45台"),
    (ORDER_ZH, "把单价调成520"),
    (ORDER_ZH, "含税价，不是不含税"),
    (ORDER_ZH, "抬头是安达食品集团"),
    (STOCK, "我问的是三号仓库"),
    (STOCK, "三号仓库的，不是二号"),
    (STOCK, "系统里显示是320件"),
    (STOCK, "不止340件吧"),
    (STOCK, "查错仓库了"),
    (STOCK, "单位应该是箱"),
]
MIXED = [
    (RELEASE, "不是 staging，是 test"),
    (RELEASE, "port 用 8080"),
    (RELEASE, "replica 要 3 个"),
    (RELEASE, "我说的是 test 环境"),
    (RELEASE, "port 改成 8080"),
    (RELEASE, "应该 deploy 到 test"),
    (RELEASE, "端口应该是8080"),
    (RELEASE, "replica 数不对，3 个"),
    (RELEASE, "怎么发到 staging 了"),
    (RELEASE, "No，用 8080 端口"),
    (RELEASE, "staging？我要的是 test"),
]
