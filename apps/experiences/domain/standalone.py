"""Tell whether a request can be understood alone: what only follows on another teaches nothing."""

import re

from apps.language.tokens import word_set

LEAST_WORDS = 3
LEAST_WORDS_WITH_POINTER = 4

_FOLLOWS_ON = re.compile(
    r"\s*(?:(?:yes|yep|yeah|yup|ok|okay|great|good|nice|cool|perfect|thanks|thank you|alright|sure|"
    r"and|or|but|also|so|then|now|again|instead|weird|hm+|almost|sorry|actually|wait|stop|no|nope|"
    r"not|still|same|next|finally|one more|more context|different question|go ahead|continue|"
    r"(?:could|can) (?:we|you) also|let'?s also|look(?:ing)? at (?:the|your) \w+(?: that)? you)\b"
    r"|(?:好|嗯|对|是的|不|那|然后|再|还有|另外|也|但|不过|可是|继续|接着|顺便|刚才|谢谢|行|可以|同样)"
    r"(?!比))",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|there|then|here|above|one|ones)\b"
    r"|它|这个|那个|这些|那些|上面|刚才|这样|那样",
    re.IGNORECASE,
)
_POINTING_WORDS = frozenset(
    "one ones above here there then just also again else yes all it this that".split()
)


def is_standalone(said: str, *, opens_session: bool) -> bool:
    """Tell whether a request names its own task; the first one of a session may start anyhow."""
    if points_elsewhere(said):
        return False
    return opens_session or not _FOLLOWS_ON.match(said)


def points_elsewhere(said: str) -> bool:
    """Tell whether a text says too little by itself, or only with what it points at."""
    words = word_set(said) - _POINTING_WORDS
    if len(words) < LEAST_WORDS:
        return True
    return bool(_POINTS.search(said)) and len(words) < LEAST_WORDS_WITH_POINTER
