"""Write counts in figures, so that "thirty" and "三十" compare with 30."""

from __future__ import annotations

import re

_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2}
_ENGLISH = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "eighty": 80, "ninety": 90}
_ENGLISH_WORD = re.compile(r"\b(?:" + "|".join(_ENGLISH) + r")\b", re.ASCII)
_CHINESE_NUMBER = re.compile(
    r"[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九]"
)


def write_figures(text: str) -> str:
    """Put figures in the place of number words below a hundred, Chinese and English."""
    text = _ENGLISH_WORD.sub(lambda match: str(_ENGLISH[match.group()]), text)
    return _CHINESE_NUMBER.sub(lambda match: str(_value(match.group())), text)


def _value(numeral: str) -> int:
    tens, ten, ones = numeral.partition("十")
    if not ten:
        return _DIGITS[numeral]
    return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)
