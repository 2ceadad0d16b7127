"""Reflections over HTTP: written, listed, and one as JSON or Markdown."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.learning.models import Reflection
from tests.learning.rolled import work_ago

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.fixture
def path(clinic: Team) -> str:
    """Where a reflection on one run is."""
    work_ago(clinic, 0, "Read")
    written = clinic.client("review").post("/api/v1/reflections").json()
    return f"/api/v1/reflections/{written['id']}"


def test_one_is_read_as_json(clinic: Team, path: str):
    answer = clinic.client("read").get(path)
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["report"]["trajectories"] == 1
    assert answer.json()["since"] is None


@pytest.mark.parametrize(
    ("query", "headers", "line"),
    [
        ({"format": "md"}, {}, "# Reflection"),
        ({}, {"Accept": "text/markdown"}, "# Reflection"),
        ({"format": "md"}, {"Accept-Language": "zh-CN"}, "# 自省报告"),
    ],
)
def test_one_is_read_as_markdown(
    clinic: Team, path: str, query: dict[str, str], headers: dict[str, str], line: str
):
    answer = clinic.client("read").http.get(path, query, headers=headers)
    assert answer["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer.content.decode().splitlines()[0] == line
    assert "| Read | 1 | 0 | 0.0% |" in answer.content.decode()


def test_a_refusal_is_a_sentence_in_markdown(clinic: Team):
    unknown = f"/api/v1/reflections/{uuid.uuid4()}"
    assert clinic.client("read").get(unknown).json()["code"] == "not_found"
    refused = clinic.client("read").get(unknown, format="md")
    assert (refused.status_code, refused.content) == (404, b"There is nothing here.\n")


def test_a_list_of_many_costs_as_much_as_one_of_few(clinic: Team):
    def queries_for(number: int) -> int:
        for _ in range(number):
            Reflection.objects.create(tenant=clinic.tenant, until=timezone.now(), report={})
        with CaptureQueriesContext(connection) as queries:
            listed = clinic.client("read").get("/api/v1/reflections", limit=100)
        assert len(listed.json()["results"]) >= number
        return len(queries)

    queries_for(1)
    assert queries_for(2) == queries_for(20)
