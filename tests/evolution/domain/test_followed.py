"""Whether a run did what an item says, by the shapes of its steps in their order; zh and en."""

from __future__ import annotations

from typing import Any

import pytest

from apps.evolution.domain.followed import advice_of_experience, advice_of_skill, is_followed
from apps.evolution.domain.sections import Section
from apps.evolution.domain.skill_md import SkillDocument, render
from apps.trajectories.domain.tool_chain import ToolCall


def skill(*steps: str, tools: tuple[str, ...] = ()) -> Any:
    procedure = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    document = SkillDocument(
        name="ward-report",
        title="Report",
        description="d",
        tools=tools,
        sections=(Section(heading="Procedure", text=procedure),),
    )
    return advice_of_skill(render(document), name=document.name, tools=document.tools)


def calls(*tools: Any) -> list[ToolCall]:
    pairs = [tool if isinstance(tool, tuple) else (tool, {}) for tool in tools]
    return [ToolCall(name, args, "completed") for name, args in pairs]


def sh(command: str) -> tuple[str, dict[str, str]]:
    return ("Bash", {"command": command})


TOOLS = (
    "Call `open_ward`.",
    "Call `query_beds` with `n` = `7`.",
    "调用 `fill_sheet`。",
    "Call `send`.",
)
SHELL = ("Run `git pull`.", "运行 `npm run build` 和 `npm run test`。", "Run `git push`.")
FILES = ("Read `pyproject.toml`.", "在相关文件中做修改，例如 `a.py`。", "Run `pytest -q`.")
HUMAN = ("First use open_ward to look.", "然后调用query_beds查询床位", "Be friendly.")
CASES: list[tuple[tuple[str, ...], list[ToolCall], bool | None]] = [
    (TOOLS, calls("open_ward", "query_beds", "fill_sheet", "send"), True),
    (TOOLS, calls("look", "open_ward", "other", "send"), True),
    (TOOLS, calls("open_ward", "other"), False),
    (TOOLS, calls("send", "fill_sheet", "query_beds"), False),
    (TOOLS, [], False),
    (SHELL, calls(sh("git pull --rebase"), sh("npm run build -- --fast")), True),
    (SHELL, calls(sh("git push"), sh("git pull")), False),
    (SHELL, calls(sh("ls -la"), sh("git status")), False),
    (FILES, calls(("Read", {"file_path": "b.toml"}), ("Edit", {"file_path": "x"})), True),
    (FILES, calls(sh("pytest tests")), False),
    (HUMAN, calls("open_ward"), True),
    (HUMAN, calls("Read"), False),
    (("Read the numbers.", "Be careful."), calls("Read", "Write"), None),
]


@pytest.mark.parametrize(("steps", "run", "expected"), CASES)
def test_half_of_the_steps_in_order_follow_a_skill(
    steps: tuple[str, ...], run: list[ToolCall], expected: bool | None
):
    advice = skill(*steps, tools=("open_ward", "query_beds") if steps is HUMAN else ())
    assert is_followed(advice, [run]) is expected


def test_one_run_that_follows_is_enough():
    advice = skill(*TOOLS)
    assert is_followed(advice, [[], calls("open_ward", "query_beds")]) is True
    apart = [calls("open_ward"), calls("query_beds")]
    assert is_followed(advice, apart) is False, "two halves are no whole"


def test_a_skill_that_was_called_by_name_was_followed():
    assert is_followed(skill("Be friendly."), [[]], {"ward-report"}) is True
    assert is_followed(skill("Be friendly."), [[]], {"another"}) is None


def test_where_the_text_names_nothing_the_tools_are_looked_for():
    advice = skill("Read the numbers.", tools=("read_csv", "write_sheet"))
    assert is_followed(advice, [calls("read_csv")]) is True
    assert is_followed(advice, [calls("Read")]) is False


def test_a_text_that_cannot_be_read_is_known_by_its_tools():
    assert is_followed(advice_of_skill("", name="x", tools=["a", "b"]), [calls("a")]) is True
    assert is_followed(advice_of_skill("", name="x", tools=["a"]), [calls("a")]) is None


EXPERIENCE = ["query_beds: ward=7", "Bash: git commit -m x (×2)", "fill_sheet (×3)"]


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (calls("query_beds", "fill_sheet"), True),
        (calls(sh("git commit -m 'y'"), "fill_sheet"), True),
        (calls(sh("git push")), False),
        (calls("fill_sheet", "query_beds"), False),
    ],
)
def test_an_experience_is_followed_likewise(run: list[ToolCall], expected: bool):
    tools = ("query_beds", "Bash", "fill_sheet")
    assert is_followed(advice_of_experience(EXPERIENCE, tools=tools), [run]) is expected


def test_a_persons_own_words_may_name_nothing():
    told = advice_of_experience(["Ask the ward first", "先问护士长"], tools=())
    assert is_followed(told, [calls("ask")]) is None
