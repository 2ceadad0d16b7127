"""A number with a unit, a unit alone, a number alone, and words that only fill."""

from __future__ import annotations

from apps.scheduling.domain.numerals import number_of
from apps.scheduling.domain.vocabulary import (
    NUMBER,
    NUMBER_EN,
    UNITS,
    Length,
    Word,
    en,
)

_SOME = frozenset({"a couple of", "couple of", "a few", "few", "several"})


def _amount(text: str) -> float:
    return float(text) if "." in text else number_of(text)


NUMBER_WORDS: tuple[Word, ...] = (
    # a number and a unit
    (
        "d",
        rf"(?P<dn>{NUMBER})\s*(?:个(?P<du>小时|钟头|星期|礼拜|月|季度)"
        r"|(?P<du2>分钟|小时|钟头|刻钟|天|周(?![一二三四五六日天末])|星期(?![一二三四五六日天])"
        r"|礼拜(?![一二三四五六日天])|季度|年|秒钟?))",
        lambda m: Length(number_of(m["dn"]), UNITS[m["du"] or m["du2"]]),
    ),
    (
        "d",
        rf"(?<![a-z\d.])(?P<den>\d+\.\d+|{NUMBER_EN}|an?|a couple of|couple of|a few|few|several)"
        r"[ -]?(?P<deu>minute|min|hour|hr|day|week|wk|month|quarter|year|yr|fortnight|second|sec)"
        r"s?(?![a-z])",
        lambda m: (
            Length(float("nan"), "vague")
            if m["den"] in _SOME
            else Length(_amount(m["den"]), UNITS[m["deu"]])
        ),
    ),
    (
        "d",
        r"(?<![a-z\d.])(?P<dsn>\d{1,15})(?P<dsu>[mhdws])(?![a-z\d])",
        lambda m: Length(int(m["dsn"]), UNITS[m["dsu"]]),
    ),
    (
        "u",
        r"分钟|个?小时|个?钟头|刻钟|天|日(?![常用本志出子])|个?星期|个?礼拜|周(?!围|边|到|转)|个?月(?!亮|光|份|经)|个?季度?(?!节)|年(?!轻|龄|级|度|终)",
        lambda m: UNITS[m.group().removeprefix("个")],
    ),
    (
        "u",
        en(r"(?P<ue>minute|min|hour|hr|day|week|wk|month|quarter|year|yr|fortnight|second)s?"),
        lambda m: UNITS[m["ue"]],
    ),
    ("A", r"@|" + en("at|around|about|by"), lambda m: m.group()),
    ("o", r"整点", lambda _: None),
    ("n", rf"(?<![a-z])(?:{NUMBER}|{NUMBER_EN})(?![a-z])", lambda m: number_of(m.group())),
    (
        ".",
        r"的|在|于|准时|整|钟|这?一?天的?(?=早|晚|上午|下午)|\s+|[。.!！;；:：?？\"'“”()\[\]]|"
        + en("on|of|the|in|sharp|exactly|only"),
        lambda m: m.group(),
    ),
)
