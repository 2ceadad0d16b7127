"""Write figures and reflections as people read them, in Chinese and English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

STATISTICS: dict[str, dict[str, str]] = {
    "en": {
        "title": "📊 Learning loop",
        "trajectories": "Trajectories",
        "scored": "Scored",
        "average_score": "Average score",
        "complex_trajectories": "Complex trajectories",
        "experiences": "Experiences",
        "synthesized_skills": "Synthesized skills",
        "skill_improvements": "Skill improvements",
        "pending_proposals": "Waiting for review",
    },
    "zh": {
        "title": "📊 学习闭环统计",
        "trajectories": "轨迹总数",
        "scored": "已评分",
        "average_score": "平均分",
        "complex_trajectories": "复杂轨迹",
        "experiences": "经验",
        "synthesized_skills": "已合成技能",
        "skill_improvements": "技能改进",
        "pending_proposals": "待审核",
    },
}
REFLECTION: dict[str, dict[str, str]] = {
    "en": {
        "title": "Reflection",
        "trajectories": "Trajectories",
        "scored": "scored",
        "average": "Average score",
        "trend": "Trend",
        "improving": "improving",
        "declining": "declining",
        "stable": "stable",
        "outcomes": "Outcomes",
        "tools": "Tools",
        "calls": "calls",
        "errors": "errors",
        "error_prone": "Error-prone tools",
        "proposals": "Proposals",
        "pain_points": "Pain points",
        "skills": "Skills by trust",
        "lift": "Skills and experiences by lift",
        "best": "Helpful",
        "worst": "Harmful",
        "no_evidence": "No evidence yet",
        "none": "none",
    },
    "zh": {
        "title": "自省报告",
        "trajectories": "轨迹总数",
        "scored": "已评分",
        "average": "平均分",
        "trend": "评分趋势",
        "improving": "提升",
        "declining": "下降",
        "stable": "稳定",
        "outcomes": "结果",
        "tools": "工具使用",
        "calls": "次调用",
        "errors": "次错误",
        "error_prone": "易错工具",
        "proposals": "提案",
        "pain_points": "痛点",
        "skills": "技能（按信任度）",
        "lift": "技能与经验（按增益）",
        "best": "有帮助",
        "worst": "有害",
        "no_evidence": "尚无证据",
        "none": "无",
    },
}
REBUILT = {
    "en": "🧮 Counted anew: days {days}, trajectories {trajectories}.",
    "zh": "🧮 已重新统计：{days} 天，{trajectories} 条轨迹。",
}
MOST_TOOLS = 10
LIFT_GROUPS = ("best", "worst", "no_evidence")


def statistics_text(figures: Mapping[str, Any], language: str) -> str:
    """Write a tenant's figures, a line each."""
    words = STATISTICS[language]
    lines = [words["title"]]
    for key, label in words.items():
        if key == "title":
            continue
        shown = figures[key] if figures[key] is not None else "-"
        extra = f" ({figures['scored_percent']}%)" if key == "scored" else ""
        lines.append(f"  {label}: {shown}{extra}")
    return "\n".join(lines)


def reflection_text(report: Mapping[str, Any], language: str) -> str:
    """Write a reflection, from the counts to what was proposed."""
    words = REFLECTION[language]
    outcomes = ", ".join(f"{name} {count}" for name, count in sorted(report["outcomes"].items()))
    lines = [
        f"🔄 {words['title']}",
        f"  {words['trajectories']}: {report['trajectories']} "
        f"({words['scored']} {report['scored']}, {report['scored_percent']}%)",
        f"  {words['average']}: {report['average_score'] or '-'}",
        f"  {words['trend']}: {words[report['trend']]}",
        f"  {words['outcomes']}: {outcomes or words['none']}",
        f"  {words['tools']}:",
    ]
    lines += [
        f"    {tool['tool']}: {tool['calls']} {words['calls']}, {tool['errors']} {words['errors']} "
        f"({100 * tool['error_rate']:.1f}%)"
        for tool in report["tools"][:MOST_TOOLS]
    ]
    prone = ", ".join(report["error_prone_tools"]) or words["none"]
    lines.append(f"  {words['error_prone']}: {prone}")
    for key, name in (("pain_points", "title"), ("skills", "name"), ("proposals", "name")):
        named = ", ".join(one[name] for one in report.get(key, [])) or words["none"]
        lines.append(f"  {words[key]}: {named}")
    return "\n".join([*lines, *_lift_lines(report.get("lift", {}), words)])


def _lift_lines(lift: Mapping[str, Any], words: Mapping[str, str]) -> list[str]:
    """Tell what was measured, a line each; nothing where nothing was."""
    told = [
        f"    {words[group]}: {one['name']} {lift_figures(one)}"
        for group in LIFT_GROUPS
        for one in lift.get(group, [])
    ]
    return [f"  {words['lift']}:", *told] if told else []


def lift_figures(one: Mapping[str, Any]) -> str:
    """Write a lift with its interval and how many sessions had it and went without."""
    arms = f"n={one['served']}/{one['withheld']}"
    if one["mean"] is None:
        return arms
    return f"{one['mean']:+.3f} [{one['low']:+.3f}, {one['high']:+.3f}] {arms}"


def rebuilt_text(days: int, trajectories: int, language: str) -> str:
    """Say how much was counted anew."""
    return REBUILT[language].format(days=days, trajectories=trajectories)
