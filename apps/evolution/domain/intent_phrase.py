"""Finds the few words of a request that say what was wanted, for names, titles and triggers."""

import re
from collections.abc import Iterable, Sequence

from apps.evolution.domain.quoting import one_line

MOST_TRIGGERS = 5
TRIGGER_LENGTH = 60
LONGEST_READ = 4000

_COURTESY = re.compile(
    r"""(?:
        (?:hi|hello|hey)(?:\s+(?:there|all|team|everyone))?(?=[\s,!.]|$)
      | (?:ok|okay|now|so|and|then|also)(?=[\s,]) | (?:please|pls|kindly)\b
      | (?:can|could|would|will)\s+you\b
      | i(?:['’]d|\s+would)\s+like\s+(?:you\s+)?to\b | i\s+(?:want|need)\s+(?:you\s+)?to\b
      | i(?:['’]m|\s+am)\s+(?:looking|trying|hoping)\s+to\b | help\s+me(?:\s+to)?\b | let['’]?s\b
      | 你好|您好|请问|请(?![假求客示教款购愿])|麻烦(?:你|您)?|帮忙|帮我|帮(?!助)
      | 我是[^，,。]{1,10}[，,] | 能不能|可不可以|能否|可以(?=帮|请)|我想要?|我需要|给我
    )[\s,，!！、]*""",
    re.IGNORECASE | re.VERBOSE,
)
# "I am Eve (…)," before what is wanted.
_WHO = re.compile(
    r"(?:(?:我是|我叫|我的名字是)[^，,。；;\n]{1,20}"
    r"|(?:i am|i['’]m|my name is|this is)\s+[A-Z][^,.;\n]{0,30})\s*[，,。；;.]\s*",
    re.IGNORECASE,
)
_HIDDEN = re.compile(
    r"[（(][^()（）\n]*?\[redacted:[a-z]+\][^()（），,。\n]*[)）]?"
    r"|[^\s，,。；;]*\[redacted:[a-z]+\][^\s，,。；;]*"
)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_SENTENCE_END = re.compile(r"[。！？!?；\n\r]+|\.(?=\s|$)")
_CLAUSE_END = re.compile(r"[，,；;：、]|:(?!//)")
# What names one case: a number, an id, a version, with what leads up to it or counts it.
_CASE = re.compile(
    r"""(?:[,\s]*\b(?:for|of|on|in|at|to|from|version|no\.?|number)\s+(?:[A-Za-z]+\s+)?)?
        (?<![A-Za-z0-9])(?P<id>[A-Za-z0-9_.#/-]*[0-9][A-Za-z0-9_#/-]*(?:\.[0-9A-Za-z]+)*)
        (?:年|月份?|日|号|点|期|周|楼)?""",
    re.IGNORECASE | re.VERBOSE,
)
_LOOSE_SPACE = re.compile(r"(?<=[一-鿿])\s+(?=[一-鿿])|\s+(?=[,，])|(?<=\s)\s+")
_WORD = re.compile(r"[一-鿿]|[^\W_一-鿿]+")


def key_phrase(intent: str) -> str:
    """Give the first sentence that asks for something, without its courtesies; may be empty.

    Who somebody is, and what was hidden as a secret, names no work.
    """
    for sentence in _SENTENCE_END.split(_named_work(intent[:LONGEST_READ])):
        phrase = _without_courtesy(one_line(sentence, 200)).strip(" \t,，、:：;；-–—#*>\"'“”")
        if phrase.count("`") % 2:
            phrase = phrase.replace("`", "")
        if _WORD.search(phrase):
            return phrase
    return ""


def _named_work(text: str) -> str:
    """Leave out tags, bracketed particulars that hide a secret, and who is speaking."""
    bare = _HIDDEN.sub(" ", _TAG.sub(" ", text))
    return _WHO.sub("", bare.lstrip()) or bare


def without_case(phrase: str, others: Iterable[str]) -> str:
    """Drop the numbers and ids that only this request names, so that the phrase fits the next one.

    A phrase that nobody else has said a like of, or of which too little would be left, stays.
    """
    known = " ".join(others).casefold()
    if not known:
        return phrase
    general = _CASE.sub(lambda case: case[0] if case["id"].casefold() in known else " ", phrase)
    general = _LOOSE_SPACE.sub("", general).strip(" ,，:：-")
    return general if len(words(general)) > 1 else phrase


def without_values(intent: str, values: Iterable[str]) -> str:
    """Drop the ids and numbers that fill the slots of a procedure, with what leads up to them.

    Plain words stay, and so does a text of which too little would be left.
    """
    named = {value.casefold() for value in values if any(sign.isdigit() for sign in value)}
    bare = _CASE.sub(lambda case: " " if case["id"].casefold() in named else case[0], intent)
    bare = _LOOSE_SPACE.sub("", bare).strip()
    return bare if bare != intent and len(words(bare)) > 1 else intent


def words(text: str) -> list[str]:
    """Split a text into words; each Chinese character is one."""
    return _WORD.findall(text)


def shortened(phrase: str, limit: int) -> str:
    """Cut a phrase to a length: after a clause if one ends far enough in, else a word."""
    if len(phrase) <= limit:
        return phrase
    piece = phrase[: limit + 1]
    ends = [found.start() for found in _CLAUSE_END.finditer(piece, limit // 3)]
    place = ends[-1] if ends else piece.rfind(" ", limit // 2)
    return piece[: place if place > 0 else limit].rstrip()


def trigger_phrases(intents: Sequence[str]) -> tuple[str, ...]:
    """Collect the short ways in which people asked for it, each once, in order."""
    found: dict[str, str] = {}
    for at, intent in enumerate(intents):
        others = [*intents[:at], *intents[at + 1 :]]
        phrase = shortened(without_case(key_phrase(intent), others), TRIGGER_LENGTH)
        if len(words(phrase)) > 1:
            found.setdefault(phrase.casefold(), phrase)
    return tuple(found.values())[:MOST_TRIGGERS]


def _without_courtesy(sentence: str) -> str:
    while found := _COURTESY.match(sentence):
        sentence = sentence[found.end() :]
    return sentence
