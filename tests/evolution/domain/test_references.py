from __future__ import annotations

from typing import Any

import pytest

from apps.errors import DomainError
from apps.evolution.domain.references import LONGEST_RESOLVED, find_references, resolve

INPUTS: dict[str, Any] = {"topic": "发票", "most": 3, "flags": {"deep": True}}
OUTPUTS: dict[str, Any] = {"search": {"urls": ["a", "b"], "n": 2, "first": {"title": "T"}}}


def fill(value: Any) -> Any:
    return resolve(value, inputs=INPUTS, outputs=OUTPUTS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("${inputs.topic}", "发票"),
        ("${inputs.most}", 3),
        (" ${inputs.flags} ", {"deep": True}),
        ("${steps.search.output}", OUTPUTS["search"]),
        ("${steps.search.output.urls}", ["a", "b"]),
        ("${steps.search.output.urls[1]}", "b"),
        ("${steps.search.output.urls.0}", "a"),
        ("${steps.search.output.first.title}", "T"),
        ("整理：${steps.search.output.urls}", '整理：["a", "b"]'),
        ("${inputs.most} of ${inputs.topic}", "3 of 发票"),
        ("$5 and {braces} and $x", "$5 and {braces} and $x"),
    ],
)
def test_a_reference_becomes_the_value_it_names(text: str, value: Any):
    assert fill(text) == value


def test_values_are_filled_in_however_deep():
    assert fill({"a": [{"b": "${inputs.most}"}, 1, None]}) == {"a": [{"b": 3}, 1, None]}


def test_what_a_tool_answered_is_never_read_as_a_reference():
    outputs = {"a": {"text": "${inputs.topic} {{7*7}} %s __class__"}}
    filled = resolve("say ${steps.a.output.text}", inputs=INPUTS, outputs=outputs)
    assert filled == "say ${inputs.topic} {{7*7}} %s __class__"


@pytest.mark.parametrize(
    "text",
    [
        "${inputs.other}",
        "${steps.search.output.none}",
        "${steps.search.output.urls[2]}",
        "${steps.search.output.urls.__class__}",
        "${steps.search.output.n.real}",
        "${steps.later.output}",
    ],
)
def test_a_missing_value_is_named(text: str):
    with pytest.raises(DomainError) as caught:
        fill(f"a {text} b")
    assert caught.value.code == "missing_reference"
    assert text in caught.value.detail


@pytest.mark.parametrize(
    "text", ["${}", "${topic}", "${inputs}", "${steps.a}", "${steps.a.output..b}", "${a.b()}"]
)
def test_what_is_no_reference_is_refused(text: str):
    with pytest.raises(DomainError) as caught:
        find_references(text)
    assert caught.value.code == "invalid_reference"


def test_references_are_found_in_their_order():
    value = {"to": "${inputs.topic}", "list": ["${steps.search.output.urls}", 5]}
    assert [str(one) for one in find_references(value)] == [
        "${inputs.topic}",
        "${steps.search.output.urls}",
    ]
    assert [one.step for one in find_references(value)] == ["", "search"]


def test_what_grows_too_large_or_too_deep_is_refused():
    outputs = {"a": "x" * (LONGEST_RESOLVED // 2)}
    with pytest.raises(DomainError, match="256 KB"):
        resolve(["${steps.a.output}"] * 3, inputs={}, outputs=outputs)
    nested: Any = "x"
    for _ in range(30):
        nested = [nested]
    with pytest.raises(DomainError, match="levels"):
        fill(nested)
