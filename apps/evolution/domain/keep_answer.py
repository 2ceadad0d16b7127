"""Reads what a person answers when asked whether to keep a skill: yes, change it, no, or nothing.

A message is an answer only as a whole: “yes” before another request answers something else. It
must come right after a reply that asked, or speak of the skill itself.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

LONGEST_ANSWER = 600
MOST_WORDS = 500

Kept = Literal["yes", "change", "no"]


class KeepAnswer(NamedTuple):
    """What was answered, and what was said beside it."""

    answer: Kept
    words: str = ""


_KEPT_EN = r"(?:it|that|this|(?:the|this|that|my) (?:new )?skill|this one|that one)"
_SKILL_ZH = r"(?:(?:这个|该|这项|此|这|那个)?技能)?"
_YES = (
    rf"(?:请)?(?:帮我)?(?:保留|留着|留下|保存|存下来?|记下来?)(?:它|下来)?{_SKILL_ZH}了?",
    rf"(?:do )?(?:keep|save|store)(?: {_KEPT_EN})?",
    r"好的?|好啊|好呀|可以的?|行的?|要的?|是的?|嗯+|对的?|没问题|当然(?:可以)?|同意",
    r"ok(?:ay)?|yes|yep|yeah|yup|sure|of course|please do|go ahead|sounds good|fine|definitely|"
    r"absolutely",
)
_NO = (
    rf"(?:不用|不要|不必|别|不需要|无需|不想)(?:再)?(?:保留|留着?|保存|存|记)(?:它|下来)?{_SKILL_ZH}了?",
    r"(?:把)?(?:这个|那个)?技能(?:丢掉|扔掉|删掉|删了|去掉)",
    r"(?:丢掉|扔掉|删掉|删了|去掉)(?:这个|那个)?技能",
    rf"(?:do not|don't|dont|no need to|never) (?:keep|save|store) {_KEPT_EN}",
    r"(?:drop|discard|forget|throw away|delete|remove) (?:the|this|that) skill",
    r"不了?|不用了?|不要了?|不必了?|算了吧?|别了|不需要了?|不行|不同意",
    r"no|nope|nah|not now|not really|no need|never mind|nevermind|rather not|i'd rather not",
)
_COURTESY = re.compile(
    r"\s*(?:谢谢(?:你|您)?|多谢|辛苦了|麻烦(?:你|您)了?|吧|please|thanks?(?: a lot| so much)?|"
    r"thank you(?: very much)?|thx|cheers)$|^please\s+(?!do$)",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"^(?:(?:好的?|可以|行|嗯|yes|ok(?:ay)?|sure)\s*[,，。.!！、]?\s*)?"
    r"(?:(?:但|不过|but)\s*)?(?:请|please )?"
    r"(?:改一?下|改一改|修改(?:一下)?|改成|改为|要改|调整(?:一下)?|"
    r"change(?: it)?|adjust(?: it)?|edit(?: it)?|modify(?: it)?)\s*[:：,，]\s*(?P<words>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_CLAUSES = re.compile(r"[,，。.!！?？;；、~～\n]+")
_FOLDED = str.maketrans({"’": "'", "‘": "'"})


_YES_SAID, _NO_SAID = (re.compile("|".join(said), re.IGNORECASE) for said in (_YES, _NO))
_OF_SKILL = re.compile(r"技能|\bskill\b", re.IGNORECASE)


def read_keep_answer(message: str, *, reply: str, title: str) -> KeepAnswer | None:
    """Read a message that may answer the question about `title`; None where it does not.

    `reply` is what the agent said just before it. What is to be different is cut at 500 characters.
    """
    said = message.strip().translate(_FOLDED)
    if not said or len(said) > LONGEST_ANSWER:
        return None
    asked = has_asked(reply, title)
    changed = _CHANGE.match(said)
    if changed:
        return KeepAnswer("change", changed["words"].strip()[:MOST_WORDS]) if asked else None
    meant = _meant(said)
    return meant if meant and (asked or _OF_SKILL.search(said)) else None


def has_asked(reply: str, title: str) -> bool:
    """Tell whether a reply put the question: it asks, and speaks of a skill or names this one."""
    if "?" not in reply and "？" not in reply:
        return False
    return bool(_OF_SKILL.search(reply)) or (bool(title) and title in reply)


def _meant(said: str) -> KeepAnswer | None:
    """Read a message of which every clause belongs to the answer, and all to the same one."""
    clauses = (" ".join(_bare(clause).split()) for clause in _CLAUSES.split(said))
    left = [clause for clause in clauses if clause]
    if left and all(_NO_SAID.fullmatch(clause) for clause in left):
        return KeepAnswer("no")
    if left and all(_YES_SAID.fullmatch(clause) for clause in left):
        return KeepAnswer("yes")
    return None


def _bare(clause: str) -> str:
    """Take the courtesies off a clause."""
    while (shorter := _COURTESY.sub("", clause.strip())) != clause:
        clause = shorter
    return clause
