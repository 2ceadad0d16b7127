"""Skills as agents fetch them: index, SKILL.md and zip, kept as long as nothing changed."""

from __future__ import annotations

import hashlib
import io
import zipfile
from typing import TYPE_CHECKING

import pytest
import skills_ref
from django.test import Client

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Skill
from tests.evolution.proposals import make_proposal, skill_text

if TYPE_CHECKING:
    from pathlib import Path

    from apps.evolution.models import SkillVersion
    from tests.cast import Team

URL = "/api/v1/skills"


@pytest.fixture
def served(clinic: Team) -> SkillVersion:
    proposal = make_proposal(clinic.tenant, title="生成病区周报 Ward report")
    return approve_proposal(proposal, by=clinic.members["reviewer"])


def improve(team: Team, served: SkillVersion) -> SkillVersion:
    skill = served.skill
    fields = {"version": "1.1.0", "description": "Builds it better. Use it on Fridays."}
    text = skill_text(skill.name, skill.title, **fields)
    better = make_proposal(team.tenant, 2, skill=skill, action="improve", title=skill.title)
    return approve_proposal(better, by=team.members["reviewer"], content=text, note="better")


def test_the_list_shows_what_a_client_chooses_by(clinic: Team, served: SkillVersion):
    (shown,) = clinic.client("agent").get(URL).json()["results"]
    assert set(shown) >= {
        *("name", "title", "description", "layer", "version", "status", "trust", "uses"),
        *("tools", "triggers", "pinned", "updated_at"),
    }
    assert (shown["name"], shown["version"], shown["layer"]) == (
        served.skill.name,
        "1.0.0",
        "learned",
    )
    assert "content" not in shown


def test_one_skill_is_opened_with_its_text(clinic: Team, served: SkillVersion):
    shown = clinic.client("agent").get(f"{URL}/{served.skill.name}").json()
    assert shown["content"] == served.content


@pytest.mark.parametrize("suffix", ["/SKILL.md", ".zip"])
def test_a_copy_that_is_current_is_not_sent_again(clinic: Team, served: SkillVersion, suffix: str):
    path = f"{URL}/{served.skill.name}{suffix}"
    http = clinic.client("agent").http
    first = http.get(path)
    assert (first.status_code, bool(first.content)) == (200, True)
    tag = first.headers["ETag"]
    again = http.get(path, headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    improve(clinic, served)
    changed = http.get(path, headers={"If-None-Match": tag})
    assert (changed.status_code, changed.headers["ETag"] != tag) == (200, True)


def test_the_two_forms_of_a_skill_have_two_tags(clinic: Team, served: SkillVersion):
    http, path = clinic.client("agent").http, f"{URL}/{served.skill.name}"
    assert len({http.get(path + end).headers["ETag"] for end in ("/SKILL.md", ".zip")}) == 2


def test_skill_md_is_the_approved_text_letter_by_letter(clinic: Team, served: SkillVersion):
    answer = clinic.client("agent").get(f"{URL}/{served.skill.name}/SKILL.md")
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer.content.decode() == served.content
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_the_zip_is_a_folder_that_every_loader_takes(
    clinic: Team, served: SkillVersion, tmp_path: Path
):
    path = f"{URL}/{served.skill.name}.zip"
    answer = clinic.client("agent").get(path)
    assert answer.content == clinic.client("agent").get(path).content
    assert f'filename="{served.skill.name}.zip"' in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == [f"{served.skill.name}/SKILL.md"]
        archive.extractall(tmp_path)
    assert skills_ref.validate(tmp_path / served.skill.name) == []
    assert (tmp_path / served.skill.name / "SKILL.md").read_text() == served.content


def test_the_index_lists_what_is_served_with_addresses_that_work(
    clinic: Team, served: SkillVersion
):
    answer = clinic.client("agent").get("/.well-known/agent-skills/index.json")
    index = answer.json()
    assert index["$schema"].startswith("https://schemas.agentskills.io/")
    (entry,) = index["skills"]
    assert (entry["name"], entry["type"], entry["version"]) == (
        served.skill.name,
        "skill-md",
        "1.0.0",
    )
    text = clinic.client("agent").get(entry["url"]).content
    assert entry["digest"] == f"sha256:{hashlib.sha256(text).hexdigest()}"
    assert clinic.client("agent").get(entry["archive"]).status_code == 200


@pytest.mark.parametrize("status", ["archived", "stale"])
def test_what_is_no_longer_active_is_listed_but_not_served(
    clinic: Team, served: SkillVersion, status: str
):
    Skill.objects.for_tenant(clinic.tenant).update(status=status)
    key, path = clinic.client("agent"), f"{URL}/{served.skill.name}"
    assert key.get(f"{path}/SKILL.md").status_code == 404
    assert key.get(f"{path}.zip").status_code == 404
    assert key.get("/.well-known/agent-skills/index.json").json()["skills"] == []
    assert [one["status"] for one in key.get(URL, status=status).json()["results"]] == [status]


def test_versions_are_listed_newest_first_and_each_keeps_its_text(
    clinic: Team, served: SkillVersion
):
    better = improve(clinic, served)
    rows = clinic.client("read").get(f"{URL}/{served.skill.name}/versions").json()["results"]
    assert [row["version"] for row in rows] == ["1.1.0", "1.0.0"]
    assert [row["content"] for row in rows] == [better.content, served.content]
    assert rows[0]["approved_by"] == "reviewer@clinic.example"


def test_a_name_that_is_none_is_not_found(clinic: Team, served: SkillVersion):
    for name in ("nobody", "../../escape", "UPPER", "%2e%2e%2fescape", "a" * 65, "周报"):
        for suffix in ("", "/SKILL.md", ".zip", "/versions"):
            assert clinic.client("agent").get(f"{URL}/{name}{suffix}").status_code == 404, name


def test_whoever_only_reports_or_has_no_key_gets_no_skill(clinic: Team, served: SkillVersion):
    for path in (f"{URL}/{served.skill.name}/SKILL.md", "/.well-known/agent-skills/index.json"):
        assert clinic.client("ingest").get(path).status_code == 403
        assert Client().get(path).status_code == 401
