"""The message that a delivery is sent as: its body, and the headers that prove who sent it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from apps.webhooks.domain.signature import sign

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime


def write_body(event: str, payload: Mapping[str, Any], *, at: datetime) -> bytes:
    """Write the body: the same bytes on every try, as long as the row is the same."""
    return orjson.dumps({"type": event, "timestamp": at.isoformat(), "data": payload})


def write_headers(
    body: bytes, *, message_id: str, now: datetime, secrets: Sequence[str]
) -> dict[str, str]:
    """Write the headers of one try; receivers refuse a time too far from theirs."""
    timestamp = int(now.timestamp())
    return {
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(
            body, message_id=message_id, timestamp=timestamp, secrets=secrets
        ),
    }
