"""Events on their way in: cleaned, redacted and serialized once, the batch as one."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
from django.conf import settings

from apps.trajectories.domain.cleaning import clean_text, clean_value
from apps.trajectories.domain.limits import cut_text
from apps.trajectories.domain.redaction import Redactor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apps.trajectories.schemas import Event

RATING = "feedback"
_BODIES = ("args", "result", "metadata")
_FILLED = ("text", "error", *_BODIES, "duration_ms", "model", "input_tokens", "output_tokens")


@dataclass(slots=True)
class Incoming:
    """An event that may be stored: its key, and its bodies as JSON without secrets."""

    event: Event
    key: uuid.UUID
    args: str | None
    result: str | None
    metadata: str | None

    def fill_from(self, repeat: Incoming) -> None:
        """Take from a repeat of the same event what this one does not say itself."""
        for name in _FILLED:
            if getattr(self.event, name) in (None, ""):
                setattr(self.event, name, getattr(repeat.event, name))
                if name in _BODIES:
                    setattr(self, name, getattr(repeat, name))
        if self.event.status in (None, "unknown"):
            self.event.status = repeat.event.status


def event_key(event_id: str) -> uuid.UUID:
    """Shorten a client's event id to 128 bits: BLAKE2b, so that no two meet by accident."""
    return uuid.UUID(
        bytes=hashlib.blake2b(event_id.encode(errors="replace"), digest_size=16).digest()
    )


def prepare_events(events: Iterable[Event], *, personal: bool) -> list[Incoming]:
    """Clean and redact a batch; ids and names stay as they are.

    Which kinds of secrets are worth looking for is decided once for the whole batch.
    """
    batch = [_serialize(event) for event in events]
    redact = Redactor(_texts(batch), personal=personal)
    if redact.is_needed:
        for incoming in batch:
            _redact(incoming, redact)
    for incoming in batch:
        if incoming.event.text:
            incoming.event.text = cut_text(incoming.event.text, settings.ENV.max_field_bytes)
    return batch


def _serialize(event: Event) -> Incoming:
    event.text = clean_text(event.text) if event.text else event.text
    event.error = clean_text(event.error) if event.error else event.error
    if event.metadata or event.feedback is not None:
        event.metadata = _with_rating(event)
    bodies = {name: _dump(event, name) for name in _BODIES}
    return Incoming(event, event_key(event.event_id), **bodies)


def _with_rating(event: Event) -> dict[str, Any] | None:
    """Keep a valid rating where a client's own words of that name cannot be mistaken for it."""
    metadata = {key: value for key, value in (event.metadata or {}).items() if key != RATING}
    if event.feedback is not None:
        metadata[RATING] = str(event.feedback)
    return metadata or None


def _dump(event: Event, name: str) -> str | None:
    value = getattr(event, name)
    if value is None:
        return None
    text = _json(value)
    if text is None or "\\u0000" in text:
        value = clean_value(value)
        setattr(event, name, value)
        text = _json(value)
    return text


def _json(value: Any) -> str | None:
    """Serialize a JSON value; None for one that holds half of a surrogate pair."""
    try:
        return orjson.dumps(value, default=str, option=orjson.OPT_NON_STR_KEYS).decode()
    except (TypeError, ValueError):
        return None


def _texts(batch: list[Incoming]) -> Iterable[str]:
    for one in batch:
        for text in (one.event.text, one.event.error, one.args, one.result, one.metadata):
            if text:
                yield text


def _redact(incoming: Incoming, redact: Redactor) -> None:
    event = incoming.event
    event.text = redact(event.text) if event.text else event.text
    event.error = redact(event.error) if event.error else event.error
    for name in _BODIES:
        before = getattr(incoming, name)
        if before and (after := redact(before)) != before:
            setattr(incoming, name, after)
            setattr(event, name, orjson.loads(after))
