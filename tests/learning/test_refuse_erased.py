"""What was erased does not come in again: late events, repeats, transcripts of it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.learning.erase_person import erase_person
from apps.tenants.models import EndUser
from apps.trajectories.import_transcripts import accept_import
from apps.trajectories.models import Receipt
from apps.trajectories.tombstone_models import Tombstone
from tests.learning.erasure import (
    MIRA,
    TOM,
    WORDS,
    asked_in,
    find_everywhere,
    take,
    transcript_of,
    work,
)
from tests.make import make_event, record

if TYPE_CHECKING:
    from tests.cast import Team

HER_SESSION = f"mira-en-{MIRA['file']}"


@pytest.fixture
def worked(clinic: Team) -> Team:
    """A team in which both worked."""
    for who in ("mira", "tom"):
        work(clinic, who, f"{who}-en-{WORDS[who]['file']}", asked_in("en", who))
    return clinic


def rows(team: Team, model: Any) -> Any:
    return model.objects.for_tenant(team.tenant)


def test_late_events_are_refused_and_new_ones_taken(worked: Team):
    events = [
        make_event(text="late", session_id=HER_SESSION),
        make_event(text="late too", session_id="another", user_id="mira"),
        make_event(text="of Tom", session_id="third", user_id="tom"),
    ]
    erase_person(worked.tenant, "mira", by="admin")
    recorded = record(worked.tenant, events)
    assert recorded.refused == {events[0]["event_id"], events[1]["event_id"]}
    assert (recorded.accepted, recorded.duplicates) == (1, 0)
    assert record(worked.tenant, events[:2]).accepted == 0
    later = (timezone.now() + timedelta(minutes=1)).isoformat()
    again = make_event(text="back", session_id="new", user_id="mira", timestamp=later)
    assert record(worked.tenant, [again]).accepted == 1
    assert rows(worked, EndUser).filter(external_id="mira").exists()


def test_what_was_sent_before_is_no_repeat_but_refused(clinic: Team):
    event = make_event(text=MIRA["en"], session_id="s", user_id="mira")
    record(clinic.tenant, [event])
    erase_person(clinic.tenant, "mira", by="admin")
    recorded = record(clinic.tenant, [event])
    assert (recorded.refused, recorded.duplicates) == ({event["event_id"]}, 0)
    copied = record(clinic.tenant, [event | {"session_id": "resumed", "user_id": None}])
    assert (copied.accepted, copied.duplicates) == (0, 1), "history of a resumed session is known"
    assert set(rows(clinic, Receipt).values_list("trajectory_id", flat=True)) == {None}


def test_a_transcript_of_theirs_is_refused_with_the_line(worked: Team):
    erase_person(worked.tenant, "mira", by="admin")
    row = take(worked, "mira")
    assert (row.status, row.accepted, row.name) == ("done", 0, "[erased]")
    [problem] = row.errors
    assert (problem["line"], problem["code"]) == (1, "erased")
    assert find_everywhere(*MIRA.values(), "mira") == {}


def test_transcripts_that_wait_to_be_read_lose_their_lines(clinic: Team):
    work(clinic, "mira", HER_SESSION, asked_in("en", "mira"))
    mine, others = transcript_of("mira", HER_SESSION), transcript_of("tom", "of-tom")
    files = {"both.jsonl": mine + b"\n" + others, f"{HER_SESSION}.jsonl": mine}
    accept_import(clinic.tenant, files, agent="coder", by=None)
    erase_person(clinic.tenant, "mira", by="admin")
    assert set(find_everywhere(*MIRA.values(), TOM["en"])) == {TOM["en"]}


def test_who_came_back_can_be_erased_again(clinic: Team):
    for number in (1, 2):
        later = (timezone.now() + timedelta(minutes=number)).isoformat()
        event = make_event(text=MIRA["en"], session_id=f"s-{number}", user_id="mira")
        assert record(clinic.tenant, [event | {"timestamp": later}]).accepted == 1
        erase_person(clinic.tenant, "mira", by="admin")
    assert rows(clinic, Tombstone).filter(kind="person").count() == 1
    assert rows(clinic, Tombstone).filter(kind="session").count() == 2


def test_a_new_key_of_the_installation_still_knows_the_old_tombstones(worked: Team, settings: Any):
    erase_person(worked.tenant, "mira", by="admin")
    late = make_event(session_id=HER_SESSION)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "a-new-key"
    settings.SECRET_KEY_FALLBACKS = [old]
    assert record(worked.tenant, [late]).refused == {late["event_id"]}
