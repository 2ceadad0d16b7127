"""Embed each text once a test run: the vectors are the real ones, only the waiting is saved."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pytest

from apps.llm.embedding import MOST_CHARACTERS, SentenceEncoder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from apps.llm.embedding import Vectors

_known: dict[str, Vectors] = {}


@contextmanager
def remembered_vectors() -> Iterator[None]:
    """Let the embedder of this process look up what it embedded before."""
    ask = SentenceEncoder.embed

    def embed(self: SentenceEncoder, texts: Sequence[str]) -> Vectors:
        keys = [text[:MOST_CHARACTERS] for text in texts]
        missing = list(dict.fromkeys(key for key in keys if key not in _known))
        if missing:
            _known.update(zip(missing, np.split(ask(self, missing), len(missing)), strict=True))
        return np.concatenate([_known[key] for key in keys]) if keys else ask(self, [])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SentenceEncoder, "embed", embed)
        yield
