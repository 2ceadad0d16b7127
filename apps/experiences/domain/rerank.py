"""Put in order what was found: by meaning, by words, by like words, and no hub before others."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# Chosen on bilingual questions from round figures; half or double of either changes little.
SOFT_WEIGHT = 0.7
EVERYDAY_WEIGHT = 0.8


@dataclass(frozen=True, slots=True)
class Found:
    """What the place of one text is made of, each 0–1."""

    similarity: float
    soft_overlap: float
    everyday: float
    language: str


def rank_values(found: Sequence[Found]) -> list[float]:
    """The value that orders each text; only differences between the texts mean something.

    Word by word, texts in the language of the message are always the more alike: each is
    compared with those in its own language, so that the other language is not pushed back.
    """
    by_language: dict[str, list[float]] = defaultdict(list)
    for one in found:
        by_language[one.language].append(one.soft_overlap)
    usual = {language: fmean(values) for language, values in by_language.items()}
    return [
        one.similarity
        + SOFT_WEIGHT * (one.soft_overlap - usual[one.language])
        - EVERYDAY_WEIGHT * one.everyday
        for one in found
    ]
