"""Takes the names of one case out of a phrase: people, places, codes, and what filled a slot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.evolution.domain.json_place import opened, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.evolution.domain.run import Run

LEAST_WORDS_LEFT = 3
SHORTEST_NAME = 2
LONGEST_NAME = 30

# Keys under which tools keep the names of people.
_NAME_KEY = re.compile(
    r"(?:first|last|given|family|full|middle|sur|display|contact|user|customer|client|patient"
    r"|passenger|recipient|employee|member)_?name|姓名|联系人|收件人|患者|乘客|客户名称?|员工",
    re.IGNORECASE,
)
_OF_PERSON = re.compile(
    r"(?P<who>\b(?:friend|colleague|wife|husband|partner|mother|father|mom|dad|son|daughter|brother"
    r"|sister|boss|customer|client|patient|passenger|named|called|mr\.?|mrs\.?|ms\.?|dr\.?)),?\s+"
    r"(?:named\s+|called\s+)?(?-i:[A-Z][a-z]+)(?:\s+(?-i:[A-Z][a-z]+))*",
    re.IGNORECASE,
)
_OF_PERSON_CHINESE = re.compile(
    r"(?P<who>朋友|同事|客户|患者|病人|乘客|用户|护士|医生|老师)"
    r"[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁沈任姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤]"
    r"[一-鿿]{1,2}(?=的|，|,|。|在|要|订|退|改|买|取消|\s|$)"
)
_LEADS = (
    r"(?:\b(?:from|to|for|of|in|on|at|between|through|via|with|under|named|called|and|the|my|a)"
    r"\s+)*"
)
# “(to {cabin}) class”: the word that a particular stands before goes with it.
_NEXT_WORD = (
    r"(?:\s+(?!(?:and|or|to|for|from|of|in|on|at|by|with|via|that|which|is|are|so|if"
    r"|[a-z]+ing)\b)[a-z]+\b)?"
)
_NAME = re.compile(r"(?<=[a-z,}] )(?:[A-Z][A-Za-z]+(?:\s+[A-Z][A-Za-z]+)*)\b(?:'s)?")
_SLOT = re.compile(r"\{[^{}]*\}")
_SPACES = re.compile(r"\s+(?=[,.，。])|(?<=\s)\s+|(?<=[一-鿿])\s+(?=[一-鿿])")
_WORD = re.compile(r"[一-鿿]|[^\W_一-鿿]+")


def people_in(runs: Iterable[Run]) -> frozenset[str]:
    """List the names of people that the calls of some runs were given or answered."""
    found: set[str] = set()
    for run in runs:
        for call in run.calls:
            for whole in (call.args, opened(call.result)):
                for path, value in places(whole):
                    if names_person(path, value):
                        found.add(str(value).strip())
    return frozenset(found)


def without_people(phrase: str, people: Iterable[str]) -> str:
    """Leave out who a request is about: the names that tools know, and those after a relation."""
    for name in sorted(people, key=len, reverse=True):
        edge = r"(?<![A-Za-z])(?:(?:named|called)\s+)?{}(?:['’]s)?(?![A-Za-z])"
        pattern = edge.format(re.escape(name)) if name.isascii() else re.escape(name)
        phrase = re.sub(pattern, " ", phrase)
    phrase = _OF_PERSON.sub(lambda found: found["who"], phrase)
    phrase = _OF_PERSON_CHINESE.sub(lambda found: found["who"], phrase)
    return _tidy(phrase)


def without_rare_names(phrase: str, others: Sequence[str]) -> str:
    """Leave out the names and codes that half of the requests or fewer have, with what leads up.

    What most of them name is what the work is about: a product, a format. A phrase of which too
    little would be left stays.
    """
    for name in dict.fromkeys(found[0] for found in _NAME.finditer(phrase)):
        having = sum(name.casefold() in other.casefold() for other in others)
        if 2 * having <= len(others):
            phrase = _left_out(phrase, re.escape(name))
    return phrase


def without_names(phrase: str) -> str:
    """Leave out all names in a phrase, as far as enough is left: what kind of work it is."""
    for name in dict.fromkeys(found[0] for found in _NAME.finditer(phrase)):
        phrase = _left_out(phrase, re.escape(name))
    return phrase


def without_slots(phrase: str) -> str:
    """Leave out what stands for the particulars of a case, with what leads up to it.

    A Chinese sentence needs them where they stand.
    """
    return _left_out(phrase, _SLOT.pattern + _NEXT_WORD) if phrase.isascii() else phrase


def _left_out(phrase: str, pattern: str) -> str:
    shorter = _tidy(re.sub(rf"[,\s]*{_LEADS}(?:{pattern})", " ", phrase))
    return shorter if len(_WORD.findall(shorter)) >= LEAST_WORDS_LEFT else phrase


def names_person(path: tuple[str | int, ...], value: object) -> bool:
    """Tell whether what stands at a place of an answer is the name of a person."""
    if not isinstance(value, str) or not SHORTEST_NAME <= len(value.strip()) <= LONGEST_NAME:
        return False
    is_name = all(sign.isalpha() or sign in " .'’-" for sign in value)
    return is_name and any(isinstance(key, str) and _NAME_KEY.fullmatch(key) for key in path)


def _tidy(phrase: str) -> str:
    return _SPACES.sub("", phrase).strip(" ,，、")
