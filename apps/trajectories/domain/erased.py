"""What was erased, as far as a batch of events names it: such events are not taken in again."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from apps.trajectories.schemas import Event

    Named = tuple[Literal["person", "session"], str]

ERASED = "Its session, or what its person said until then, was erased."
ERASED_NAME = "[erased]"
_LONGEST_KEY = 64


def erasure_key(secret: bytes, tenant_id: uuid.UUID, kind: str, external_id: str) -> uuid.UUID:
    """Name a person or a session in a way that tells nothing without the secret.

    Ids are often addresses or short numbers: a digest without a key could be tried out.
    """
    if len(secret) > _LONGEST_KEY:
        secret = blake2b(secret).digest()
    text = f"{kind}/{tenant_id}/{external_id}".encode(errors="replace")
    return uuid.UUID(bytes=blake2b(text, key=secret, digest_size=16).digest())


@dataclass(frozen=True, slots=True)
class Erased:
    """The sessions that were erased, and until when each person was."""

    sessions: frozenset[str]
    people: Mapping[str, datetime]

    def refuses(self, event: Event) -> bool:
        """Tell whether an event is of an erased session, or of a person before the erasure.

        A person may come back: what they say afterwards is taken in.
        """
        if event.session_id in self.sessions or event.parent_session_id in self.sessions:
            return True
        until = self.people.get(event.user_id or "")
        return until is not None and event.timestamp <= until


def read_erased(
    named: Mapping[uuid.UUID, Named], rows: Iterable[tuple[uuid.UUID, datetime]]
) -> Erased | None:
    """Read tombstones back into the names that a batch uses; None where there are none."""
    found = [(*named[key], erased_at) for key, erased_at in rows]
    if not found:
        return None
    return Erased(
        frozenset(name for kind, name, _ in found if kind == "session"),
        {name: erased_at for kind, name, erased_at in found if kind == "person"},
    )
