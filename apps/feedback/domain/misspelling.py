"""Mend slips of the hand and of the ear in the few words that the rules turn on."""

from __future__ import annotations

import re

_KEY_WORDS = (
    "wrong incorrect instead still again should missing mistake error errors broken revert undo "
    "perfect thanks thank great works working actually shorter rather meant asked correct "
    "please change replace remind tomorrow every schedule because format "
    "forgot without nothing better useless awesome exactly already finally restore rewrite "
    "english there their what about version another different everything column title".split()
)
_REAL_WORDS = frozenset(
    "stilt sill till their there then than three broke meat noting sorter tanks thee greta bette "
    "forma forgo pease thing think ting tank thank that tat wat hat eery very "
    "grat tile title grea ever every works words wok work working cat ant scant abut bout bot "
    "change chang charge mean meant ment rather rater rathe place replace rest restore store "
    "tile bet beter batter about rite write rewrite want nether neither other another".split()
)
_CHINESE = {
    "不队": "不对",
    "以经": "已经",
    "因该": "应该",
    "从新": "重新",
    "还事": "还是",
    "改会": "改回",
    "在来一": "再来一",
    "在试": "再试",
    "在做一": "再做一",
    "在查一": "再查一",
    "不形": "不行",
    "没由": "没有",
    "撒销": "撤销",
    "测销": "撤销",
    "弄返": "弄反",
    "好象": "好像",
    "恢付": "恢复",
    "错勿": "错误",
    "搓了": "错了",
    "做错": "做错",
    "完没": "完美",
    "狠好": "很好",
    "很号": "很好",
    "不做": "不做",
    "应改是": "应该是",
    "根本没": "根本没",
    "还市": "还是",
    "任然": "仍然",
    "在帮": "再帮",
    "在给我": "再给我",
    "一但": "一旦",
    "理解挫": "理解错",
    "写搓": "写错",
    "填搓": "填错",
}
_WORD = re.compile(r"[a-z]{3,}", re.ASCII)
_FOREIGN = re.compile(r"(?<![现正实存])(?:" + "|".join(_CHINESE) + ")")


def mend_spelling(text: str) -> str:
    """Replace near-misses of the key words: two letters swapped, one dropped, or one doubled."""
    if not text.isascii():
        text = _FOREIGN.sub(lambda match: _CHINESE[match.group()], text)
    return _WORD.sub(lambda match: _MENDED.get(match.group(), match.group()), text)


def _near_misses() -> dict[str, str]:
    mended: dict[str, str] = {}
    for word in _KEY_WORDS:
        for miss in _slips(word):
            if miss not in _REAL_WORDS and miss not in _KEY_WORDS:
                mended.setdefault(miss, word)
    return mended | {
        "teh": "the",
        "wat": "what",
        "thx": "thanks",
        "pls": "please",
        "plz": "please",
        "ty": "thanks",
        "dosnt": "doesn't",
        "dont": "don't",
    }


def _slips(word: str) -> set[str]:
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
    dropped = {word[:i] + word[i + 1 :] for i in range(1, len(word))} if len(word) > 4 else set()
    doubled = {word[: i + 1] + word[i:] for i in range(len(word))}
    return (swapped | dropped | doubled) - {word}


_MENDED = _near_misses()
