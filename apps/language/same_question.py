"""Tell whether the same is asked twice, in nearly the same words."""

from apps.language.tokens import word_set

LEAST_WORDS = 3
LEAST_SHARE = 0.8


def is_same_question(first: str, second: str) -> bool:
    """Whether two requests share at least four of five words; one of a word or two never counts."""
    one, other = word_set(first), word_set(second)
    if min(len(one), len(other)) < LEAST_WORDS:
        return False
    return len(one & other) >= LEAST_SHARE * len(one | other)
