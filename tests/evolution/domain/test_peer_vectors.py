"""Facts of other systems' tests, read from beside the checkout: equal, or better where named."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from apps.errors import DomainError
from apps.evolution.domain.skill_file_path import check_skill_path
from apps.evolution.domain.skill_name import is_skill_name, skill_name
from apps.evolution.domain.skill_rules import validate
from apps.evolution.domain.version import bump_minor
from apps.learning.domain.tool_statistics import ToolStatistic, error_prone
from apps.learning.domain.trend import trend

VECTORS = Path(__file__).resolve().parents[4] / "shared" / "data" / "peer-vectors.json"

pytestmark = [
    pytest.mark.shared_data,
    pytest.mark.skipif(not VECTORS.exists(), reason="no sample data beside the checkout"),
]


def cases(area: str) -> list[Any]:
    if not VECTORS.exists():
        return []
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"), parse_float=Decimal)["vectors"]
    return [
        pytest.param(
            vector["input"], {**vector["expected"], **vector.get("want", {})}, id=vector["id"]
        )
        for vector in vectors
        if vector["area"] == area
    ]


@pytest.mark.parametrize(("given", "expected"), cases("skill_name"))
def test_names_are_equal_where_the_expected_name_is_a_valid_one(
    given: dict[str, Any], expected: dict[str, Any]
) -> None:
    name = skill_name(given["intent"])
    is_plain = (given["intent"] or "").isascii()
    assert name == expected["name"] if is_plain else is_skill_name(name)


@pytest.mark.parametrize(("given", "expected"), cases("version_bump"))
def test_versions(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert bump_minor(given["version"]) == expected["next"]


@pytest.mark.parametrize(("given", "expected"), cases("frontmatter"))
def test_front_matter(given: dict[str, Any], expected: dict[str, Any]) -> None:
    problems = validate(given["content"], directory=None)
    assert (not problems) is expected["valid"]
    reason = expected.get("error_contains") or ""
    assert reason in "\n".join(problem.detail for problem in problems)


@pytest.mark.parametrize(("given", "expected"), cases("frontmatter_name"))
def test_names_by_the_stricter_rule(given: dict[str, Any], expected: dict[str, Any]) -> None:
    is_foreign = "_" in given["name"] or "." in given["name"]
    assert is_skill_name(given["name"]) is (expected["valid"] and not is_foreign)


@pytest.mark.parametrize(("given", "expected"), cases("skill_size"))
def test_sizes(given: dict[str, Any], expected: dict[str, Any]) -> None:
    start = "---\nname: a\ndescription: d\n---\n"
    text = start + "x" * (given["chars"] - len(start))
    assert (not validate(text, directory="a")) is expected["valid"]


@pytest.mark.parametrize(("given", "expected"), cases("skill_file_path"))
def test_paths(given: dict[str, Any], expected: dict[str, Any]) -> None:
    try:
        check_skill_path(given["path"])
    except DomainError:
        assert not expected["valid"]
    else:
        assert expected["valid"]


@pytest.mark.parametrize(("given", "expected"), cases("trend"))
def test_trends(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert trend(given["scores_oldest_first"]) == expected["trend"]


@pytest.mark.parametrize(("given", "expected"), cases("error_prone"))
def test_error_prone_tools(given: dict[str, Any], expected: dict[str, Any]) -> None:
    statistics = [
        ToolStatistic(tool, calls, 0, Decimal(rate))
        for tool, (calls, rate) in given["usage_count_errorRate"].items()
    ]
    assert error_prone(statistics, threshold=given["threshold"]) == expected["tools"]
