"""The whole life of one skill over HTTP: proposed, revised, approved, served, followed, corrected,
improved, measured, rolled back, archived and revived."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.learning.learn import learn
from tests.learning.sessions import REPORT, REPORT_TOOLS
from tests.make import make_event, make_run_events

if TYPE_CHECKING:
    from tests.cast import Team

API = "/api/v1/"
# Small numbers, so that a few sessions prove something: half of them go without.
MEASURED = {"lift": {"enabled": True, "holdoutShare": "0.5", "leastSessions": 4}}
SESSIONS = 60
WISH = "Say that send_sheet comes last"
CORRECTION = "No, fill_sheet must use the landscape layout"


class Life:
    """A team's keys over HTTP, and the loop that a worker would run."""

    def __init__(self, team: Team) -> None:
        self.team = team

    def get(self, path: str, *, key: str = "read", **query: Any) -> Any:
        answer = self.team.client(key).get(f"{API}{path}", **query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, path: str, body: Any, *, key: str = "review") -> Any:
        answer = self.team.client(key).post(f"{API}{path}", body)
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    def work(self, session: str, *requests: str) -> Any:
        """A session: context is asked for, the work is reported and learned from."""
        given = self.report(session, *requests)
        learn(self.team.tenant, now=timezone.now())
        return given

    def report(self, session: str, *requests: str, may_fail: bool = False) -> Any:
        """A session: context is asked for, and the work reported; without a skill it may fail."""
        given = self.post("context", {"message": requests[0], "session_id": session}, key="agent")
        failing = [(tool, {}, "error") for tool in REPORT_TOOLS]
        tools = failing if may_fail and not given["skills"] else REPORT_TOOLS
        runs = [make_run_events(session=session, intent=one, tools=tools) for one in requests]
        ends = make_event("session_end", session_id=session)
        self.post(
            "events", {"events": [*(event for run in runs for event in run), ends]}, key="ingest"
        )
        return given

    def waiting(self) -> dict[str, Any]:
        [proposal] = self.get("proposals", status="pending")["results"]
        return proposal


def test_a_skill_lives_from_its_first_run_to_its_return(clinic: Team):
    life = Life(clinic)
    name = be_approved(life)
    be_served_and_followed(life, name)
    be_corrected_and_improved(life, name)
    show_its_lift(life, name)
    roll_back_archive_and_revive(life, name)


def be_approved(life: Life) -> str:
    """Two sessions propose it, a reviewer sends it back, the loop answers, it is approved."""
    for number, request in enumerate(REPORT["en"]):
        assert life.work(f"taught-{number}", request)["skills"] == []
    proposal = life.waiting()
    life.post(f"proposals/{proposal['id']}/revise", {"wish": WISH})
    learn(life.team.tenant, now=timezone.now())
    said = life.get(f"proposals/{proposal['id']}/comments")["results"]
    assert {one["remark"] for one in said} == {"revise", "answer"}
    approved = life.post(f"proposals/{proposal['id']}/approve", {"note": "Good as it is"})
    assert approved["version"] == "1.0.0"
    return str(proposal["name"])


def be_served_and_followed(life: Life, name: str) -> None:
    given = life.work("followed", REPORT["en"][0])
    assert [one["name"] for one in given["skills"]] == [name]
    usage = life.get(f"skills/{name}/usage")
    assert usage["total"]["followed"] >= 1


def be_corrected_and_improved(life: Life, name: str) -> None:
    """A person corrects what came of it: that is a change to the skill, and waits for review."""
    life.work("corrected", REPORT["en"][1], CORRECTION)
    proposal = life.waiting()
    assert (proposal["action"], proposal["trigger"]) == ("improve", "user_correction")
    assert "landscape" in proposal["diff"]
    life.post(f"proposals/{proposal['id']}/approve", {"note": "Right"})
    skill = life.get(f"skills/{name}")
    assert skill["version"] == "1.1.0"
    [line] = life.get(f"skills/{name}/improvements")["results"]
    assert (line["trigger"], line["version"]) == ("user_correction", "1.1.0")


def show_its_lift(life: Life, name: str) -> None:
    """Sessions that go without it do half of the work, and fail at it."""
    life.team.tenant.settings = {**life.team.tenant.settings, **MEASURED}
    life.team.tenant.save(update_fields=["settings"])
    for number in range(SESSIONS):
        life.report(f"measured-{number}", REPORT["en"][0], may_fail=True)
    learn(life.team.tenant, now=timezone.now())
    lift = life.get(f"skills/{name}")["lift"]
    assert lift["low"] > 0
    assert lift["served"] >= MEASURED["lift"]["leastSessions"]
    [measured] = [one for one in life.get("lift")["results"] if one["name"] == name]
    assert measured["verdict"] == "helpful"


def roll_back_archive_and_revive(life: Life, name: str) -> None:
    rolled = life.post(f"skills/{name}/rollback", {"version": "1.0.0", "reason": "As it was"})
    assert rolled["version"] == "1.2.0"
    text = life.team.client("agent").get(f"{API}skills/{name}/SKILL.md").content.decode()
    assert "landscape" not in text
    life.post(f"skills/{name}/archive", {"reason": "The report is gone"})
    assert life.post("context", {"message": REPORT["en"][0]}, key="agent")["skills"] == []
    life.post(f"skills/{name}/revive", {"reason": "It is back"})
    [again] = life.post("context", {"message": REPORT["en"][0]}, key="agent")["skills"]
    assert (again["name"], again["version"]) == (name, "1.2.0")
