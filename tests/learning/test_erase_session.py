"""Erasing a session leaves nothing of it, and the person with what their other sessions showed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import NotFound
from apps.learning.erase_session import erase_session
from apps.profiles.models import Memory, ProfileField
from apps.tenants.models import EndUser
from apps.trajectories.models import Session
from apps.trajectories.tombstone_models import Tombstone
from tests.learning.erasure import MIRA, asked_in, end, find_everywhere, live, use, work
from tests.learning.sessions import run_loop
from tests.make import make_event, record

if TYPE_CHECKING:
    from tests.cast import Team

EN, ZH = f"mira-en-{MIRA['file']}", f"mira-zh-{MIRA['file']}"


def rows(team: Team, model: Any) -> Any:
    return model.objects.for_tenant(team.tenant)


def test_what_was_said_in_it_alone_is_found_nowhere(clinic: Team):
    live(clinic)
    use(clinic)
    secret = "Featherstonehaugh"
    work(clinic, "mira", "private", f"Build the weekly report of {secret} for the head nurse")
    work(clinic, "mira", "private", f"I work with {secret}. I always want {secret} in bold.")
    end(clinic, "private")
    run_loop(clinic)
    assert "profiles_memory.text" in find_everywhere(secret)[secret]
    receipt = erase_session(clinic.tenant, "private", by="admin")
    assert (receipt.kind, receipt.counts["sessions"]) == ("session", 1)
    assert find_everywhere(secret) == {}
    run_loop(clinic)
    assert find_everywhere(secret) == {}
    assert find_everywhere(MIRA["en"])[MIRA["en"]] >= {"profiles_memory.text"}


def test_the_person_keeps_what_other_sessions_showed(clinic: Team):
    for session in ("one", "two"):
        work(clinic, "mira", session, "Our ERP is Oracle.", ["fill_sheet"])
        end(clinic, session)
    work(clinic, "mira", "three", "I'm a nurse.", ["fill_sheet"])
    end(clinic, "three")
    run_loop(clinic)
    for session in ("one", "three"):
        erase_session(clinic.tenant, session, by="admin")
    assert rows(clinic, EndUser).filter(external_id="mira").exists()
    assert list(rows(clinic, Memory).values_list("text", flat=True)) == ["Our ERP is Oracle"]
    assert "nurse" not in set(rows(clinic, ProfileField).values_list("value", flat=True))
    erase_session(clinic.tenant, "two", by="admin")
    assert not rows(clinic, Memory).exists()


def test_what_only_it_contradicted_holds_again(clinic: Team):
    for session, said in (("one", "Our ERP is SAP."), ("two", "Our ERP is Oracle.")):
        work(clinic, "mira", session, said, ["fill_sheet"])
        end(clinic, session)
        run_loop(clinic)
    assert rows(clinic, Memory).exclude(status="active").exists()
    erase_session(clinic.tenant, "two", by="admin")
    memory = rows(clinic, Memory).get()
    assert (memory.text, memory.status) == ("Our ERP is SAP", "active")


def test_its_events_are_refused_from_then_on(clinic: Team):
    work(clinic, "mira", EN, asked_in("en", "mira"))
    work(clinic, "mira", ZH, asked_in("zh", "mira"))
    erase_session(clinic.tenant, EN, by="admin")
    late, other = make_event(session_id=EN), make_event(session_id=ZH, user_id="mira")
    recorded = record(clinic.tenant, [late, other])
    assert (recorded.accepted, recorded.refused) == (1, {late["event_id"]})
    assert set(rows(clinic, Session).values_list("external_id", flat=True)) == {ZH}
    assert rows(clinic, Tombstone).get().receipt["kind"] == "session"


def test_its_sub_agents_go_with_it(clinic: Team):
    work(clinic, "mira", "main", asked_in("en", "mira"))
    shared = {"session_id": "main/sub", "parent_session_id": "main", "author": "agent"}
    record(clinic.tenant, [make_event(text=f"Look into {MIRA['en']}", **shared)])
    erase_session(clinic.tenant, "main", by="admin")
    assert not rows(clinic, Session).exists()
    assert rows(clinic, Tombstone).count() == 2


def test_an_unknown_or_erased_session_is_not_found(clinic: Team):
    work(clinic, "mira", EN, asked_in("en", "mira"))
    erase_session(clinic.tenant, EN, by="admin")
    for name in (EN, "nothing"):
        with pytest.raises(NotFound):
            erase_session(clinic.tenant, name, by="admin")
