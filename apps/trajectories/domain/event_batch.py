"""Read a batch of events from the bytes of a request: good ones in, bad ones named one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson
from pydantic import TypeAdapter, ValidationError

from apps.errors import DomainError, TooLarge
from apps.trajectories.domain.cleaning import read_json
from apps.trajectories.schemas import Event

if TYPE_CHECKING:
    from collections.abc import Collection

MOST_EVENTS = 1000
_WHAT_TO_SEND = 'Send {"events": […]}, or one event a line as NDJSON.'
_ALL = TypeAdapter(list[Event])


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why one event of a batch was not taken; `index` counts from 0."""

    index: int
    code: str
    detail: str


@dataclass(slots=True)
class EventBatch:
    """The events of a request that are valid, and the rejections of the others."""

    events: list[Event] = field(default_factory=list)
    rejected: list[Rejection] = field(default_factory=list)

    def reject(self, event_ids: Collection[str], *, code: str, detail: str) -> None:
        """Reject events that could be read after all, by their ids, in the order of the request."""
        if not event_ids:
            return
        unread = {one.index for one in self.rejected}
        places = [at for at in range(len(self.events) + len(unread)) if at not in unread]
        self.rejected += [
            Rejection(place, code, detail)
            for place, event in zip(places, self.events, strict=True)
            if event.event_id in event_ids
        ]
        self.rejected.sort(key=lambda rejection: rejection.index)


def read_batch(body: bytes, *, lines: bool) -> EventBatch:
    """Read `{"events": […]}`, a bare list, or one event a line; bad items do not harm the others.

    Raises `invalid_json`, `no_events`, or `too_many_events` (413) for the batch as a whole.
    """
    if not body.strip():
        raise DomainError("no_events", f"The body is empty. {_WHAT_TO_SEND}")
    batch = EventBatch()
    items = _read_lines(body, batch) if lines else _read_document(body)
    if len(items) + len(batch.rejected) > MOST_EVENTS:
        raise TooLarge("too_many_events", f"A batch holds at most {MOST_EVENTS:,} events.")
    try:
        batch.events = _ALL.validate_python([item for _, item in items])
    except ValidationError:
        _one_by_one(items, batch)
    batch.rejected.sort(key=lambda rejection: rejection.index)
    return batch


def _read_document(body: bytes) -> list[tuple[int, Any]]:
    try:
        document = read_json(body)
    except orjson.JSONDecodeError as error:
        raise DomainError("invalid_json", f"The body is no valid JSON: {error}.") from error
    items = document.get("events") if isinstance(document, dict) else document
    if not isinstance(items, list):
        raise DomainError("no_events", _WHAT_TO_SEND)
    return list(enumerate(items))


def _read_lines(body: bytes, batch: EventBatch) -> list[tuple[int, Any]]:
    items: list[tuple[int, Any]] = []
    lines = (line for line in body.splitlines() if line.strip())
    for index, line in enumerate(lines):
        try:
            items.append((index, read_json(line)))
        except orjson.JSONDecodeError as error:
            batch.rejected.append(Rejection(index, "invalid_json", f"{error}"))
    return items


def _one_by_one(items: list[tuple[int, Any]], batch: EventBatch) -> None:
    for index, item in items:
        try:
            batch.events.append(Event.model_validate(item))
        except ValidationError as error:
            batch.rejected.append(Rejection(index, "invalid_event", first_problem(error)))


def first_problem(error: ValidationError) -> str:
    """Say in one sentence which field is wrong first, and why."""
    problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
    path = ".".join(str(part) for part in problem["loc"])
    return f"{path}: {problem['msg']}" if path else problem["msg"]
