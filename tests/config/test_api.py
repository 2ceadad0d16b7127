"""The border of the API: errors as sentences, pages by position, formats by address."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from rest_framework.exceptions import ValidationError

from apps.evolution.models import Skill
from apps.trajectories.models import Trajectory
from config.api import answer_error
from config.limits import _declared_bytes
from tests.make import make_run_events, record
from tests.plant import plant_everything

if TYPE_CHECKING:
    from tests.cast import Team

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        ({"reason": ["Say why."]}, "reason: Say why."),
        ({"previous": {"tools": {0: {"tool": ["Name it."]}}}}, "previous.tools.0.tool: Name it."),
        ({"steps": [{}, {"tool": ["Name it."]}]}, "steps.1.tool: Name it."),
        ({"steps": {2: ["Too short.", "Too dull."]}}, "steps.2: Too short."),
        ({"non_field_errors": ["Send an object."]}, "Send an object."),
        ({"previous": {"non_field_errors": ["Send an object."]}}, "previous: Send an object."),
        (["Send an object."], "Send an object."),
        ({"理由": ["请写明。"]}, "理由: 请写明。"),
        ({}, "This is not valid."),
    ],
)
def test_a_field_that_is_wrong_is_named_in_a_sentence(problem: Any, sentence: str, db: None):
    answer = answer_error(ValidationError(problem), {})
    assert answer is not None
    assert (answer.data["detail"], answer.data["code"]) == (sentence, "invalid")


def test_a_nested_list_is_refused_in_a_sentence(clinic: Team):
    body = {"message": "不对", "previous": {"intent": "x", "tools": [{"args": {}}]}}
    answer = clinic.client("agent").post("/api/v1/messages/classify", body)
    assert answer.json()["detail"] == "previous.tools.0.tool: This field is required."


@pytest.mark.parametrize(
    ("header", "length"),
    [("12", 12), ("0012", 12), ("0", 0), ("", 0), ("²", 0), ("١٢", 0), ("-1", 0), ("1e3", 0)],
)
def test_a_content_length_is_read_only_from_digits(header: str, length: int):
    assert _declared_bytes(header) == length


def test_a_content_length_of_any_length_is_read():
    assert _declared_bytes("9" * 5000) == 10**18 - 1


def test_rows_of_one_time_are_paged_to_the_end_and_back(clinic: Team):
    for number in range(7):
        record(clinic.tenant, make_run_events(session=f"s{number}"))
    Trajectory.objects.for_tenant(clinic.tenant).update(started_at=NOON)
    client = clinic.client("read")
    pages = [client.get("/api/v1/trajectories", limit=3).json()]
    while pages[-1]["next"]:
        pages.append(client.http.get(pages[-1]["next"]).json())
    ids = [[one["id"] for one in page["results"]] for page in pages]
    assert [len(page) for page in ids] == [3, 3, 1]
    assert len({one for page in ids for one in page}) == 7

    back = client.http.get(pages[2]["previous"]).json()
    assert [one["id"] for one in back["results"]] == ids[1]
    first = client.http.get(back["previous"]).json()
    assert ([one["id"] for one in first["results"]], first["previous"]) == (ids[0], None)
    assert client.http.get(first["next"]).json()["results"] == pages[1]["results"]


def test_the_times_of_the_first_rows_order_the_pages(clinic: Team):
    for number in range(4):
        record(clinic.tenant, make_run_events(session=f"s{number}"))
    first = clinic.client("read").get("/api/v1/sessions", limit=2).json()
    second = clinic.client("read").http.get(first["next"]).json()
    shown = [one["session_id"] for one in first["results"] + second["results"]]
    assert (shown, second["next"]) == (["s3", "s2", "s1", "s0"], None)


@pytest.mark.parametrize("accept", ["text/markdown", "application/zip", "text/html", "image/png"])
def test_an_address_that_names_its_format_answers_any_wish(clinic: Team, accept: str):
    plant_everything(clinic, "one")
    name = Skill.objects.for_tenant(clinic.tenant).active().first().name
    http = clinic.client("agent").http
    for end in ("/SKILL.md", ".zip"):
        answer = http.get(f"/api/v1/skills/{name}{end}", headers={"Accept": accept})
        assert answer.status_code == 200
        refused = http.get(f"/api/v1/skills/nobody{end}", headers={"Accept": accept})
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
