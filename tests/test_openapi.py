"""The API's document is complete: no warning, every route, how to get in."""

from __future__ import annotations

import warnings

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema


@pytest.fixture(scope="module")
def document() -> dict[str, object]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        schema = SchemaGenerator().get_schema(request=None, public=True)
    validate_schema(schema)
    return schema


def test_the_document_names_the_main_routes(document: dict[str, dict[str, object]]):
    for route in ("events", "trajectories", "context", "proposals", "skills", "hooks/{client}"):
        assert f"/api/v1/{route}" in document["paths"]


def test_it_says_how_to_get_in(document: dict[str, dict[str, dict[str, object]]]):
    assert set(document["components"]["securitySchemes"]) == {"apiKey", "session"}


def test_it_knows_the_filters_of_lists(document: dict[str, dict[str, dict]]):
    listed = document["paths"]["/api/v1/trajectories"]["get"]["parameters"]
    assert {"tool", "outcome", "q", "limit", "cursor"} <= {one["name"] for one in listed}


def test_its_page_needs_no_inline_script(db: None):
    page = Client().get("/api/docs/")
    assert page.status_code == 200
    assert b"<script>" not in page.content


def test_an_unknown_route_answers_in_the_apis_words(db: None):
    answer = Client().get("/api/v1/no-such-thing")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_route")
