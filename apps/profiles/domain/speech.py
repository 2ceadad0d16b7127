"""Cut a message into the clauses in which its author speaks for themselves, word for word.

Quotations, pasted lines, dialogues and the text of a task are blanked out: somebody else's "I" is
not the author. Positions stay as they were, so that each clause can be quoted verbatim.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.feedback.domain.traditional import simplify
from apps.trajectories.domain.injected import strip_injected

if TYPE_CHECKING:
    from collections.abc import Iterator

BLANK = "◆"
HEAD_CHARACTERS = 1500
TAIL_CHARACTERS = 500
MOST_CLAUSES = 60
MOST_CHARACTERS = 300  # what is longer is pasted, or says too much to be one thing

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0x2019: 0x27}
_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_QUOTED = re.compile(
    r"`[^`\n]{1,200}`|\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|「[^」\n]{1,400}」|『[^』\n]{1,400}』"
    r"|《[^》\n]{1,100}》|‘[^’\n]{1,300}’|(?<![\w'])'[^'\n]{2,200}'(?!\w)"
)
_PASTED_LINE = re.compile(
    r"^[ \t]*(?:>|\$ |\||\[?\d{4}-\d\d-\d\d[ t]\d\d:|\[?\d\d:\d\d:\d\d|\[?(?:error|warn|info|"
    r"debug)\]?[: ]|traceback \(|file \"|at [\w.$]+\().*$",
    re.MULTILINE,
)
# "Customer: I am a nurse": a line of somebody's, unless the name before it is a word of the author.
_DIALOGUE_LINE = re.compile(
    r"^[ \t]*(?!(?:note|nb|fyi|ps|btw|remember|important|reminder|lesson|takeaway|context|"
    r"background|please|also|rule|tip|preference)\b)(?!记住|背景|教训|经验|注意|备注|另外|提醒|"
    r"切记|规则|重要|偏好|"
    r"对了)[a-z\u4e00-\u9fff][\w.\u4e00-\u9fff]{0,11}(?: [\w.]{1,12})?(?:\([^)\n]{1,20}\))?: ?.*$",
    re.MULTILINE,
)
_LETTER = re.compile(
    r"^[ \t]*(?:dear |尊敬的|亲爱的|-{3,} ?(?:original|forwarded)|from: [^\n]+\n(?:to|sent|date|"
    r"subject): ).*",
    re.DOTALL | re.MULTILINE,
)
_REWORKS = (
    r"(?<![a-z])(?:translate|rewrite|rephrase|paraphrase|proofread|polish|summari[sz]e|翻译|改写|"
    r"润色|校对|总结|概括)"
)
_WRITES = (
    r"(?<![a-z])(?:correct|draft|compose|reply|write|send|post|classify|analy[sz]e|edit|extract|"
    r"label|check|fix|回复|起草|分类|分析|提取|发|写一?[封篇段条份个句]|改一下|看一下|看看)"
)
_TASK_TEXT = re.compile(
    rf"(?:{_REWORKS}[^\n。.!?,]{{0,60}}?[:\n]|{_WRITES}[^\n。.!?,]{{0,60}}?:).*", re.DOTALL
)
_FOLLOWING = re.compile(r"(?:\bfollowing\b|\bbelow\b|以下|如下|下面)[^\n:]{0,40}[:\n].*", re.DOTALL)

_SENTENCE = re.compile(r"[^。!?;\n]+?(?:[。!?;\n]+|\.(?=\s|$|[\u4e00-\u9fff])|\Z)")
_CLAUSE_END = re.compile(
    r"(?<!\d),|,(?!\d)|——|\s[—–-]\s|\b(?:but|because|although|though)\b|\bso (?=i\b|we\b|please\b)"
    r"|\band (?=(?:i|we|my|our|please|always|never|from now)\b)"
    r"|(?<![而并])且(?=[不也还我])|但是|不过|所以|因为|因此|而且|并且|(?<=[\u4e00-\u9fff]): ?"
)
# What opens a clause and does not end with its comma: "from now on, answer in English".
_OPENING = re.compile(
    r"^(?:(?:and|also|please|ok|so|hi|hello) )?(?:from now(?: on)?|from today(?: on)?|"
    r"going forward|(?:in (?:the )?future|for future reference)|by default|in general|generally|"
    r"always|please|note|remember|(?:as|being) an? [a-z /-]{3,40}|(?:when|"
    r"whenever) you [^,]{2,60}|(?:请?你?|那么?|还有|另外)?(?:以后|今后|往后|从今天起|从今往后|"
    r"从现在起|从现在开始|记住|请记住|切记|注意|一般来说|通常|作为[^,]{2,16}|身为[^,]{2,16}))$"
)
# "Could you always answer in Chinese?" is an order, politely put.
_POLITE_EN = re.compile(
    r"^(?:can|could|would|will) you (?:please |also |just )*(?=always\b|never\b|by default\b|"
    r"from now)"
)
_POLITE_ZH = re.compile(r"^(?:你)?(?P<when>以后|今后)(?:能不能|能否|可不可以|可以|能)(?=.{2})")
_POLITE_END = re.compile(r"(?:可以|好|行)?[吗么]$")
_EDGE = " \t\r\n,.。!?;:、-—~"


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a sentence: `quote` as written, `text` folded for the rules.

    `sentence` is the folded sentence around it, `before` what of it comes first.
    """

    quote: str
    text: str
    sentence: str
    before: str
    asks: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: `quote` as written, `text` folded, with its clauses."""

    quote: str
    text: str
    clauses: tuple[Clause, ...]


def own_sentences(message: str) -> list[Sentence]:
    """List the sentences that a message's author says themselves, in order, bounded in number."""
    said = strip_injected(message)
    masked = mask_others(said)
    found: list[Sentence] = []
    for match in _SENTENCE.finditer(masked):
        if sum(len(one.clauses) for one in found) >= MOST_CLAUSES:
            break
        if clauses := tuple(_clauses(said, match)):
            quote, text = _trimmed(said, match[0], match.start())
            found.append(Sentence(quote, text, clauses))
    return found


