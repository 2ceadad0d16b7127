"""What a reviewer must not find in a draft, each by a small sample."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from apps.evolution.domain.binding import goes_on
from apps.evolution.domain.run import Run
from apps.evolution.domain.synthesis import draft_skill
from apps.trajectories.domain.tool_chain import ToolCall

ASKED = {"en": "move the permit {} to the new car", "zh": "把停车证{}转到新车"}
both = pytest.mark.parametrize("language", ["en", "zh"])


def call(tool: str, answer: Any = "", **args: Any) -> ToolCall:
    result = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return ToolCall(tool, args, "completed", result=result)


def moving(number: int, *, moves: bool = True, language: str = "en") -> Run:
    permit = f"PX-{number}40"
    told = {"permit_id": permit, "fee": number, "holder": {"full_name": "Petra Noe"}}
    calls = [
        call("get_permit", told, permit_id=permit, user_id=f"petra_noe_{number}"),
        call("calculate", "24", expression=f"12 + {number} * 3"),
    ]
    if moves:
        # Some clients write the text of an answer as JSON once more.
        answer = json.dumps(json.dumps({"permit_id": permit, "zone": "blue"}))
        calls.append(call("move_permit", answer, permit_id=permit))
    asked = f"{ASKED[language].format(permit)}\npetra_noe_{number}"
    return Run(f"t{number}", asked, calls, "Done.", Decimal("0.80"))


def draft(*runs: Run, language: Any = "en") -> str:
    document = draft_skill(runs, language=language, trigger="similar_runs").document
    return "\n".join([document.title, *(part.text for part in document.sections)])


@both
def test_what_an_answer_showed_of_the_change_is_the_check(language: str):
    text = draft(moving(1, language=language), moving(2, language=language), language=language)
    shown = {
        "en": "The answer of `move_permit` must show the `permit_id` that it was called with.",
        "zh": "`move_permit` 的结果中应有调用时给出的 `permit_id`。",
    }
    assert shown[language] in text


def test_a_sum_is_worked_out_and_nobodys_input():
    text = draft(moving(1), moving(2))
    assert "`expression` worked out of what was read" in text
    assert "`expression`:" not in text


def test_whose_case_it_was_is_no_example():
    text = draft(moving(1), moving(2))
    assert "`user_id`: named in the request." in text
    assert "petra" not in text.casefold()


def test_runs_that_stopped_short_of_the_goal_are_not_drawn_from():
    text = draft(moving(1), moving(2), moving(3, moves=False))
    assert "move_permit" in text
    assert "of 3 runs" not in text


def test_an_id_that_only_what_came_before_names_ties_a_run_to_it():
    run = Run("t", "change it, please", [call("move", permit_id="PX-140")], "", Decimal(1))
    assert goes_on(run, "my permit is PX-140")
    assert not goes_on(run, "my permit is PX-777")
    told = Run("t", "change PX-140", run.calls, "", Decimal(1))
    assert not goes_on(told, "my permit is PX-140")


def test_files_of_one_project_are_told_by_their_kind():
    def mending(path: str) -> list[ToolCall]:
        tools = [("Read", {"file_path": path}), ("Edit", {"file_path": path})]
        return [*(call(tool, **args) for tool, args in tools), call("Bash", command="make lint")]

    runs = [
        Run(f"t{n}", "mend the type check", mending(f"/home/eve/shop/{n}/cart.rs"), "", Decimal(1))
        for n in range(2)
    ]
    text = draft(*runs)
    assert "`*.rs`" in text
    assert "shop" not in text
