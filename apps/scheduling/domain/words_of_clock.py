"""Words of dates and of times of the day, and lengths that are not a number and a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.domain.numerals import number_of
from apps.scheduling.domain.vocabulary import (
    MINUTES_ZH,
    NUMBER,
    NUMBER_EN,
    UNITS,
    Clock,
    Day,
    Length,
    Word,
    en,
)

if TYPE_CHECKING:
    import re


def _clock_zh(match: re.Match[str]) -> Clock:
    minute = {"半": 30, "一刻": 15, "1刻": 15, "三刻": 45, "3刻": 45}.get(match["zhfrac"] or "")
    if minute is None:
        minute = number_of(match["zhmin"] or match["zhmin2"] or "0")
    hour = number_of(match["zhhour"])
    says_minutes = bool(match["zhmin"] or match["zhmin2"])
    return Clock(hour, minute, is_full=says_minutes or hour > 12 or hour == 0)


def _clock_digits(match: re.Match[str]) -> Clock:
    half = (match["ampm"] or "").replace(".", "")
    return Clock(int(match["chour"]), int(match["cmin"]), half, is_full=not half)


def _past(match: re.Match[str]) -> Clock:
    word = match["pmin"].removeprefix("a ")
    minutes = {"half": 30, "quarter": 15}.get(word) or number_of(word)
    hour, half = number_of(match["phour"]), (match["phalf"] or "").replace(".", "")
    if match["pdir"] == "to":
        return Clock((hour - 1) or 12, 60 - minutes, half)
    return Clock(hour, minutes, half)


def _lacking(match: re.Match[str]) -> Clock:
    """Read a time by the minutes that it lacks: 差五分九点."""
    said = match["lm"] or match["lm2"]
    minutes = 15 if said == "一刻" else number_of(said.removesuffix("分"))
    hour = number_of(match["lh"] or match["lh2"])
    return Clock((hour - 1) or 12, 60 - minutes, is_full=hour > 13)


def _spoken(match: re.Match[str]) -> Clock:
    minute = number_of(match["smin"].removeprefix("oh").removeprefix("o'").strip(" -"))
    return Clock(number_of(match["shour"]), minute, (match["shalf"] or "").replace(".", ""))


# A time in words alone: two thirty, seven oh five.
_HOUR_EN = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_MINUTES_EN = (
    "ten|fifteen|twenty(?:-five)?|thirty(?:-five)?|forty(?:-five)?|fifty(?:-five)?|oh[ -]five"
)

CLOCK_WORDS: tuple[Word, ...] = (
    # whole dates
    (
        "D",
        r"(?P<dy>\d{4})(?:[-/.](?P<dm>\d{1,2})[-/.](?P<dd>\d{1,2})(?!\d)"
        rf"|年(?P<dm2>{NUMBER})月(?P<dd2>{NUMBER})[日号]?)(?:t(?=\d))?",
        lambda m: (
            Day(int(m["dy"]), number_of(m["dm"] or m["dm2"]), number_of(m["dd"] or m["dd2"])),
        ),
    ),
    (
        "D",
        rf"(?P<zm>{NUMBER})月份?的?(?P<zd>{NUMBER})[日号]",
        lambda m: (Day(None, number_of(m["zm"]), number_of(m["zd"])),),
    ),
    (
        "D",
        r"(?<![\d/:])(?P<sm>\d{1,2})/(?P<sd>\d{1,2})(?:/(?P<sy>\d{4}))?(?![\d/])",
        lambda m: (Day(int(m["sy"]) if m["sy"] else None, int(m["sm"]), int(m["sd"])),),
    ),
    # times of day
    (
        "t",
        r"(?<![\d:])(?P<chour>\d{1,2}):(?P<cmin>\d{2})(?::\d\d)?(?:\.\d+)?(?!\d)"
        r"(?:\s*(?P<ampm>a\.?m\.?|p\.?m\.?)(?![a-z]))?",
        _clock_digits,
    ),
    (
        "t",
        r"(?<![\d:])(?P<ehour>\d{1,2})\s*(?P<ehalf>a\.?m\.?|p\.?m\.?)(?![a-z])",
        lambda m: Clock(int(m["ehour"]), 0, m["ehalf"].replace(".", "")),
    ),
    (
        "t",
        r"(?<![\d:])(?P<fhour>1[0-2]|0?[1-9])(?P<fmin>[0-5]\d)\s*(?P<fhalf>a\.?m\.?|p\.?m\.?)(?![a-z])",
        lambda m: Clock(int(m["fhour"]), int(m["fmin"]), m["fhalf"].replace(".", "")),
    ),
    (
        "t",
        rf"差(?P<lm>一刻|{NUMBER}分?)钟?(?:到|就)?(?P<lh>{NUMBER})点钟?",
        _lacking,
    ),
    (
        "t",
        rf"(?P<lh2>{NUMBER})点钟?(?:还)?差(?P<lm2>一刻|{NUMBER}分?)钟?",
        _lacking,
    ),
    (
        "t",
        rf"(?P<zhhour>{NUMBER})(?:点钟?|时(?![候间差段]))(?:整|正)?过?(?:(?P<zhfrac>半|一刻|三刻|1刻|3刻)"
        rf"|(?P<zhmin>{NUMBER})分(?!钟)|(?P<zhmin2>{MINUTES_ZH})(?![点号月日天次个周年:\d]))?",
        _clock_zh,
    ),
    (
        "t",
        rf"(?<![\d:a-z])(?P<ohour>{NUMBER_EN})\s*o'?clock(?![a-z])",
        lambda m: Clock(number_of(m["ohour"])),
    ),
    (
        "t",
        rf"(?<![a-z\d])(?P<pmin>half|(?:a )?quarter|{NUMBER_EN}(?= min)"
        r"|(?<!from )(?:five|ten|twenty|twenty-five)|\d+(?= past))(?: minutes?)?"
        rf" (?P<pdir>past|to|after) (?P<phour>{NUMBER_EN})"
        r"(?:\s*(?P<phalf>a\.?m\.?|p\.?m\.?))?(?![\d:a-z]|\s*(?:minutes|hours))",
        _past,
    ),
    (
        "P",
        rf"(?<![a-z\d])(?P<opast>{NUMBER_EN})(?: minutes?)? past(?: the hour)?(?![a-z])",
        lambda m: number_of(m["opast"]),
    ),
    ("P", r"half past(?: the hour)?(?! ?\d)", lambda _: 30),
    ("t", en("noon|midday") + "|正午", lambda _: Clock(12, is_full=True)),
    ("t", en("midnight") + "|午夜|半夜零点", lambda _: Clock(0, is_full=True)),
    (
        "t",
        rf"(?<![a-z\d:-])(?P<shour>{_HOUR_EN})[ -](?P<smin>{_MINUTES_EN})"
        r"(?![a-z]|[ -](?:min|hour|day|week|month|year|second|people|time))"
        r"(?:\s*(?P<shalf>a\.?m\.?|p\.?m\.?)(?![a-z]))?",
        _spoken,
    ),
    ("P", en("on the (?P<ph>half[ -])?hour"), lambda m: 30 if m["ph"] else 0),
    (
        "P",
        rf"第?(?P<pz>{NUMBER})分(?![钟之数享析配开店公类类级期红手部组钱给为别成])",
        lambda m: number_of(m["pz"]),
    ),
    # lengths that are not a number and a unit
    ("d", r"半个?(?P<hz>小时|钟头)", lambda _: Length(30, "minute")),
    ("d", en(r"half(?: an?)?[ -]hours?"), lambda _: Length(30, "minute")),
    (
        "d",
        rf"(?P<hn>{NUMBER})个半(?P<hu>小时|钟头|月)",
        lambda m: Length(number_of(m["hn"]) + 0.5, UNITS[m["hu"]]),
    ),
    (
        "d",
        en(rf"(?P<hh>an?|{NUMBER_EN})(?: and a half hours?| hours? and a half)"),
        lambda m: Length(number_of(m["hh"]) * 60 + 30, "minute"),
    ),
    ("d", en(r"hour and a half"), lambda _: Length(90, "minute")),
    (
        "d",
        en(r"(?:(?P<qh>three|3) quarters|(?:a )?quarter)(?: of an?)?[ -]hours?"),
        lambda m: Length(45 if m["qh"] else 15, "minute"),
    ),
    ("d", r"半天", lambda _: Length(12, "hour")),
    ("d", r"半个?月", lambda _: Length(0.5, "month")),
    ("d", r"半年", lambda _: Length(6, "month")),
)
