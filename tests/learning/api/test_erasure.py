"""A person's right over HTTP: what is known of them as a file, and its erasure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.tenants.models import AuditEvent, EndUser
from apps.trajectories.models import Step, Trajectory
from tests.learning.erasure import MIRA, TOM, asked_in, end, live, use, work
from tests.learning.sessions import run_loop
from tests.make import make_event

if TYPE_CHECKING:
    from tests.cast import Team

MIRA_URL = "/api/v1/users/mira"
EXPORT = f"{MIRA_URL}/export"


def delete(client: Any, path: str) -> Any:
    return getattr(client, "http", client).delete(path)


def exported(client: Any, path: str = EXPORT) -> dict[str, Any]:
    answer = getattr(client, "http", client).get(path)
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    document: dict[str, Any] = json.loads(b"".join(answer.streaming_content))
    return document


@pytest.fixture
def worked(clinic: Team) -> Team:
    for who in ("mira", "tom"):
        work(clinic, who, f"{who}-1", asked_in("en", who))
        end(clinic, f"{who}-1")
    return clinic


def link(team: Team, role: str) -> Any:
    """Make a member of this role the person that agents call Mira; answers their browser."""
    people = EndUser.objects.for_tenant(team.tenant).filter(external_id="mira")
    people.update(membership=team.members[role])
    return team.browser(role)


def test_the_answer_is_the_receipt(worked: Team):
    answer = delete(worked.client("admin"), MIRA_URL)
    assert answer.status_code == 200
    receipt = answer.json()
    lists = {"skills_to_review", "pipelines_to_review"}
    assert set(receipt) == {"erased_at", "kind", "counts", *lists}
    assert (receipt["kind"], receipt["counts"]["trajectories"]) == ("person", 1)
    assert AuditEvent.objects.for_tenant(worked.tenant).get(action="erase_person").actor


def test_it_is_gone_from_every_list_at_once(clinic: Team):
    live(clinic)
    use(clinic)
    run = Trajectory.objects.for_tenant(clinic.tenant).filter(end_user__external_id="mira")[0]
    session = run.session.external_id
    assert delete(clinic.client("admin"), MIRA_URL).status_code == 200
    read = clinic.client("admin")
    for path in (
        f"/api/v1/trajectories/{run.pk}",
        f"/api/v1/sessions/{session}",
        f"/api/v1/sessions/{session}/compressed",
        "/api/v1/profiles/mira",
        EXPORT,
        f"/api/v1/memories?user_id=mira&q={MIRA['en']}",
    ):
        assert read.get(path).status_code == 404, path
    lists = (
        *("trajectories", "sessions", "memories", "experiences", "pain-points", "solutions"),
        *("proposals", "skills", "signals", "reflections", "imports", "preferences"),
    )
    for name in lists:
        body = read.get(f"/api/v1/{name}", limit=200).content.decode()
        assert not [word for word in (*MIRA.values(), '"mira"') if word in body], name
    for words in (MIRA["en"], MIRA["zh"]):
        assert read.get("/api/v1/trajectories", q=words).json()["results"] == []
        found = read.get("/api/v1/experiences", q=words).content.decode()
        asked = {"message": asked_in("en", "mira"), "session_id": "fresh", "user_id": "mira"}
        context = read.post("/api/v1/context", asked).json()
        shown = json.dumps([found, context["text"], context["memories"], context["experiences"]])
        assert words not in shown
    skill = read.get("/api/v1/skills").json()["results"][0]["name"]
    assert MIRA["en"] not in read.get(f"/api/v1/skills/{skill}/SKILL.md").content.decode()
    page = clinic.browser("owner").get(f"/admin/trajectories/trajectory/{run.pk}/change/")
    assert page.status_code in {302, 404}


def test_late_events_are_rejected_one_by_one(worked: Team):
    delete(worked.client("admin"), MIRA_URL)
    events = [
        make_event(session_id="other"),
        {"event_id": "x", "session_id": ""},
        make_event(session_id="mira-1"),
        make_event(session_id="fresh", user_id="mira"),
    ]
    answer = worked.client("ingest").post("/api/v1/events", {"events": events})
    assert answer.status_code == 207
    body = answer.json()
    assert (body["accepted"], body["duplicates"]) == (1, 0)
    told = [(one["index"], one["code"]) for one in body["rejected"]]
    assert told == [(1, "invalid_event"), (2, "erased"), (3, "erased")]
    lines = b"\n".join(json.dumps(event).encode() for event in events[2:])
    answer = worked.client("ingest").post_raw("/api/v1/events", lines, "application/x-ndjson")
    assert [one["index"] for one in answer.json()["rejected"]] == [0, 1]


def test_finished_work_and_hooks_of_an_erased_session_are_not_taken(worked: Team):
    delete(worked.client("admin"), MIRA_URL)
    finished = {"session_id": "mira-1", "user_intent": "more", "tool_chain": []}
    answer = worked.client("agent").post("/api/v1/trajectories", finished)
    assert (answer.status_code, answer.json()["code"]) == (409, "erased")
    hook = {"hook_event_name": "UserPromptSubmit", "session_id": "mira-1", "prompt": "more"}
    answer = worked.client("agent").post("/api/v1/hooks/claude-code", hook)
    assert (answer.status_code, answer.json()) == (200, {})
    assert not Trajectory.objects.for_tenant(worked.tenant).filter(intent="more").exists()


@pytest.mark.parametrize("method", ["get", "delete"])
def test_unknown_people_and_sessions_are_not_found(worked: Team, method: str):
    delete(worked.client("admin"), MIRA_URL)
    client = worked.client("admin").http
    paths = [EXPORT] if method == "get" else [MIRA_URL, "/api/v1/users/nobody"]
    for path in [*paths, "/api/v1/sessions/mira-1", "/api/v1/sessions/nothing"]:
        answer = getattr(client, method)(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("scope", ["agent", "review"])
def test_keys_below_admin_reach_nobody(worked: Team, scope: str):
    for path in (MIRA_URL, "/api/v1/sessions/mira-1"):
        assert delete(worked.client(scope), path).status_code == 404
    if scope == "review":
        assert worked.client(scope).get(EXPORT).status_code == 404
    assert EndUser.objects.for_tenant(worked.tenant).filter(external_id="mira").exists()


@pytest.mark.parametrize("role", ["member", "reviewer"])
def test_a_member_erases_and_exports_themselves_and_nobody_else(worked: Team, role: str):
    browser = link(worked, role)
    assert delete(browser, "/api/v1/users/tom").status_code == 404
    assert delete(browser, "/api/v1/sessions/tom-1").status_code == 404
    assert browser.get("/api/v1/users/tom/export").status_code == 404
    assert exported(browser)["user_id"] == "mira"
    assert delete(browser, "/api/v1/sessions/mira-1").json()["kind"] == "session"
    assert delete(browser, MIRA_URL).status_code == 200


def test_a_viewer_exports_themselves(worked: Team):
    assert exported(link(worked, "viewer"))["user_id"] == "mira"


def test_the_export_holds_all_that_is_known_and_nothing_of_others(clinic: Team):
    live(clinic)
    use(clinic)
    document = exported(clinic.client("admin"))
    runs = document["trajectories"]
    mine = Trajectory.objects.for_tenant(clinic.tenant).filter(end_user__external_id="mira")
    assert {run["id"] for run in runs} == {str(pk) for pk in mine.values_list("pk", flat=True)}
    steps = Step.objects.of_trajectories(list(mine)).count()
    assert sum(len(run["steps"]) for run in runs) == steps
    for part in (
        *("sessions", "compressed_sessions", "scores", "profile", "profile_fields"),
        *("profile_evidence", "memories", "memory_evidence", "pain_evidence"),
        *("experience_evidence", "proposal_evidence", "servings"),
    ):
        assert document[part], part
    text = json.dumps(document, ensure_ascii=False)
    assert all(word in text for word in MIRA.values())
    assert not any(TOM[kind] in text for kind in ("number", "file"))
    audit = AuditEvent.objects.for_tenant(clinic.tenant).get(action="export_person")
    assert audit.actor.startswith("key:")


def test_a_long_history_is_read_page_by_page(worked: Team, monkeypatch: pytest.MonkeyPatch):
    work(worked, "mira", "mira-2", "another", ["Read"] * 7)
    whole = exported(worked.client("admin"))
    monkeypatch.setattr("apps.learning.export_person.ROWS_A_READ", 2)
    paged = exported(worked.client("admin"))
    for document in (whole, paged):
        document.pop("exported_at")
    assert whole == paged
    assert [step["sequence"] for step in paged["trajectories"][1]["steps"]] == list(range(9))


def test_a_session_is_read_and_erased_at_one_address(worked: Team):
    run_loop(worked)
    path = "/api/v1/sessions/mira-1"
    assert worked.client("read").get(path).json()["session_id"] == "mira-1"
    receipt = delete(worked.client("admin"), path).json()
    assert (receipt["kind"], receipt["counts"]["sessions"]) == ("session", 1)
    assert worked.client("read").get(path).status_code == 404
    assert timezone.now().isoformat() > receipt["erased_at"]
