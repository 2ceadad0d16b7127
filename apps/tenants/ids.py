"""Row ids: UUID version 7 (RFC 9562), so that new rows land at the end of every index."""

import secrets
import time
import uuid


def new_id() -> uuid.UUID:
    """Make a UUIDv7 of this millisecond and 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    random = secrets.randbits(74)
    value = milliseconds << 80 | 0x7 << 76 | (random >> 62) << 64 | 0b10 << 62
    return uuid.UUID(int=value | random & (1 << 62) - 1)
