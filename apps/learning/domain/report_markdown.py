"""Write a reflection as Markdown, in Chinese and English; names in it stay plain text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from apps.learning.domain.report_text import LIFT_GROUPS, REFLECTION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

# Beside the words of the report as text, which mean the same here.
WORDS: dict[str, dict[str, str]] = {
    "en": REFLECTION["en"]
    | {
        "until": "until {until} UTC",
        "between": "{since} to {until} UTC",
        "counts": "{trajectories} trajectories, {scored} scored ({scored_percent}%)",
        "average": "Average score {average}",
        "trend": "Trend: {trend}",
        "complexity": "Complexity",
        "tool": "Tool",
        "calls": "Calls",
        "errors": "Errors",
        "error_rate": "Error rate",
        "error_prone": "Error-prone: {tools}",
        "pain": "Pain point",
        "confidence": "Confidence",
        "people": "People",
        "skill": "Skill",
        "trust": "Trust",
        "uses": "Uses",
        "interval": "95% interval",
        "served": "With it",
        "withheld": "Without",
        "verdict": "Verdict",
        "lift_mean": "Lift",
        "name": "Name",
        "action": "Action",
        "status": "Status",
        "count": "Count",
    },
    "zh": REFLECTION["zh"]
    | {
        "until": "截至 {until} UTC",
        "between": "{since} 至 {until} UTC",
        "counts": "{trajectories} 条轨迹，已评分 {scored} 条（{scored_percent}%）",
        "average": "平均分 {average}",
        "trend": "评分趋势：{trend}",
        "complexity": "复杂度",
        "tool": "工具",
        "calls": "调用",
        "errors": "错误",
        "error_rate": "错误率",
        "error_prone": "易错工具：{tools}",
        "pain": "痛点",
        "confidence": "置信度",
        "people": "人数",
        "skill": "技能",
        "trust": "信任度",
        "uses": "使用次数",
        "interval": "95% 区间",
        "served": "使用的会话",
        "withheld": "未使用的会话",
        "verdict": "结论",
        "lift_mean": "增益",
        "name": "名称",
        "action": "动作",
        "status": "状态",
        "count": "数量",
    },
}
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&-])")


def reflection_markdown(
    report: Mapping[str, Any], language: str, *, since: datetime | None, until: datetime
) -> str:
    """Write a report with its period, a table for each thing that there is anything to say of."""
    words = WORDS[language]
    period = "between" if since else "until"
    moments = {"since": since and f"{since:%Y-%m-%d %H:%M}", "until": f"{until:%Y-%m-%d %H:%M}"}
    average = report["average_score"]
    parts = [
        f"# {words['title']}",
        words[period].format(**moments),
        "\n".join(
            (
                "- " + words["counts"].format(**report),
                "- " + words["average"].format(average="–" if average is None else average),
                "- " + words["trend"].format(trend=words[report["trend"]]),
            )
        ),
        *_counts(words, "outcomes", report["outcomes"]),
        *_counts(words, "complexity", report.get("complexity", {})),
        *_tools(words, report),
        *_learned(words, report),
        *_lift(words, report.get("lift", {})),
    ]
    return "\n\n".join(parts) + "\n"


def _counts(words: Mapping[str, str], key: str, counts: Mapping[str, int]) -> list[str]:
    rows = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return _table(words[key], [words[key], words["count"]], rows)


def _tools(words: Mapping[str, str], report: Mapping[str, Any]) -> list[str]:
    rows = [
        (one["tool"], one["calls"], one["errors"], f"{100 * one['error_rate']:.1f}%")
        for one in report["tools"]
    ]
    columns = [words[name] for name in ("tool", "calls", "errors", "error_rate")]
    prone = ", ".join(_plain(tool) for tool in report["error_prone_tools"])
    told = [words["error_prone"].format(tools=prone)] if prone else []
    return _table(words["tools"], columns, rows) + told


def _learned(words: Mapping[str, str], report: Mapping[str, Any]) -> list[str]:
    parts: list[str] = []
    for key, columns in (
        ("pain_points", {"title": "pain", "confidence": "confidence", "people": "people"}),
        ("skills", {"name": "skill", "trust": "trust", "uses": "uses"}),
        ("proposals", {"name": "name", "action": "action", "status": "status"}),
    ):
        rows = [[one[field] for field in columns] for one in report.get(key, [])]
        parts += _table(words[key], [words[name] for name in columns.values()], rows)
    return parts


def _lift(words: Mapping[str, str], lift: Mapping[str, Any]) -> list[str]:
    rows = [
        (
            one["name"],
            words[group],
            _signed(one["mean"]),
            f"{_signed(one['low'])} … {_signed(one['high'])}",
            one["served"],
            one["withheld"],
        )
        for group in LIFT_GROUPS
        for one in lift.get(group, [])
    ]
    columns = ("name", "verdict", "lift_mean", "interval", "served", "withheld")
    return _table(words["lift"], [words[name] for name in columns], rows)


def _signed(value: float | None) -> str:
    """Write a figure with a minus that is no markup; “–” where there is none."""
    return "–" if value is None else f"{value:.3f}".replace("-", "−")


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """A heading and a table, or nothing where there is no row."""
    if not rows:
        return []
    lines = [columns, ["---"] * len(columns), *([_plain(cell) for cell in row] for row in rows)]
    return [f"## {title}", "\n".join(f"| {' | '.join(line)} |" for line in lines)]


def _plain(value: object) -> str:
    """Spell a value so that Markdown reads no markup, no table and no second line in it."""
    text = " ".join(str(value).split())
    return text if isinstance(value, int | float) else _SPECIAL.sub(r"\\\1", text)
