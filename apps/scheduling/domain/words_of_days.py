"""Words of days: of the week, told from today, counted in a month, and parts of a day."""

from __future__ import annotations

from apps.scheduling.domain import numerals
from apps.scheduling.domain.numerals import number_of
from apps.scheduling.domain.vocabulary import (
    NUMBER,
    NUMBER_EN,
    PARTS,
    WEEKDAYS_EN,
    WEEKDAYS_ZH,
    Word,
    en,
)

DAY_WORDS: tuple[Word, ...] = (
    # days of the week
    (
        "w",
        r"(?:周|星期|礼拜)(?P<wz>[一二三四五六日天](?![次回遍趟])"
        r"(?:[二三四五六日天](?![点时个次号月十百次回遍]|小时|分|期))*)",
        lambda m: tuple(WEEKDAYS_ZH[sign] for sign in m["wz"]),
    ),
    ("w", r"(?:周|星期|礼拜)(?P<wd>[1-7])(?![\d点:次])", lambda m: (int(m["wd"]) - 1,)),
    (
        "!",
        r"[单双](?:号|日|周(?![报会刊])|数日|月)|"
        + en(r"(?:odd|even)(?:[- ]numbered)? (?:days?|weeks?|months?|dates?)"),
        lambda _: "odd_or_even",
    ),
    ("!", r"(?:周|星期|礼拜)[八九0]", lambda _: "invalid_weekday"),
    (
        "w",
        en(
            r"(?P<wen>mon(?:days?)?|tue(?:s|sdays?)?|wed(?:s|nesdays?)?|thu(?:rs?|rsdays?)?|"
            r"fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)"
        )
        + r"\.?",
        lambda m: (WEEKDAYS_EN.index(m["wen"][:3]),),
    ),
    ("w", en(r"m ?[-–] ?f"), lambda _: (0, 1, 2, 3, 4)),
    (
        "k",
        r"工作日|上班日|平日(?!里|子)|"
        + en(r"weekdays?|workdays?|working days?|business days?|work days?"),
        lambda m: "plain" if m.group().startswith("weekday") else "business",
    ),
    ("z", r"双休日|周末|星期末|" + en(r"weekends?"), lambda _: None),
    # relative
    (
        "r",
        r"大后天|后天|明天|明日|明(?=早|晚|晨|上午|下午)|今天|今日|今(?=早|晚|晨)|当天|昨天|昨日|昨晚|前天",
        lambda m: {"大": 3, "后": 2, "明": 1, "今": 0, "当": 0, "昨": -1, "前": -2}[m.group()[0]],
    ),
    ("r", en("the day after tomorrow|day after tomorrow"), lambda _: 2),
    ("r", en("tomorrow|tmrw|tmr"), lambda _: 1),
    ("r", en("today"), lambda _: 0),
    ("r", en("yesterday|last night"), lambda _: -1),
    (
        "N",
        en("tonight|this (?P<np>morning|afternoon|evening)"),
        lambda m: PARTS[m["np"] or "night"],
    ),
    (
        "R",
        r"(?P<rz>下下|下|这|本|上上|上|今|明|后|去)个?(?=周|星期|礼拜|月|季度|年)(?<!后个)",
        lambda m: {
            "下下": 2,
            "下": 1,
            "明": 1,
            "这": 0,
            "本": 0,
            "今": 0,
            "后": 2,
            "上": -1,
            "上上": -2,
            "去": -1,
        }[m["rz"]],
    ),
    ("R", en(r"next|coming|this(?! is)"), lambda m: 0 if m.group() == "this" else 1),
    # ordinals
    ("q", rf"倒数第(?P<bz>{NUMBER})个?", lambda m: -number_of(m["bz"])),
    ("q", r"最后一?个?|末(?=个)", lambda _: -1),
    (
        "q",
        rf"第(?P<oz>{NUMBER})个?|首个?(?=周|工|天|日)|头一?个",
        lambda m: number_of(m["oz"]) if m["oz"] else 1,
    ),
    (
        "q",
        en(
            rf"(?:(?P<ln>\d{{1,2}})(?:st|nd|rd|th)|(?P<lo>{NUMBER_EN}|{numerals.ORDINAL_EN}))"
            r"[- ](?:to[- ])?last|next[- ]to[- ]last|penultimate"
        ),
        lambda m: -number_of(m["ln"] or m["lo"] or "2"),
    ),
    ("q", r"(?<!\d)(?P<oe>\d{1,2})(?:st|nd|rd|th)(?![a-z])", lambda m: int(m["oe"])),
    ("q", en(rf"(?P<ow>{numerals.ORDINAL_EN})"), lambda m: number_of(m["ow"])),
    (
        "E",
        r"月底|月末|月尾|" + en(r"(?:the )?end of (?:the |each |every )?month|month[- ]end"),
        lambda _: "month",
    ),
    (
        "E",
        r"季度?末|季度?底|" + en(r"(?:the )?end of (?:the |each |every )?quarter"),
        lambda _: "quarter",
    ),
    ("E", r"年底|年末|" + en(r"(?:the )?end of (?:the |each |every )?year"), lambda _: "year"),
    # parts of a day
    ("p", r"早晚", lambda _: ("morning", "night")),
    (
        "p",
        r"凌晨|大清早|清晨|清早|早晨|早上|早间|一早|上午|中午|午间|下午|午后|傍晚|黄昏|晚上|晚间|夜晚|夜里|夜间|深夜|半夜|早(?!就|已|点|日)|晚(?!点|会|饭|安)",
        lambda m: (PARTS[m.group()],),
    ),
    (
        "p",
        r"(?:in the |at )?" + en(r"(?P<pe>mornings?|afternoons?|evenings?|nights?|nightly)"),
        lambda m: (PARTS[m["pe"]],),
    ),
)
