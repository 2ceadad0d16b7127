"""Prepare a message for the rules: one spelling, no quotations, cut into clauses."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from apps.feedback.domain.cantonese import standardise
from apps.feedback.domain.misspelling import mend_spelling
from apps.feedback.domain.traditional import simplify

HEAD_CHARS = 1200
TAIL_CHARS = 400
MOST_CLAUSES = 30
MOST_CLAUSE_CHARS = 160
QUOTED = "◆"

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTES = re.compile(
    r"`[^`\n]{1,200}`|\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|「[^」\n]{1,300}」|『[^』\n]{1,300}』"
    r"|《[^》\n]{1,100}》|‘[^’\n]{1,200}’|(?<![\w'])'[^'\n]{2,100}'(?!\w)"
)
_QUOTE = re.compile("[`\"“「『《‘']")
_LOG_LINE = re.compile(
    r"^[ \t]*(?:>|\$ |\[?\d{4}-\d\d-\d\d[ t]\d\d:|\[?\d\d:\d\d:\d\d|\[?(?:error|warn|info|debug|"
    r"fatal)\]?[: ]"
    r"|traceback \(|file \"|at [\w.$]+\(|[\w.]*(?:error|exception): ).*$",
    re.MULTILINE,
)
_COLON_QUOTED = re.compile(
    rf"(\b(?:says?|said|shows?|reads?|prints?|printed|reports?|logs?|logged|error|output|message)|"
    rf"写着|显示|说|提示|报错?|日志)[:：]\s*(?:{QUOTED}\s*)+"
)
_NOT = re.compile(
    r"\b(is|are|was|were|do|does|did|has|have|had|could|would|should|must|need|ca|wo)n'?t\b",
    re.ASCII,
)
_NOT_BARE = re.compile(r"\b(can)(?:not|t)\b", re.ASCII)
_IS = re.compile(r"\b(it|that|there|what|here|he|she|this|how|where|who)'s\b", re.ASCII)
_IS_BARE = re.compile(r"\b(that|what|there|here|where)s\b", re.ASCII)
_OPENER = re.compile(
    r"\b(actually|on second thought|in fact|instead|wait|hold on|no wait), ?", re.ASCII
)
_LATIN = re.compile(r"[a-z]")
_SHORT = (
    (re.compile(r"\b(you|they|we)'?re\b(?<!were)", re.ASCII), r"\1 are"),
    (re.compile(r"\bi'?m\b", re.ASCII), "i am"),
    (re.compile(r"\blet'?s\b", re.ASCII), "let us"),
    (re.compile(r"\b(i|you|we|they)'ve\b|\b(i)ve\b", re.ASCII), r"\1\2 have"),
    (re.compile(r"'ll\b", re.ASCII), " will"),
    (re.compile(r"'d\b", re.ASCII), " would"),
)
_STEMS = {"ca": "can", "wo": "will"}
_CJK_SPACE = re.compile(r"(?<=[一-鿿◆])[ \t]+|[ \t]+(?=[一-鿿◆])")
_CONTENT_FOLLOWS = re.compile(
    r"(?:\bfollowing\b[^\n]{0,60}|\b(?:here is|see|below)\b[^\n]{0,40}|以下[^\n]{0,20}|"
    r"如下[^\n]{0,10})[:：]\s*\n.*",
    re.DOTALL | re.IGNORECASE,
)
_APPROVING = re.compile("[👍👌👏🎉🙌💯😍🥳❤]\ufe0f?[🏻-🏿]?")
_MOCKING = re.compile("[🙃🙄😡👎🤡😤🤬💩😒🫠🤦]\ufe0f?[🏻-🏿]?(?:\u200d[♀♂]\ufe0f?)?")
_SPACES = re.compile(r"[ \t]+")
_CLAUSE = re.compile(
    r"((?:[^,;:!?。.\n]|\.(?=[^\s,;:!?。.一-鿿])|(?<=\d),(?=\d)|:(?=\d|//))+)([,;:!?。.\n]*)"
)
_BUT = re.compile(
    r"(?:\b(?:but|however|although|though|yet|except)\b|但是|可是|然而|(?<!不)但(?!凡))", re.ASCII
)
_BUT_LEAD = re.compile(
    r"^(?:(?:but|however|although|though|yet|except)\b|但是?|不过|可是?(?!以|能)|只是|就是|然而|"
    r"唯一)[ ,]*",
    re.ASCII,
)
_LEAD = re.compile(
    r"^(?:(?:ok(?:ay)?|actually|in fact|on second thought|hold on|hm+|um+|uh+|well|so|and|also|oh|"
    r"hey|hi|please|pls|plz|sorry|just|ah+|alright|"
    r"right|honestly|then|now|yeah|yep|yes|apologies|kindly|maybe|perhaps|again)\b(?! *[-'])"
    r"|(?:嗯+|那么?(?!个|些|边|里|样)|哦+|噢|啊+|呃|额|唉|哎呀?|诶|喂|请(?!教|问)|麻烦你?您?|劳驾|"
    r"拜托|"
    r"不好意思|抱歉|对不起|其实|话说|另外|然后|还有|嘿|能不能|能否|可不可以|可以(?=把|将|换|改)|"
    r"帮我|帮忙|给我(?=改|换|重|撤|删)))[ ~]*",
    re.ASCII,
)
_TRAILING = re.compile(r"[\s~^_()😀-🙏🌀-🗿🚀-🛿🤀-🧿☀-➿️]+$")


class Clause(NamedTuple):
    """One piece of a message: `text` as said, `lead` without its opening courtesies."""

    text: str
    lead: str
    asks: bool
    contrasts: bool


def read_clauses(message: str) -> list[Clause]:
    """Cut the head and the tail of a message into clauses in one spelling, quotations masked."""
    pieces = _clauses(normalise(message))
    if len(pieces) > MOST_CLAUSES:
        half = MOST_CLAUSES // 2
        pieces = pieces[:half] + pieces[-half:]
    return pieces


def normalise(message: str) -> str:
    """Fold width, case, script and contractions; put a mark where something is quoted."""
    text = _bound(message)
    if "\n" in text:
        text = _CONTENT_FOLLOWS.sub("", text)
    if text.isascii():
        text = _mask(text.lower())
    else:
        text = _APPROVING.sub("\n赞\n", _MOCKING.sub("\n受不了\n", text))
        text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
        text = standardise(simplify(_mask(text)))
    text = _OPENER.sub(r"\1 ", mend_spelling(text))
    return _SPACES.sub(" ", _CJK_SPACE.sub("", _expand(text)))


def _bound(message: str) -> str:
    if len(message) <= HEAD_CHARS + TAIL_CHARS:
        return message
    return message[:HEAD_CHARS] + "\n" + message[-TAIL_CHARS:]


def _mask(text: str) -> str:
    if _QUOTE.search(text):
        text = _QUOTES.sub(f" {QUOTED} ", _FENCE.sub(QUOTED, text))
    text = _LOG_LINE.sub(QUOTED, text)
    return _COLON_QUOTED.sub(rf"\1 {QUOTED}", text) if QUOTED in text else text


def _expand(text: str) -> str:
    if not _LATIN.search(text):
        return text
    text = _NOT.sub(lambda m: _STEMS.get(m[1], m[1]) + " not", text)
    text = _NOT_BARE.sub(r"\1 not", text)
    text = _IS_BARE.sub(r"\1 is", _IS.sub(r"\1 is", text))
    for pattern, replacement in _SHORT:
        text = pattern.sub(replacement, text)
    return text


def _clauses(text: str) -> list[Clause]:
    found: list[Clause] = []
    for match in _CLAUSE.finditer(text):
        body = match[1]
        asks = "?" in match[2]
        parts = _BUT.split(body[:MOST_CLAUSE_CHARS])
        for number, part in enumerate(parts):
            clause = _clause(part, asks=asks and number == len(parts) - 1, contrasts=number > 0)
            if clause:
                found.append(clause)
    return found


def _clause(part: str, *, asks: bool, contrasts: bool) -> Clause | None:
    text = _TRAILING.sub("", part.strip())
    bare = _BUT_LEAD.sub("", text)
    contrasts = contrasts or bare != text
    lead = bare
    while (shorter := _LEAD.sub("", lead, count=1)) != lead and shorter:
        lead = shorter
    return Clause(text=bare, lead=lead, asks=asks, contrasts=contrasts) if lead else None
