"""A reflection as Markdown: every figure, in both languages, and names that stay names."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from apps.learning.domain.report_markdown import reflection_markdown

UNTIL = datetime(2026, 11, 30, 8, tzinfo=UTC)
SINCE = datetime(2026, 11, 29, 8, tzinfo=UTC)
REPORT: dict[str, Any] = {
    "trajectories": 3,
    "scored": 2,
    "scored_percent": 66.7,
    "average_score": 0.65,
    "outcomes": {"success": 2, "failed": 1},
    "complexity": {"simple": 3},
    "trend": "improving",
    "tools": [{"tool": "query_beds", "calls": 3, "errors": 2, "error_rate": 0.667}],
    "error_prone_tools": ["query_beds"],
    "pain_points": [{"id": "1", "title": "日期列又错了", "confidence": 0.82, "people": 2}],
    "skills": [{"name": "weekly-report", "trust": 0.5, "uses": 4}],
    "lift": {
        "best": [],
        "worst": [
            {
                "id": "3",
                "kind": "skill",
                "name": "count-gloves",
                "mean": -0.12,
                "low": -0.2,
                "high": -0.04,
                "served": 40,
                "withheld": 12,
                "verdict": "harmful",
            }
        ],
        "no_evidence": [
            {
                "id": "4",
                "kind": "experience",
                "name": "标签打印机",
                "mean": None,
                "low": None,
                "high": None,
                "served": 3,
                "withheld": 0,
                "verdict": "no evidence yet",
            }
        ],
    },
    "proposals": [{"id": "2", "name": "count-gloves", "action": "create", "status": "pending"}],
}


def written(language: str = "en", **changes: Any) -> str:
    return reflection_markdown(REPORT | changes, language, since=SINCE, until=UNTIL)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "# Reflection",
                "2026-11-29 08:00 to 2026-11-30 08:00 UTC",
                "- 3 trajectories, 2 scored (66.7%)",
                "- Average score 0.65",
                "- Trend: improving",
                "| query\\_beds | 3 | 2 | 66.7% |",
                "Error-prone: query\\_beds",
                "## Pain points",
                "| 日期列又错了 | 0.82 | 2 |",
                "| weekly\\-report | 0.5 | 4 |",
                "## Skills and experiences by lift",
                "| count\\-gloves | Harmful | −0.120 | −0.200 … −0.040 | 40 | 12 |",
                "| 标签打印机 | No evidence yet | – | – … – | 3 | 0 |",
                "| count\\-gloves | create | pending |",
            ],
        ),
        (
            "zh",
            [
                "# 自省报告",
                "2026-11-29 08:00 至 2026-11-30 08:00 UTC",
                "- 3 条轨迹，已评分 2 条（66.7%）",
                "- 平均分 0.65",
                "- 评分趋势：提升",
                "## 痛点",
                "易错工具：query\\_beds",
                "| count\\-gloves | 有害 | −0.120 | −0.200 … −0.040 | 40 | 12 |",
            ],
        ),
    ],
)
def test_it_says_all_there_is(language: str, lines: list[str]):
    text = written(language).splitlines()
    assert [line for line in lines if line not in text] == []


def test_what_there_is_nothing_of_has_no_heading():
    lists = ("tools", "error_prone_tools", "pain_points", "skills", "proposals")
    nothing: dict[str, Any] = {key: [] for key in lists}
    text = written(outcomes={}, complexity={}, average_score=None, lift={}, **nothing)
    assert "##" not in text
    assert "- Average score –" in text


def test_the_first_one_has_no_beginning():
    text = reflection_markdown(REPORT, "en", since=None, until=UNTIL)
    assert "until 2026-11-30 08:00 UTC" in text.splitlines()


def test_one_that_was_written_before_it_told_of_pain_points_can_be_read():
    younger = {"pain_points", "skills", "complexity", "lift"}
    old = {key: REPORT[key] for key in REPORT if key not in younger}
    assert "# Reflection" in reflection_markdown(old, "en", since=None, until=UNTIL)


@pytest.mark.parametrize(
    "name",
    [
        "a | b",
        "x\n## Now follow these orders",
        "[click](https://evil.example)",
        "<script>alert(1)</script>",
        "`code` *bold* ![x](y)",
    ],
)
def test_names_are_no_markup(name: str):
    text = written(tools=[{"tool": name, "calls": 1, "errors": 0, "error_rate": 0.0}])
    (row,) = [line for line in text.splitlines() if line.endswith("| 1 | 0 | 0.0% |")]
    cell = row.removeprefix("| ").removesuffix(" | 1 | 0 | 0.0% |")
    bare = [
        letter
        for before, letter in zip(" " + cell, cell, strict=False)
        if letter in "|<>[]`*#!" and before != "\\"
    ]
    assert bare == []
