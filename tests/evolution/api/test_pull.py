"""What agents pull: the index of a channel, with the digests of what it names."""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Skill
from apps.tenants.models import EndUser
from tests.evolution.improvements import improvement
from tests.evolution.packages import BODY, hand_in, skill_file
from tests.evolution.proposals import make_proposal, skill_text

if TYPE_CHECKING:
    from apps.evolution.models import SkillVersion
    from tests.cast import Team

URL = "/api/v1/skills"
INDEX = "/.well-known/agent-skills/index.json"


@pytest.fixture
def served(clinic: Team) -> SkillVersion:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"])


def put_on_trial(team: Team, skill: Skill) -> SkillVersion:
    by, fields = team.members["reviewer"], {"description": "Builds it better. Use it on Fridays."}
    text = skill_text(skill.name, skill.title, version="1.1.0", **fields)
    waiting = improvement(team, skill, 2)
    return approve_proposal(waiting, by=by, content=text, note="x", channel="beta")


def index(team: Team, **query: str) -> list[dict[str, Any]]:
    return team.client("agent").get(INDEX, **query).json()["skills"]


def test_the_digest_is_of_what_is_downloaded(clinic: Team, served: SkillVersion):
    hand_in(clinic, references__scale=b"x")
    for entry, kind in zip(index(clinic), ["skill-md", "archive"], strict=True):
        content = clinic.client("agent").get(entry["url"]).content
        assert entry["type"] == kind
        assert entry["digest"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
        assert set(entry) >= {"name", "description", "version", "channel", "archive"}


def test_an_archive_is_the_same_bytes_whatever_packs_it(clinic: Team):
    hand_in(clinic, references__scale=b"x" * 5000)
    (entry,) = index(clinic)
    with zipfile.ZipFile(io.BytesIO(clinic.client("read").get(entry["url"]).content)) as archive:
        assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_STORED}
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_an_index_that_is_current_is_not_sent_again(clinic: Team, served: SkillVersion):
    http = clinic.client("agent").http
    first = http.get(INDEX, headers={"Accept-Encoding": "gzip"})
    assert first.headers["Content-Encoding"] == "gzip"
    assert served.skill.name in gzip.decompress(first.content).decode()
    again = http.get(INDEX, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    put_on_trial(clinic, served.skill)
    assert http.get(INDEX, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    trial = http.get(f"{INDEX}?channel=beta", headers={"If-None-Match": first.headers["ETag"]})
    assert trial.status_code == 200


def test_each_channel_has_its_text(clinic: Team, served: SkillVersion):
    beta = put_on_trial(clinic, served.skill)
    key, one = clinic.client("agent"), f"{URL}/{served.skill.name}"
    assert key.get(f"{one}/SKILL.md").content.decode() == served.content
    assert key.get(f"{one}/SKILL.md", channel="beta").content.decode() == beta.content
    assert key.get(f"{one}.zip").content != key.get(f"{one}.zip", channel="beta").content
    (stable,), (trial,) = index(clinic), index(clinic, channel="beta")
    assert (stable["version"], stable["channel"]) == ("1.0.0", "stable")
    assert (trial["version"], trial["channel"]) == ("1.1.0", "beta")
    assert trial["description"] == "Builds it better. Use it on Fridays."
    assert trial["digest"] == f"sha256:{hashlib.sha256(key.get(trial['url']).content).hexdigest()}"
    shown = key.get(one).json()
    assert (shown["version"], shown["beta"], shown["content"]) == ("1.0.0", "1.1.0", served.content)


def test_beta_readers_get_the_stable_text_of_all_else(clinic: Team, served: SkillVersion):
    assert [(one["version"], one["channel"]) for one in index(clinic, channel="beta")] == [
        ("1.0.0", "stable")
    ]


@pytest.mark.parametrize(
    "path", [INDEX, f"{URL}/ward-report-1.zip", f"{URL}/ward-report-1/SKILL.md"]
)
def test_a_channel_that_is_none_is_refused(clinic: Team, served: SkillVersion, path: str):
    answer = clinic.client("agent").get(path, channel="nightly")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_channel")


def test_a_new_skill_on_trial_is_there_for_beta_readers_alone(clinic: Team):
    waiting = make_proposal(clinic.tenant)
    answer = clinic.client("review").post(
        f"/api/v1/proposals/{waiting.pk}/approve", {"channel": "beta"}
    )
    assert (answer.status_code, answer.json()["skill"]["version"]) == (200, None)
    assert answer.json()["skill"]["beta"] == "1.0.0"
    key, one = clinic.client("agent"), f"{URL}/{waiting.name}"
    assert index(clinic) == []
    assert [entry["name"] for entry in index(clinic, channel="beta")] == [waiting.name]
    assert key.get(f"{one}/SKILL.md").status_code == 404
    assert key.get(f"{one}/SKILL.md", channel="beta").status_code == 200
    assert key.get(one).json()["content"] == ""
    asked = {"message": "Build the weekly report of ward 1"}
    assert key.post("/api/v1/context", asked).json()["skills"] == []


def test_a_trial_ends_over_http(clinic: Team, served: SkillVersion):
    put_on_trial(clinic, served.skill)
    key, one = clinic.client("review"), f"{URL}/{served.skill.name}"
    answer = key.post(f"{one}/promote", {"reason": "it went well"})
    assert (answer.status_code, answer.json()["version"]) == (200, "1.1.0")
    assert (answer.json()["skill"]["version"], answer.json()["skill"]["beta"]) == ("1.1.0", None)
    assert key.post(f"{one}/withdraw", {"reason": "late"}).json()["code"] == "no_beta"
    assert clinic.client("agent").post(f"{one}/promote", {"reason": "x"}).status_code == 403


def test_a_trial_is_withdrawn_over_http(clinic: Team, served: SkillVersion):
    put_on_trial(clinic, served.skill)
    key, one = clinic.client("review"), f"{URL}/{served.skill.name}"
    assert key.post(f"{one}/withdraw", {"reason": "worse"}).json()["beta"] is None
    assert [entry["version"] for entry in index(clinic, channel="beta")] == ["1.0.0"]


@pytest.mark.parametrize(
    "change",
    [
        {"status": "archived"},
        {"layer": "temporary", "session_id": "s-1"},
        {"owner": "nurse-7"},
    ],
)
def test_what_is_not_for_the_whole_team_is_not_pulled(
    clinic: Team, served: SkillVersion, change: dict[str, object]
):
    if "owner" in change:
        change = {"owner": EndUser.objects.create(tenant=clinic.tenant, external_id="nurse-7")}
    Skill.objects.for_tenant(clinic.tenant).update(**change)
    for channel in ("stable", "beta"):
        assert index(clinic, channel=channel) == []
        for end in ("/SKILL.md", ".zip"):
            path = f"{URL}/{served.skill.name}{end}"
            assert clinic.client("agent").get(path, channel=channel).status_code == 404


def test_the_index_costs_the_same_for_many(clinic: Team):
    def queries(channel: str) -> int:
        index(clinic, channel=channel)
        with CaptureQueriesContext(connection) as found:
            index(clinic, channel=channel)
        return len(found)

    hand_in(clinic, references__scale=b"x")
    put_on_trial(
        clinic, approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill
    )
    few = [queries("stable"), queries("beta")]
    for number in range(3, 7):
        hand_in(clinic, skill_file(f"{BODY}{number}\n", name=f"weigh-{number}"), references__a=b"x")
        waiting = make_proposal(clinic.tenant, number)
        approve_proposal(waiting, by=clinic.members["reviewer"], note="x")
    assert [queries("stable"), queries("beta")] == few
