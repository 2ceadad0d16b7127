"""How much of one text is said in another, word by word, in the same words or in like ones.

A sentence vector blurs what a long message is about; here every piece of a word looks for its
nearest piece in the other text (ColBERT's MaxSim, over the vectors that the encoder starts from).
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]
    Weights = np.ndarray[tuple[int], np.dtype[np.float32]]

# Of what the message says must be found in the text; the text may say more.
OF_MESSAGE = 0.7


def soft_overlaps(
    message: Sequence[int],
    texts: Sequence[Sequence[int]],
    vectors_of: Callable[[list[int]], Vectors],
) -> list[float]:
    """Compare a message with texts, all as pieces of words; 0 (nothing) to 1 (the same) for each.

    A piece weighs the more, the fewer of the texts it is in. `vectors_of` answers unit vectors.
    """
    places = {
        piece: n for n, piece in enumerate(sorted({*message, *(p for t in texts for p in t)}))
    }
    if not message or not places:
        return [0.0] * len(texts)
    found_in = Counter(piece for text in texts for piece in set(text))
    weights = np.zeros(len(places), dtype=np.float32)
    for piece, place in places.items():
        weights[place] = math.log(1 + len(texts) / (1 + found_in[piece]))
    vectors = vectors_of(list(places))
    asked = [places[piece] for piece in message]
    alike = vectors[asked] @ vectors.T
    return [_overlap(alike, asked, [places[piece] for piece in text], weights) for text in texts]


def _overlap(alike: Vectors, asked: list[int], text: list[int], weights: Weights) -> float:
    if not text:
        return 0.0
    pairs = alike[:, text]
    weighed, weighed_text = weights[asked], weights[text]
    of_message = pairs.max(axis=1) @ weighed / weighed.sum()
    of_text = pairs.max(axis=0) @ weighed_text / weighed_text.sum()
    return float(OF_MESSAGE * of_message + (1 - OF_MESSAGE) * of_text)
