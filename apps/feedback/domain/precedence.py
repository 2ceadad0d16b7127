"""Which judgement counts: a person's before a correction, that before a model's, rules last."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RANK = {"user": 3, "reviewer": 3, "correction": 2, "judge": 1, "auto": 0}


def is_of_a_person(source: str) -> bool:
    """Tell whether a person judged: rules add nothing to their word."""
    return source in {"user", "reviewer"}


def outranks(new: str, old: str) -> bool:
    """Tell whether a judgement of source `new` replaces one of source `old`."""
    return RANK[new] >= RANK[old]


def strongest[T](judgements: Sequence[T], *, source: Callable[[T], str]) -> T:
    """Choose from at least one judgement, oldest first: the strongest, of equals the latest."""
    chosen = judgements[0]
    for judgement in judgements[1:]:
        if outranks(source(judgement), source(chosen)):
            chosen = judgement
    return chosen
