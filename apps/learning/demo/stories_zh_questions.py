"""The clinic's small requests: questions, notes and translations that come once."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

from apps.learning.demo.story import ONE_OFF, Call, Story, Turn

QUESTION_STORIES = (
    Story(
        "policy-sores",
        ONE_OFF,
        "ward-assistant",
        "ma.nurse",
        days_ago=12,
        at=time(13, 15),
        turns=(
            Turn(
                "我是刚入职的护士，压力性损伤风险评估多久做一次？",
                (
                    Call(
                        "search_policies",
                        {"query": "压力性损伤 风险评估 频次"},
                        "高危患者每日评估，其他患者每周评估，病情变化时随时评估",
                        540,
                    ),
                ),
                "高危患者每天一次，其他患者每周一次，病情变化时随时评估。",
            ),
            Turn(
                "那评分用哪张表？",
                (
                    Call(
                        "search_policies",
                        {"query": "压力性损伤 评分表"},
                        "Braden 量表，见附件 3",
                        470,
                    ),
                ),
                "用 Braden 量表，制度附件 3 里有，12 分及以下为高危。",
                "positive",
            ),
        ),
    ),
    Story(
        "duty-phone",
        ONE_OFF,
        "ward-assistant",
        "ma.nurse",
        days_ago=8,
        at=time(20, 40),
        turns=(
            Turn(
                "今晚检验科值班电话是多少？",
                (Call("get_duty_list", {"unit": "检验科", "date": "$today"}, "内线 6021", 210),),
                "今晚检验科值班内线 6021。",
            ),
        ),
    ),
    Story(
        "free-beds",
        ONE_OFF,
        "ward-assistant",
        "he.nurse",
        days_ago=1,
        at=time(7, 50),
        turns=(
            Turn(
                "心内科还有空床吗？急诊要转一个病人过来。",
                (Call("get_beds", {"ward": "心内科"}, {"total": 44, "free": 2}, 190),),
                "心内科有 2 张空床：12 床和 31 床。",
            ),
            Turn("谢谢，留 12 床。", reply="好的，请在床位系统中登记预留。"),
        ),
    ),
    Story(
        "minutes-quality",
        ONE_OFF,
        "report-writer",
        "chen.office",
        days_ago=10,
        at=time(17, 5),
        turns=(
            Turn(
                "把今天质控例会的录音稿整理成会议纪要。",
                (
                    Call(
                        "get_transcript", {"meeting": "质控例会", "date": "$today"}, "8200 字", 700
                    ),
                    Call("summarise", {"style": "纪要"}, "1400 字", 2600),
                    Call("save_document", {"name": "质控例会纪要_$today"}, "已保存", 360),
                ),
                "纪要已整理，共 1400 字，分为议题、决议和待办三部分。",
            ),
            Turn(
                "太长了。我喜欢简短的，以后纪要都用要点，不超过十行。",
                (
                    Call("summarise", {"style": "要点", "max_lines": 10}, "9 行", 1900),
                    Call("save_document", {"name": "质控例会纪要_$today"}, "已保存", 340),
                ),
                "已改为 9 行要点。",
            ),
            Turn("非常好，就要这样的。", reply="以后的纪要都按这个写。"),
        ),
    ),
    Story(
        "leaflet-english",
        ONE_OFF,
        "report-writer",
        "zhou.headnurse",
        days_ago=7,
        at=time(15, 30),
        turns=(
            Turn(
                "病房来了一位外国患者，把术前须知翻译成英文，就这一次用英文。",
                (
                    Call("get_document", {"name": "术前须知"}, "420 字", 240),
                    Call("translate", {"to": "en"}, "310 words", 1800),
                ),
                "Before your operation: please do not eat for eight hours or drink for two.",
                Decimal("0.9"),
            ),
        ),
    ),
    Story(
        "colleague-doses",
        ONE_OFF,
        "ward-assistant",
        "sun.quality",
        days_ago=5,
        at=time(14, 45),
        turns=(
            Turn(
                "我同事是药剂师，她想知道高警示药品目录最近一次更新是什么时候。",
                (
                    Call(
                        "search_policies",
                        {"query": "高警示药品目录"},
                        "$last_month_start 修订",
                        520,
                    ),
                ),
                "高警示药品目录最近一次修订是 $last_month_start。",
            ),
        ),
    ),
    Story(
        "handover-reminder",
        ONE_OFF,
        "ward-assistant",
        "tang.headnurse",
        days_ago=4,
        at=time(18, 20),
        turns=(
            Turn(
                "每天早上 7 点半提醒我看夜班交接记录。",
                (
                    Call(
                        "create_reminder",
                        {"words": "每天早上 7 点半", "text": "看夜班交接记录"},
                        "待确认",
                        380,
                    ),
                ),
                "已理解为每天 07:30 提醒，请在页面上确认。",
            ),
        ),
    ),
)