def fold(text: str) -> str:
    """Fold case, width and script, letter for letter: the length stays the same."""
    plain = simplify(text.translate(_WIDE))
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in plain)


def mask_others(said: str) -> str:
    """Fold a message and blank out what is not the author's own speech."""
    text = _mask(_FENCE, _middle_blanked(fold(said)))
    for pattern in (_LETTER, _FOLLOWING, _TASK_TEXT, _PASTED_LINE, _DIALOGUE_LINE, _QUOTED):
        text = _mask(pattern, text)
    return text


def _middle_blanked(text: str) -> str:
    """Blank the middle of a long message: people speak before and after what they paste."""
    spare = len(text) - HEAD_CHARACTERS - TAIL_CHARACTERS
    if spare <= 0:
        return text
    return text[:HEAD_CHARACTERS] + "\n" + BLANK * (spare - 2) + "\n" + text[-TAIL_CHARACTERS:]


def _mask(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda match: re.sub(r"[^\n]", BLANK, match[0]), text)


def _clauses(said: str, sentence: re.Match[str]) -> Iterator[Clause]:
    whole = sentence[0]
    at = 0
    ends = [(match.start(), match.end()) for match in _CLAUSE_END.finditer(whole)]
    for stop, resume in [*ends, (len(whole), len(whole))]:
        if stop < len(whole) and _OPENING.match(whole[at:stop].strip(_EDGE)):
            continue
        quote, text = _trimmed(said, whole[at:stop], sentence.start() + at)
        if text.strip(BLANK + " ") and len(text) <= MOST_CHARACTERS:
            plain = _without_politeness(text)
            asks = stop == len(whole) and "?" in whole[at:] and plain == text
            yield Clause(quote, plain, whole.strip(_EDGE), whole[:at], asks)
        at = resume


def _without_politeness(text: str) -> str:
    if _POLITE_ZH.match(text):
        return _POLITE_END.sub("", _POLITE_ZH.sub(r"\g<when>", text))
    return _POLITE_EN.sub("", text)


def _trimmed(said: str, folded: str, start: int) -> tuple[str, str]:
    """Cut the edges off a piece; answers it as written and as folded."""
    text = folded.strip(_EDGE)
    start += folded.find(text) if text else 0
    return said[start : start + len(text)], text
