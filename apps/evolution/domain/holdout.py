"""Which sessions go without an item, so that what it brings can be measured."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import uuid
    from decimal import Decimal

_BYTES = 8
_VALUES = 1 << (8 * _BYTES)


def is_withheld(item_id: uuid.UUID, session_id: str, share: Decimal) -> bool:
    """Tell whether an item is withheld from a session; always the same answer.

    `share` (0–1) of all sessions go without it, whatever is withheld from them besides. A session
    that a smaller share withholds from, a larger one withholds from too.
    """
    digest = blake2b(item_id.bytes + session_id.encode(), digest_size=_BYTES).digest()
    return int.from_bytes(digest) < share * _VALUES
