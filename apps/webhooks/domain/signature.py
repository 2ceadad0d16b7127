"""Signatures after the Standard Webhooks specification: symmetric, version 1, HMAC-SHA256."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PREFIX = "whsec_"
SECRET_BYTES = 32


def spell_secret(random: bytes) -> str:
    """Write random bytes as a secret that receivers keep: `whsec_` and base64."""
    return PREFIX + b64encode(random).decode()


def sign(body: bytes, *, message_id: str, timestamp: int, secrets: Sequence[str]) -> str:
    """Sign a message with each secret; answers the header, one signature after the other."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    return " ".join(f"v1,{_digest(signed, secret)}" for secret in secrets)


def _digest(signed: bytes, secret: str) -> str:
    key = b64decode(secret.removeprefix(PREFIX))
    return b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
