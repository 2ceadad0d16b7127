"""Tools over HTTP: secrets go in and never come out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.evolution.models import Tool
from tests.evolution.runs import make_tool

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/tools"
BODY: dict[str, Any] = {
    "name": "Brief.v1",
    "url": "https://tools.example.org/brief",
    "input_schema": {"type": "object", "required": ["topic"]},
    "secrets": {"Authorization": "Bearer very-secret"},
}


def patch(team: Team, scope: str, body: dict[str, Any]) -> Any:
    http = team.client(scope).http
    return http.patch(f"{URL}/Brief.v1", body, content_type="application/json")


def test_a_tool_is_registered_and_its_secrets_only_named(clinic: Team):
    made = clinic.client("review").post(URL, BODY)
    assert made.status_code == 201
    answer = made.json()
    assert (answer["secrets"], answer["method"], answer["repeat"], answer["timeout_s"]) == (
        ["Authorization"],
        "POST",
        "key",
        30,
    )
    for path in (URL, f"{URL}/Brief.v1"):
        assert b"very-secret" not in clinic.client("read").get(path).content


def test_a_tool_is_changed_and_deactivated(clinic: Team):
    clinic.client("review").post(URL, BODY)
    changed = patch(clinic, "review", {"timeout_s": 7, "secrets": {"X-Key": "k-123456"}})
    assert (changed.json()["timeout_s"], changed.json()["secrets"]) == (
        7,
        ["Authorization", "X-Key"],
    )
    gone = clinic.client("review").http.delete(f"{URL}/Brief.v1").json()
    assert gone["is_active"] is False
    active = clinic.client("read").get(URL, is_active="true").json()["results"]
    assert active == []


def test_a_wrong_field_is_named(clinic: Team):
    answer = clinic.client("review").post(URL, BODY | {"input_schema": {"type": "nonsense"}})
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("input_schema")
    assert "url" in clinic.client("review").post(URL, {"name": "x"}).json()["fields"]


def test_the_key_decides_on_private_addresses_not_only_its_maker(clinic: Team):
    inside = BODY | {"may_be_private": True, "url": "http://10.0.0.1/"}
    assert clinic.client("review").post(URL, inside).json()["code"] == "permission_denied"
    assert clinic.client("admin").post(URL, inside).status_code == 201
    assert patch(clinic, "review", {"url": "http://10.0.0.2/"}).status_code == 400
    assert patch(clinic, "admin", {"url": "http://10.0.0.2/"}).status_code == 200


def test_the_list_asks_the_same_for_one_and_for_many(clinic: Team):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert clinic.client("read").get(URL).status_code == 200
        return len(queries)

    owner = clinic.members["owner"]
    make_tool(owner, "t0", "https://a.example/", secrets={"X-Key": "k-123456"})
    count()  # the first notes that the key was used
    few = count()
    for number in range(1, 6):
        make_tool(owner, f"t{number}", "https://a.example/", secrets={"X-Key": "k-123456"})
    assert count() == few
    assert Tool.objects.for_tenant(clinic.tenant).count() == 6
