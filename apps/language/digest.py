"""Name a text by its letters, so that the same words said again are known again."""

from __future__ import annotations

import hashlib


def digest_words(text: str) -> str:
    """Give 32 hexadecimal digits; folded white space aside, every letter counts."""
    return hashlib.blake2b(" ".join(text.split()).encode(), digest_size=16).hexdigest()
