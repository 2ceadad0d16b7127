"""Turns that the sentences of other trades answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.feedback.domain.turns import turn

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn

TRADE_TURNS: dict[str, PreviousTurn] = {
    "ppt": turn(
        "做一个新员工入职培训的 PPT",
        "PPT 做好了，共 18 页，已存到 入职培训.pptx。",
        make_slides={"path": "入职培训.pptx", "pages": 18},
    ),
    "crawler": turn(
        "写个爬虫抓取竞品价格",
        "爬虫写好了，抓到 230 条，存到 prices.csv。",
        write_file={"path": "crawler.py"},
    ),
    "hotel": turn(
        "订一间上海虹桥附近的酒店",
        "已预订：虹桥宾馆，大床房，12 月 5 日入住一晚，620 元。",
        book_hotel={"name": "虹桥宾馆"},
    ),
    "leave": turn(
        "帮我统计部门上月的加班时长", "上月部门加班共 213 小时。", hr_query={"month": "2026-11"}
    ),
    "alarm": turn(
        "每天早上六点半叫我起床", "好的，每天 06:30 叫你起床。", create_alarm={"cron": "30 6 * * *"}
    ),
    "drug": turn(
        "把出院小结写一下",
        "出院小结已完成：诊断肺炎，住院 7 天，带药三种。",
        write_doc={"path": "出院小结.docx"},
    ),
    "twm": turn(
        "幫我回覆客戶的報價信",
        "已草擬：感謝來信，單價為 450 元，交期兩週。",
        draft_email={"to": "客戶"},
    ),
    "askx": turn("把旧照片整理一下", "发现 400 张重复的。要删除重复照片吗？", scan={}),
    "asky": turn("帮我约牙医", "想约上午还是下午？"),
    "vm": turn(
        "Resize the staging VM",
        "The staging VM now has 8 vCPU and 32 GB RAM.",
        cloud_resize={"vm": "staging", "cpu": 8},
    ),
    "logo": turn(
        "Design a logo for the bakery",
        "Here is a logo with a wheat ear in brown.",
        image_gen={"prompt": "bakery logo"},
    ),
    "census": turn(
        "How many customers churned last month?",
        "84 customers churned in November.",
        run_sql={"sql": "select ..."},
    ),
    "regex": turn(
        "Write a regex for German phone numbers", "Use ^\\+49\\d{10}$ for German phone numbers."
    ),
    "invite": turn(
        "Invite the whole team to the retro",
        "Invitation sent to 9 people for Thursday 15:00.",
        calendar_create={"time": "Thu 15:00"},
    ),
    "lint": turn(
        "Fix the lint errors", "Fixed 23 lint errors in 8 files.", run_shell={"cmd": "eslint --fix"}
    ),
    "asku": turn(
        "Update the dependencies",
        "17 packages are outdated. Update all of them, or only the security fixes?",
        npm={},
    ),
    "cronE": turn(
        "Back up the wiki every night at 1am",
        "Scheduled: nightly at 01:00.",
        create_schedule={"cron": "0 1 * * *"},
    ),
    "dash": turn(
        "做一个 sales dashboard",
        "dashboard 做好了，三个 chart：revenue、orders、region。",
        make_dashboard={"charts": 3},
    ),
    "menu": turn(
        "设计一份春季菜单",
        "菜单设计好了：前菜 4 道，主菜 6 道，甜品 3 道。",
        write_doc={"path": "春季菜单.docx"},
    ),
    "perf": turn(
        "优化一下首页加载速度",
        "已压缩图片并开启懒加载，首屏从 4.2 秒降到 1.8 秒。",
        edit_file={"path": "home.vue"},
    ),
    "contract": turn(
        "审一下这份租赁合同",
        "审完了：违约金条款偏高，建议改为月租的 20%。",
        read_file={"path": "租赁合同.pdf"},
    ),
    "parcel": turn(
        "查一下我的快递到哪了", "快递已到杭州转运中心，预计明天送达。", track={"no": "SF123"}
    ),
    "visit": turn(
        "安排下周二客户参观工厂",
        "已安排：周二 9:30 到厂，张工陪同，参观 2 号车间。",
        calendar_create={"date": "周二"},
    ),
    "ecg": turn(
        "整理今天的会诊记录", "会诊记录已整理，共 3 例，存入病历系统。", emr_write={"n": 3}
    ),
    "tw5": turn(
        "幫我把這段影片加上字幕", "字幕已加好，繁體中文，字級 24。", subtitle={"lang": "zh-TW"}
    ),
    "ask5": turn("清理邮箱", "有 1200 封促销邮件。全部删除还是归档？"),
    "rem5": turn(
        "每周日晚上八点提醒我备份照片",
        "好的，每周日 20:00 提醒你备份照片。",
        create_reminder={"cron": "0 20 * * 0"},
    ),
    "resume": turn(
        "Shorten my bio to 100 words",
        "Here is a version with 98 words, written in the third person.",
    ),
    "query": turn(
        "Speed up the orders query",
        "Added an index on customer_id; the query now takes 40 ms.",
        run_sql={"sql": "create index"},
    ),
    "shop": turn(
        "Find a birthday present for a 10 year old",
        "How about a beginner's telescope for 89 dollars?",
        search={"q": "present"},
    ),
    "podcast": turn(
        "Transcribe the interview",
        "Transcript saved: interview.txt, 5,400 words, two speakers.",
        transcribe={"path": "interview.mp3"},
    ),
    "ticket": turn(
        "Close the duplicate tickets", "Closed 14 tickets as duplicates.", jira_bulk={"n": 14}
    ),
    "weather": turn(
        "Will it rain in Hamburg on Saturday?",
        "Rain is likely on Saturday afternoon, about 70 percent.",
        weather={"city": "Hamburg"},
    ),
    "ask5e": turn("Order business cards", "Matte or glossy?"),
    "cron5": turn(
        "Send me the sales numbers every weekday at 8",
        "Set: every weekday at 08:00.",
        create_schedule={"cron": "0 8 * * 1-5"},
    ),
    "mx5": turn(
        "把 docs 翻成 English", "docs 已翻译完，放在 /docs/en 下。", translate={"to": "en"}
    ),
}
