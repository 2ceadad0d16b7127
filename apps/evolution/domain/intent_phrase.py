"""Finds the few words of a request that say what was wanted, for names, titles and triggers."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from apps.evolution.domain.case_names import without_people, without_rare_names, without_slots
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
      | i(?:['’]m|\s+am|\s+was)\s+(?:looking|trying|hoping|wanting)\s+to\b | let['’]?s\b
      | (?:i\s+(?:want|need|would\s+need)\s+)?(?:some\s+)?(?:help|assistance)\s+(?:with|in)\b
      | help\s+me(?:\s+to|\s+with)?\b | (?:is|would)\s+it\s+(?:be\s+)?possible\s+to\b
      | i(?:['’]m|\s+am|\s+was)\s+wondering\s+(?:if|whether)\s+(?:you|i|we)\s+(?:could|can)\b
      | is\s+there\s+(?:a|any)\s+way\s+to\b | in\s+that\s+case\b
      | i(?:['’]m|\s+am)\s+having\b[^,.;]{0,60}?\band\s+(?:need|want|would\s+like)\s+to\b
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
# What stands before the request: what somebody has, or did.
_BACKGROUND = re.compile(
    r"(?:i(?:['’]ve|\s+have)(?:\s+got)?\s+(?:a|an|the|my|some|two|three)\b|i\s+(?:had|booked|bought|ordered)\b"
    r"|i\s+(?:understand|know|see|realise|realize|think|guess|believe|remember|prefer|hope)\b"
    r"|i\s+(?:do\s?n['’]?o?t|can['’]?t|cannot)\b|there\s+(?:is|are|was)\b"
    r"|我(?:知道|明白|理解|觉得|记得|不记得|不知道|没有)|我(?:有|订了|买了|之前|昨天|上周))",
    re.IGNORECASE,
)
# A thing that something is to be done with, and not what.
_POINTS_ONLY = re.compile(
    r"(?:my|our|the|an?|this|that)\s+(?:[\w-]+\s+){0,2}[\w{}#-]+"
    r"|(?:my|our|the)?\s*user\s*(?:id|name).*"
    r"|[^，。]{0,6}(?:问题|事情|订单|账号|用户名)\S{0,12}",
    re.IGNORECASE,
)
_POINTER = re.compile(r"\b(?:it|this|that|these|those|them)\b|它|这个|那个", re.IGNORECASE)
_WORDS_AROUND_POINTER = 4
# What is wrong, and not what to do about it.
_COMPLAINT = re.compile(
    r"\b(?:fails?|failing|failed|broken?|not working|doesn['’]?t work|crash\w*|errors?)\b"
    r"|报错|失败|出错|坏了|不行|崩溃",
    re.IGNORECASE,
)
_PARTING = re.compile(
    r"[\s,，]*(?:\bplease|\bfor me|\bthank(?:s| you)|谢谢(?:你|您)?|麻烦了|好吗|可以吗|行吗)\s*$",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_SENTENCE_END = re.compile(r"[。！？!?；\n\r]+|\.(?=\s|$)")
_CLAUSE_END = re.compile(r"[，,；;：、]|:(?!//)")
# What names one case: a number, an id, a version, with what leads up to it or counts it.
_CASE = re.compile(
    r"""(?:[,\s]*\b(?:for|of|on|in|at|to|from|version|no\.?|number)\s+(?:[A-Za-z]+\s+)?)?
        (?<![A-Za-z0-9{])(?P<id>[A-Za-z0-9_.#/-]*[0-9][A-Za-z0-9_#/-]*(?:\.[0-9A-Za-z]+)*)
        (?:年|月份?|日|号|点|期|周|楼)?""",
    re.IGNORECASE | re.VERBOSE,
)
_DATE = re.compile(
    r"""(?:[,\s]*\b(?:on|for|by|from|to|until|since|before|after|the)\s+)*
        (?:\b\d{4}-\d{1,2}-\d{1,2}\b | \b\d{1,2}/\d{1,2}/\d{2,4}\b
        | \b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d{1,2}
          (?:st|nd|rd|th)?(?:,?\s+\d{4})?\b
        | \b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)
          [a-z]*(?:\s+\d{4})?\b
        | (?:\d{2,4}年)?\d{1,2}月\d{1,2}[日号]?)""",
    re.IGNORECASE | re.VERBOSE,
)
_NEVER_LAST = frozenset(
    "a an the of to for in on at by from with and or that is are my our your his her their "
    "under using as we i due some all this in into so because which who be same "
    "need needs want would like should could 的 和 与 在 把 给 将".split()
)
# Words of a slot that are too common to be told apart from the request's own.
_COMMON_VALUES = frozenset("yes no true false none null one two all any other".split())
_EDGE = " \t,，、:：;；-–—#*>\"'“”"
_CAPITALISED = re.compile(r"(?<=[a-z,] )[A-Z]\w+")
_SLOT = re.compile(r"\{[^{}]*\}")
_CASE_MARK = 0.15
_LEAST_SHARED = 3
_LEAST_SHARED_CHINESE = 4
_LITTLE_WORDS = frozenset(
    "can could will would may might shall should a an the my our some".split()
)
_GAP = "…"
_BEFORE_GAP = re.compile(r"(?:\b(?:the|a|an|my|our|of|for|in|on|at|to|from)\s+)*…", re.IGNORECASE)
_WIDEST_GAP = 3
_NEARLY_SAME = 0.75
_SHORTEST_VALUE = 3
_LOOSE_SPACE = re.compile(r"(?<=[一-鿿])\s+(?=[一-鿿])|\s+(?=[,，])|(?<=\s)\s+")
_WORD = re.compile(r"[一-鿿]|[^\W_一-鿿]+")


def key_phrase(intent: str) -> str:
    """Give the first sentence that asks for something, without its courtesies; may be empty.

    Who somebody is, what they have, and what was hidden as a secret, names no work.
    """
    sentences = _SENTENCE_END.split(_named_work(intent[:LONGEST_READ]))
    phrases = [phrase for sentence in sentences if (phrase := _bare_phrase(sentence))]
    asking = [phrase for phrase in phrases[:2] if not _BACKGROUND.match(phrase)]
    telling = (phrase for phrase in asking if not says_no_wish(phrase))
    return next(telling, next(iter([*asking, *phrases]), ""))


def _bare_phrase(sentence: str) -> str:
    phrase = _without_courtesy(one_line(sentence, 200)).strip(_EDGE)
    phrase = _PARTING.sub("", phrase).strip(_EDGE) or phrase
    if phrase.count("`") % 2:
        phrase = phrase.replace("`", "")
    return phrase if _WORD.search(phrase) else ""


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


def without_dates(phrase: str) -> str:
    """Drop the days that a request names: they are that request's, whoever else names them."""
    bare = _LOOSE_SPACE.sub("", _DATE.sub(" ", phrase)).strip(" ,，")
    return bare if len(words(bare)) > 1 else phrase


def with_slots(text: str, slots: Mapping[str, str]) -> str:
    """Put the name of a slot where a request gives what filled it: `{order_id}` for an id.

    `slots` maps what was given to the slot's name; what is too short or common stays.
    """
    for value in sorted(slots, key=len, reverse=True):
        if _tells_apart(value):
            edge = r"(?<![A-Za-z0-9_]){}(?![A-Za-z0-9_])" if value.isascii() else "{}"
            name = "{" + slots[value] + "}"
            found = re.compile(edge.format(re.escape(value)), re.IGNORECASE)
            text = found.sub(lambda _, name=name: name, text)  # type: ignore[misc]
    return re.sub(r"(\{\w+\})(?:[ ·]*\1)+", r"\1", text)


def _tells_apart(value: str) -> bool:
    if not value.isascii():
        return len(value) > 1
    is_number = value.isdecimal()
    return len(value) > _SHORTEST_VALUE - (not is_number) and (
        value.casefold() not in _COMMON_VALUES
    )


def telling_phrase(intents: Sequence[str]) -> str:
    """Choose the request that speaks best for all: most words in common with the others.

    What names a case (a person, a place, a number), or only what is wrong, speaks for fewer. Of
    equals the first.
    """
    phrases = [phrase for intent in intents if (phrase := key_phrase(intent))]
    sets = [{word.casefold() for word in words(phrase)} for phrase in phrases]

    def likeness(at: int) -> float:
        others = [one for place, one in enumerate(sets) if place != at]
        shared = sum(len(sets[at] & one) / max(1, len(sets[at] | one)) for one in others)
        says_little = len(words(_SLOT.sub("", phrases[at]))) < _LEAST_SHARED
        marks = count_case_marks(phrases[at]) + (_LEAST_SHARED if says_little else 0)
        marks += bool(_COMPLAINT.search(phrases[at]))
        return shared / max(1, len(others)) - _CASE_MARK * marks

    best = max(range(len(phrases)), key=likeness, default=None)
    return "" if best is None else phrases[best]


def count_case_marks(phrase: str) -> int:
    """Count what in a phrase names one case: names, numbers, slots."""
    numbers = sum(any(sign.isdigit() for sign in word) for word in words(phrase))
    return len(_CAPITALISED.findall(phrase)) + numbers + phrase.count("{")


def general_phrase(phrase: str, others: Sequence[str]) -> str:
    """Give a phrase in the form that fits the next request of its kind.

    What differs from others that nearly say the same is left open; else of a phrase that names a
    case the beginning that half of all requests share, where they share one.
    """
    open_phrase = with_gaps(phrase, others)
    if open_phrase != phrase or not count_case_marks(phrase):
        return open_phrase
    return _shared_start(phrase, others) or phrase


def without_gaps(phrase: str) -> str:
    """Close what was left open, with the word that leads up to it: names have no gaps."""
    return _LOOSE_SPACE.sub("", _BEFORE_GAP.sub(" ", phrase)).strip()


def _shared_start(phrase: str, others: Sequence[str]) -> str:
    own, spans = words(phrase), [found.end() for found in _WORD.finditer(phrase)]
    sets = [_folded(words(key_phrase(other))) for other in others]
    is_chinese = not phrase.isascii()
    for length in range(len(own) - 1, 0, -1):
        start = phrase[: spans[length - 1]]
        sharing = sum(one[:length] == _folded(own[:length]) for one in sets)
        tidy = without_loose_end(start)
        least = _LEAST_SHARED_CHINESE if is_chinese else _LEAST_SHARED
        if sharing > 1 and 2 * sharing >= len(sets) and len(words(tidy)) >= least:
            return tidy if not count_case_marks(tidy) else ""
    return ""


def with_gaps(phrase: str, others: Iterable[str]) -> str:
    """Leave open the few words in which a phrase differs from others that say nearly the same."""
    own = words(phrase)
    gaps: set[int] = set()
    for other in others:
        match = SequenceMatcher(None, _folded(own), _folded(words(key_phrase(other))))
        if _NEARLY_SAME <= match.ratio() < 1:
            for kind, start, end, *_ in match.get_opcodes():
                is_said_otherwise = _LITTLE_WORDS.issuperset(_folded(own[start:end]))
                if kind == "replace" and end - start <= _WIDEST_GAP and not is_said_otherwise:
                    gaps |= set(range(start, end))
    if not gaps or len(own) - len(gaps) < len(own) / 2:
        return phrase
    places = [found.span() for found in _WORD.finditer(phrase)]
    for at in sorted(gaps, reverse=True):
        start, end = places[at]
        phrase = phrase[:start] + _GAP + phrase[end:]
    return re.sub(rf"{_GAP}(?:\s*{_GAP})+", _GAP, phrase)


def _folded(parts: Sequence[str]) -> list[str]:
    return [part.casefold() for part in parts]


def words(text: str) -> list[str]:
    """Split a text into words; each Chinese character is one."""
    return _WORD.findall(text)


def shortened(phrase: str, limit: int) -> str:
    """Cut a phrase to a length: after a clause if one ends far enough in, else a word.

    What only leads up to the next word is cut as well.
    """
    if len(phrase) <= limit:
        return phrase
    piece = phrase[: limit + 1]
    ends = [found.start() for found in _CLAUSE_END.finditer(piece, limit // 3)]
    place = ends[-1] if ends else piece.rfind(" ", limit // 2)
    return without_loose_end(piece[: place if place > 0 else limit].rstrip())


def without_loose_end(phrase: str) -> str:
    """Drop the words at the end that only lead up to a next one."""
    while True:
        head, space, last = phrase.rpartition(" ")
        if not space or last.casefold().strip(",;:") not in _NEVER_LAST:
            return phrase
        phrase = head.rstrip(" ,;:")


def case_free(phrase: str, intents: Sequence[str], people: Iterable[str] = ()) -> str:
    """Give a phrase without what only its own case has: days, people, names of few, slots."""
    bare = without_rare_names(without_people(without_dates(phrase), people), intents)
    return without_slots(bare)


def trigger_phrases(intents: Sequence[str], people: Collection[str] = ()) -> tuple[str, ...]:
    """Collect the short ways in which people asked for it, each once, in order.

    `people` are the names that no trigger may hold.
    """
    found: dict[str, str] = {}
    untold: dict[str, str] = {}
    for at, intent in enumerate(intents):
        others = [*intents[:at], *intents[at + 1 :]]
        phrase = without_case(case_free(key_phrase(intent), intents, people), others)
        phrase = shortened(phrase, TRIGGER_LENGTH)
        if len(words(phrase)) > 1:
            kept = untold if says_no_wish(phrase) else found
            kept.setdefault(phrase.casefold(), phrase)
    return tuple(_most_alike_first(list((found or untold).values())))[:MOST_TRIGGERS]


def says_no_wish(phrase: str) -> bool:
    """Tell whether a phrase only says what somebody has or knows, or points at what is not said."""
    return bool(
        _BACKGROUND.match(phrase)
        or _POINTS_ONLY.fullmatch(phrase)
        or (_POINTER.search(phrase) and len(words(phrase)) <= _WORDS_AROUND_POINTER)
    )


def _most_alike_first(phrases: list[str]) -> list[str]:
    sets = [{word.casefold() for word in words(phrase)} for phrase in phrases]
    shared = [
        sum(len(one & other) / max(1, len(one | other)) for other in sets if other is not one)
        for one in sets
    ]
    return [phrases[at] for at in sorted(range(len(phrases)), key=lambda at: -shared[at])]


def _without_courtesy(sentence: str) -> str:
    while found := _COURTESY.match(sentence):
        sentence = sentence[found.end() :]
    return sentence
