"""How much of one text is said in another, word by word, in the same words or in like ones.

A sentence vector blurs what a long message is about; here every piece of a word looks for its
nearest piece in the other text (ColBERT's MaxSim, over the vectors that the encoder starts from).
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]
    Weights = np.ndarray[tuple[int], np.dtype[np.float32]]
    Overlaps = np.ndarray[tuple[int], np.dtype[np.floating]]
    Places = np.ndarray[tuple[int], np.dtype[np.int64]]

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
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    overlaps = np.zeros(len(texts))
    if not message or not lengths.any():
        return overlaps.tolist()
    pieces = np.fromiter(chain(message, *texts), dtype=np.int64)
    known, places = np.unique(pieces, return_inverse=True)
    asked, told = places[: len(message)], places[len(message) :]
    weights = _weights(told, lengths, len(known))
    vectors = vectors_of(known.tolist())
    alike = vectors @ vectors[asked].T
    overlaps[lengths > 0] = _compare(alike, weights[asked], told, weights[told], lengths)
    return overlaps.tolist()


def _weights(told: Places, lengths: Places, known: int) -> Weights:
    """Weigh every known piece by how many of the texts it is in, however often in each."""
    texts = np.repeat(np.arange(len(lengths)), lengths)
    found_in = np.bincount(np.unique(texts * known + told) % known, minlength=known)
    return np.log(1 + len(lengths) / (1 + found_in)).astype(np.float32)


def _compare(
    alike: Vectors, weighed: Weights, told: Places, weighed_told: Weights, lengths: Places
) -> Overlaps:
    """Compare with every text that says something; their pieces stand in `told`, one by one.

    `alike` is how alike a piece (its row) is to each of the message (its columns).
    """
    begins = (np.cumsum(lengths) - lengths)[lengths > 0]
    of_message = np.maximum.reduceat(alike[told], begins) @ weighed / weighed.sum()
    found = np.add.reduceat(alike.max(axis=1)[told] * weighed_told, begins)
    of_text = found / np.add.reduceat(weighed_told, begins)
    return OF_MESSAGE * of_message + (1 - OF_MESSAGE) * of_text
