"""Read the topic of an English request: the noun phrase after a verb of work."""

from __future__ import annotations

import re

LEAST_WORDS = 2
MOST_WORDS = 4

_LEAD = re.compile(
    r"^(?:hi|hello|hey|ok|okay|so|now|and|then|also|first|next|just|please|pls|kindly|again|"
    r"yes|(?:can|could|would|will) (?:you|we)|(?:i|we)(?:'d| would)? (?:also |still |now |just )*"
    r"(?:want|like|need|have|wish|plan)(?: you)? to|i need help (?:to|with)|help (?:me|us)(?: to)?|"
    r"let's|let us|how (?:do|can|could|should|would) (?:i|we|you)|how to|go ahead and|try to)\b"
    r"[\s,!]*"
)
_WORKS = re.compile(
    r"^(?:(?:re)?build|(?:re)?write|fix|create|check|compare|explain|update|(?:re)?calculate|"
    r"analy[sz]e|prepare|plan|schedule|export|import|draft|summari[sz]e|reconcile|generate|"
    r"translate|review|test|deploy|(?:re)?design|plot|chart|clean(?: up)?|convert|set up|add|"
    r"implement|refactor|debug|investigate|migrate|automate|configure|audit|match|forecast|"
    r"estimate|document|optimi[sz]e|improve|organi[sz]e|compile|validate|verify|monitor|proofread|"
    r"visuali[sz]e|merge|extract|classify|prioriti[sz]e|run|list|show|outline|"
    r"make(?= an? )|walk me through|teach me)(?: me| us)? (?P<object>.+)$"
)
_WORD = re.compile(r"[a-z0-9][\w'/&.-]*|[^\w\s]")
_DETERMINERS = frozenset(
    "a an the our my all some any every each new latest last next current existing missing "
    "another more other whole entire full short quick brief detailed simple small big nice "
    "good better best clean proper first second final initial old local actual real following "
    "same".split()
)
_TIMES = re.compile(
    r"(?:q[1-4]|\w*\d\w*|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"today|tomorrow|yesterday|tonight|week|month|year|quarter|week's|month's|year's|quarter's|"
    r"today's|yesterday's|tomorrow's|monday's|friday's|one|two|three|four|five|six|seven|eight|"
    r"nine|ten)"
)
# Where the phrase ends well; what comes next says more of it.
_ENDS = frozenset(
    "for of in on at to from with and per about into between across under over using via after "
    "before since until so that which when where as because without within by or based this "
    "next last again first please today tomorrow , . : ; ( - ! ?".split()
)
_GOES_ON = frozenset("of for about on".split())
# After these it was no noun phrase: "whether", "how many", "it".
_IS_CLAUSE = re.compile(
    r"^(?:if|whether|how|why|what|who|whom|whose|it|this|that|these|those|them|him|her|you|your|i|"
    r"we|they|he|she|is|are|was|were|has|have|had|do|does|did|not|don't|can|should|would|will|"
    r"be|been|out|up|off|back|only|both|either|there|here|step|due|so|why|literally|explicitly)$"
)
_PARTICIPLE = re.compile(r"^[a-z]{3,}ed$")
_GENERIC = re.compile(
    r"^(?:reports?|tests?|files?|lists?|tables?|items?|data|code|things?|stuff|changes?|issues?|"
    r"problems?|bugs?|errors?|documents?|docs?|pages?|folders?|director(?:y|ies)|branch(?:es)?|"
    r"versions?|options?|results?|answers?|questions?|functions?|methods?|class(?:es)?|commands?|"
    r"tools?|plans?|tasks?|work|project|repo|copy|notes?|note|summary|summaries|overview|email|"
    r"mail|letter|message|reply|text|output|input|example|way|ways|solution|details?|numbers?|"
    r"steps?|cases?|step|line|lines|causes?|comments?|app|script|scripts|story|poem|joke|cause|"
    r"information|info|added|more|less|many|difference|status|review)$"
)
_ERRAND = re.compile(
    r"\b(?:flights?|hotels?|tickets? to|bookings?|reservations?|tracking numbers?|address(?:es)?|"
    r"(?<!purchase )(?<!work )(?<!sales )orders?|weather|pizza|dinner|lunch|breakfast|groceries|"
    r"taxi|restaurants?|haircut|birthday|alarm|password)$"
)
_IN_PLAY = re.compile(
    r"^(?:an? |the |some )?(?:\w+ )?(?:haiku|poems?|story|stories|song|jokes?|essay)\b"
)


def topic_en(said: str) -> str:
    """Give the topic that a folded clause asks for work on; empty where it names none."""
    phrase = said.strip()
    while (shorter := _LEAD.sub("", phrase, count=1)) != phrase:
        phrase = shorter
    asked = _WORKS.match(phrase)
    if asked is None or _IN_PLAY.search(asked["object"]):
        return ""
    words = _WORD.findall(asked["object"])
    named, rest = _noun_phrase(words)
    if len(named) == 1 and rest[:1] and rest[0] in _GOES_ON:
        named, _ = _noun_phrase(rest[1:])
    return " ".join(named) if _names_work(named) else ""


def _noun_phrase(words: list[str]) -> tuple[list[str], list[str]]:
    """Take the noun phrase off the front of some words; nothing where a clause begins."""
    start = 0
    while start < len(words) and _is_before_the_noun(words[start]):
        start += 1
    end = start
    while end < len(words) and words[end] not in _ENDS:
        if _IS_CLAUSE.match(words[end]):
            return [], []
        end += 1
    return words[start:end], words[end:]


def _is_before_the_noun(word: str) -> bool:
    return bool(word in _DETERMINERS or _TIMES.fullmatch(word) or _PARTICIPLE.match(word))


def _names_work(named: list[str]) -> bool:
    if not LEAST_WORDS <= len(named) <= MOST_WORDS:
        return False
    if any(len(word) < 2 or _TIMES.fullmatch(word) for word in named):
        return False
    if named[-1].endswith(("ly", "ed")) or _ERRAND.search(" ".join(named)):
        return False
    return any(not _GENERIC.match(word) for word in named)
