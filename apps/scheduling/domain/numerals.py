"""Numbers in figures or in words, Chinese and English, below a thousand."""

from __future__ import annotations

_ZH = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_EN = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "a": 1, "an": 1}
_ORDINALS = {
    word: value
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1
    )
} | {"last": -1}

ZH = "[零〇一二两三四五六七八九十百廿]+"
EN = "|".join(sorted((word for word in _EN if len(word) > 2), key=len, reverse=True))
ORDINAL_EN = "|".join(_ORDINALS)


def number_of(text: str) -> int:
    """Read a whole number; figures, 三十五, thirty-five, third."""
    if text.isdecimal():
        return int(text)
    if text in _ORDINALS:
        return _ORDINALS[text]
    if text.isascii():
        return sum(_EN[word] for word in text.replace("-", " ").split())
    return _of_chinese(text.replace("廿", "二十"))


def _of_chinese(text: str) -> int:
    if not set(text) & set("十百"):
        return int("".join(str(_ZH[sign]) for sign in text))
    hundreds, hundred, rest = text.rpartition("百")
    total = 100 * (_ZH.get(hundreds, 1) if hundred else 0)
    tens, ten, ones = rest.rpartition("十")
    if ten:
        total += 10 * (_ZH.get(tens.strip("零"), 1) if tens.strip("零") else 1)
    last = ones.strip("零")
    return total + (_ZH.get(last, 0) if last else 0)
