"""What was erased is named by digests that tell nothing, and its events are known again."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from apps.trajectories.domain.erased import Erased, erasure_key, read_erased
from apps.trajectories.schemas import Event

TENANT = uuid.UUID(int=7)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def event(**fields: object) -> Event:
    given = {"event_id": "e", "session_id": "s", "type": "response", "timestamp": NOON}
    return Event.model_validate(given | fields)


@pytest.mark.parametrize(
    "other",
    [
        (b"another", TENANT, "person", "mira"),
        (b"secret", uuid.UUID(int=8), "person", "mira"),
        (b"secret", TENANT, "session", "mira"),
        (b"secret", TENANT, "person", "mirá"),
        (b"s" * 100, TENANT, "person", "mira"),
    ],
)
def test_a_key_is_of_one_installation_tenant_kind_and_name(
    other: tuple[bytes, uuid.UUID, str, str],
):
    key = erasure_key(b"secret", TENANT, "person", "mira")
    assert key == erasure_key(b"secret", TENANT, "person", "mira") != erasure_key(*other)


@pytest.mark.parametrize("name", ["琥珀鲸", "\ud800", "", "a/b\x00"])
def test_any_name_has_a_key(name: str):
    assert erasure_key(b"secret", TENANT, "person", name)


@pytest.mark.parametrize(
    ("fields", "refused"),
    [
        ({"session_id": "gone"}, True),
        ({"session_id": "sub", "parent_session_id": "gone"}, True),
        ({"session_id": "other"}, False),
        ({"user_id": "mira"}, True),
        ({"user_id": "mira", "timestamp": NOON + timedelta(seconds=1)}, False),
        ({"user_id": "tom"}, False),
    ],
)
def test_events_of_erased_sessions_and_of_people_before_the_erasure_are_refused(
    fields: dict[str, object], refused: bool
):
    erased = Erased(frozenset({"gone"}), {"mira": NOON})
    assert erased.refuses(event(**fields)) is refused


def test_tombstones_are_read_back_into_names():
    named = {uuid.UUID(int=1): ("session", "gone"), uuid.UUID(int=2): ("person", "mira")}
    assert read_erased(named, []) is None
    rows = [(key, NOON) for key in named]
    assert read_erased(named, rows) == Erased(frozenset({"gone"}), {"mira": NOON})
