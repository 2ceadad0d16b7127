from __future__ import annotations

from typing import Any

import pytest

from apps.errors import DomainError
from apps.evolution.domain.json_shape import check_schema, find_mismatch

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "to": {"type": "array", "items": {"type": "string"}},
        "level": {"enum": ["low", "high"]},
        "n": {"type": "integer", "minimum": 1},
    },
    "required": ["to"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"to": ["a"]}, ""),
        ({}, "params: 'to' is a required property."),
        ({"to": ["a", 5]}, "params.to.1: It must be string."),
        ({"to": [], "level": "secret-value"}, "params.level: It must be one of low or high."),
        ({"to": [], "n": 0}, "params.n: It must be at least 1."),
        ([], "params: It must be object."),
    ],
)
def test_a_mismatch_names_its_place_and_not_the_value(value: Any, says: str):
    assert find_mismatch(value, SCHEMA, field="params") == says


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"properties": {"a": {"$ref": "http://127.0.0.1/x.json"}}},
        {"$ref": "file:///etc/passwd"},
        {"pattern": "("},
        {"pattern": "a" * 501},
        [],
    ],
)
def test_what_is_no_schema_or_leaves_itself_is_refused(schema: Any):
    with pytest.raises(DomainError) as caught:
        check_schema(schema, field="input_schema")
    assert caught.value.code == "invalid_schema"
    assert caught.value.detail.startswith("input_schema")


def test_a_reference_outside_is_never_fetched():
    said = find_mismatch({}, {"$ref": "http://127.0.0.1:9/x.json"}, field="params")
    assert said == "params: Its schema cannot be used (_WrappedReferencingError)."
