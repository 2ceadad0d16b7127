"""Experiences over HTTP: listed, searched in both languages, opened, and written."""

from __future__ import annotations

import uuid
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.experiences.models import ExperienceAlternative, ExperienceEvidence
from apps.trajectories.models import Trajectory
from tests.experiences.drafts import write
from tests.make import make_trajectory

if TYPE_CHECKING:
    from apps.experiences.models import Experience
    from tests.cast import Team

URL = "/api/v1/experiences"
BODY: dict[str, Any] = {
    "pain_pattern": "打印机打出空白标签",
    "solution_steps": ["清洁打印头", "打印测试页"],
    "pitfalls": [{"error": "卡纸", "remedy": "打开后盖取出"}],
    "tools": ["printer"],
}


def search(team: Team, question: str) -> list[str]:
    answer = team.client("read").get(URL, q=question)
    assert answer.status_code == 200
    return [one["pain_pattern"] for one in answer.json()["results"]]


def proven(team: Team, pattern: str) -> Experience:
    """An experience with a quote, a record and another way."""
    made = write(team, pattern, pitfalls=[{"error": "no such ward", "remedy": "ask", "tool": ""}])
    run = make_trajectory(team.tenant, session=pattern, tools=["fetch", "send"])
    Trajectory.objects.for_tenant(team.tenant).filter(pk=run.pk).update(outcome="success")
    of_the_run = {"tenant": team.tenant, "experience": made, "trajectory_id": run.pk}
    ExperienceEvidence.objects.create(**of_the_run, quote=pattern, source="request")
    ExperienceAlternative.objects.create(
        **of_the_run,
        solution_steps=["call the ward"],
        tools=["phone"],
        confidence=Decimal("0.5"),
        quote="by phone it went quicker",
    )
    return made


def test_two_characters_of_chinese_are_found(clinic: Team):
    write(clinic, "生成月度护理质量报表")
    write(clinic, "核对仓库里的手套库存")
    write(clinic, "Restart the label printer")
    found = {word: search(clinic, word)[:1] for word in ("护理", "报表", "库存", "手套")}
    report, stock = ["生成月度护理质量报表"], ["核对仓库里的手套库存"]
    assert found == {"护理": report, "报表": report, "库存": stock, "手套": stock}


def test_a_question_without_a_telling_word_finds_nothing(clinic: Team):
    write(clinic, "生成月度护理质量报表")
    for question in ("？", "的", "the", "！！", "🎉", " "):
        assert search(clinic, question) == [], question


def test_a_found_one_says_how_alike_it_is_and_why(clinic: Team):
    write(clinic, "生成月度护理质量报表")
    (one,) = clinic.client("read").get(URL, q="护理质量报表").json()["results"]
    assert 0.6 < one["similarity"] <= 1
    assert one["why"].startswith("meaning ")
    assert "护理" in one["why"]


def test_a_found_one_is_shown_as_in_the_list_and_as_it_is_opened(clinic: Team):
    made = proven(clinic, "生成月度护理质量报表")
    client = clinic.client("read")
    (found,) = client.get(URL, q="护理质量报表").json()["results"]
    opened = client.get(f"{URL}/{made.pk}").json()
    assert {name: found[name] for name in opened} == opened
    assert set(found) - set(opened) == {"similarity", "why"}
    assert client.get(URL).json()["results"] == [opened]
    assert [quote["quote"] for quote in opened["evidence"]] == ["生成月度护理质量报表"]
    assert [way["solution_steps"] for way in opened["alternatives"]] == [["call the ward"]]
    assert opened["record"]["runs"] == 1


def test_a_question_asks_the_database_as_often_for_many_as_for_one(clinic: Team):
    def asked(**query: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert clinic.client("read").get(URL, **query).json()["results"]
        return len(queries)

    proven(clinic, "Build the quality report of ward 1")
    asked()  # notes that the key was used, once a minute
    before = asked(q="quality report"), asked()
    for number in range(2, 6):
        proven(clinic, f"Build the quality report of ward {number}")
    assert (asked(q="quality report"), asked()) == before


def test_the_list_is_newest_first_and_filtered(clinic: Team):
    for pattern in ("生成月度护理质量报表", "Restart the label printer"):
        write(clinic, pattern)
    listed = clinic.client("read").get(URL).json()["results"]
    assert [one["language"] for one in listed] == ["en", "zh"]
    zh = clinic.client("read").get(URL, language="zh").json()["results"]
    assert [one["pain_pattern"] for one in zh] == ["生成月度护理质量报表"]


def test_one_is_opened_with_its_evidence(clinic: Team):
    made = write(clinic, "生成月度护理质量报表", "fetch", "send")
    body = clinic.client("read").get(f"{URL}/{made.pk}").json()
    assert (body["solution_steps"], body["confidence"]) == (["fetch", "send"], 0.9)
    assert body["evidence"] == []
    assert set(body) >= {"id", "context", "pitfalls", "outcome", "tools", "reuse_count", "status"}
    assert clinic.client("read").get(f"{URL}/{uuid.uuid4()}").status_code == 404


def test_a_person_writes_one_and_finds_it(clinic: Team):
    answer = clinic.client("review").post(URL, BODY)
    assert answer.status_code == 201
    assert answer.json()["pitfalls"][0] == {"error": "卡纸", "remedy": "打开后盖取出", "tool": ""}
    assert search(clinic, "标签打出来是空白的") == [BODY["pain_pattern"]]
    again = clinic.client("review").post(URL, BODY)
    assert (again.status_code, again.json()["code"]) == (409, "experience_exists")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"pain_pattern": ""}, "pain_pattern"),
    ({"pain_pattern": "x" * 501}, "pain_pattern"),
    ({"solution_steps": []}, "solution_steps"),
    ({"solution_steps": "one"}, "solution_steps"),
    ({"outcome": "great"}, "outcome"),
    ({"pitfalls": [{"error": "x"}]}, "pitfalls"),
    ({"tools": ["x" * 201]}, "tools"),
]


def test_a_wrong_field_is_named(clinic: Team):
    for change, field in WRONG:
        answer = clinic.client("review").post(URL, {**BODY, **change})
        assert answer.status_code == 400, change
        assert answer.json()["detail"].startswith(field), change
        assert answer.json()["code"] == "invalid"


def test_only_reviewers_write_and_only_readers_read(clinic: Team):
    for scope, status in {"ingest": 403, "agent": 403, "read": 403, "review": 201}.items():
        assert clinic.client(scope).post(URL, BODY).status_code == status, scope
    for scope, status in {"ingest": 403, "agent": 403, "read": 200, "review": 200}.items():
        assert clinic.client(scope).get(URL).status_code == status, scope
