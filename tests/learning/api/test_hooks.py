"""POST /hooks/claude-code: every hook is stored; a prompt is answered with what helps, if any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from apps.learning.api import views
from apps.trajectories.domain.injected import CLOSING, OPENING
from apps.trajectories.models import Step, Trajectory
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/hooks/claude-code"


def prompt(said: str, **fields: Any) -> dict[str, Any]:
    return {
        "hook_event_name": "UserPromptSubmit",
        "session_id": "cc-1",
        "prompt": said,
        "prompt_id": said,
        "cwd": "/work",
        **fields,
    }


OTHERS: list[dict[str, Any]] = [
    {"hook_event_name": "SessionStart", "source": "startup"},
    {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}},
    {
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_use_id": "t1",
        "tool_input": {"command": "ls"},
        "tool_response": {"stdout": "a.txt"},
    },
    {"hook_event_name": "Notification", "message": "waiting"},
    {"hook_event_name": "Stop", "last_assistant_message": "Done."},
    {"hook_event_name": "SessionEnd", "reason": "exit"},
    {"hook_event_name": "SomethingNew", "what": "ever"},
]


@pytest.fixture
def team(clinic: Team) -> Team:
    write(clinic, "Restart the label printer when it prints blank pages", "Hold the button")
    write(clinic, "生成七病区的护理质量周报", "打开模板")
    return clinic


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("the label printer prints blank pages", "[Past experience]"),
        ("帮我生成护理质量周报", "[过往经验]"),
    ],
)
def test_a_prompt_that_something_known_helps_with_is_answered(team: Team, said: str, told: str):
    answer = team.client("agent").post(URL, prompt(said))
    assert answer.status_code == 200
    output = answer.json()["hookSpecificOutput"]
    assert output["hookEventName"] == "UserPromptSubmit"
    assert told in output["additionalContext"]
    assert output["additionalContext"].startswith(OPENING)
    assert output["additionalContext"].endswith(CLOSING)


@pytest.mark.parametrize("said", ["What is the capital of France?", "今天天气怎么样"])
def test_a_prompt_that_nothing_helps_with_is_stored_and_answered_empty(team: Team, said: str):
    assert team.client("agent").post(URL, prompt(said)).json() == {}
    assert Trajectory.objects.for_tenant(team.tenant).get().intent == said


def test_every_other_hook_is_answered_empty(team: Team):
    team.client("agent").post(URL, prompt("the label printer prints blank pages"))
    for payload in OTHERS:
        answer = team.client("agent").post(URL, {"session_id": "cc-1", **payload})
        assert (answer.status_code, answer.json()) == (200, {}), payload["hook_event_name"]
    run = Trajectory.objects.for_tenant(team.tenant).get()
    assert (run.tools, run.final_response, run.status) == (["Bash"], "Done.", "completed")


def test_a_key_that_only_reports_is_told_nothing(team: Team):
    said = "the label printer prints blank pages"
    answer = team.client("ingest").post(URL, prompt(said))
    assert (answer.status_code, answer.json()) == (200, {})
    assert Trajectory.objects.for_tenant(team.tenant).get().intent == said


def fail_in_python(*_: Any, **__: Any) -> None:
    raise ZeroDivisionError


def fail_in_the_database(*_: Any, **__: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")


@pytest.mark.parametrize("failure", [fail_in_python, fail_in_the_database])
def test_a_failure_while_looking_costs_neither_the_turn_nor_the_event(
    team: Team, monkeypatch: pytest.MonkeyPatch, failure: Any
):
    monkeypatch.setattr(views, "build_context", failure)
    answer = team.client("agent").post(URL, prompt("the label printer prints blank pages"))
    assert (answer.status_code, answer.json()) == (200, {})
    assert Step.objects.for_tenant(team.tenant).get().type == "user_request"


MOST_THE_CLIENT_TAKES = 10_000


def test_a_context_is_never_longer_than_the_client_takes(team: Team):
    for number in range(5):
        steps = [f"step {n} of many " * 20 for n in range(12)]
        write(team, f"Restart label printer number {number} when it prints blank", *steps)
    said = prompt("the label printer prints blank pages")
    output = team.client("agent").post(URL, said).json()["hookSpecificOutput"]
    assert 0 < len(output["additionalContext"]) <= MOST_THE_CLIENT_TAKES


def test_the_same_hook_twice_is_stored_once_and_answered_twice(team: Team):
    said = prompt("the label printer prints blank pages")
    answers = [team.client("agent").post(URL, said).json() for _ in range(2)]
    assert answers[0] == answers[1] != {}
    assert Step.objects.for_tenant(team.tenant).count() == 1


def test_the_agent_and_the_user_of_the_address_are_kept(team: Team):
    team.client("agent").post(f"{URL}?agent=ward-coder&user=nurse-7", prompt("部署到预发环境"))
    run = Trajectory.objects.for_tenant(team.tenant).get()
    assert (run.agent.name, run.end_user.external_id) == ("ward-coder", "nurse-7")


def test_half_a_character_and_nul_in_an_output_do_not_cost_the_event(team: Team):
    body = (
        rb'{"hook_event_name": "PostToolUse", "session_id": "cc-1", "tool_name": "Bash",'
        rb' "tool_use_id": "t1", "tool_input": {}, "tool_response": {"stdout": "\u0000 \ud83d"}}'
    )
    assert team.client("agent").post_raw(URL, body).status_code == 200
    step = Step.objects.for_tenant(team.tenant).get()
    assert "\ufffd \ufffd" in str(step.result)


WRONG: list[tuple[Any, str]] = [
    ([], "invalid_hook"),
    ({"hook_event_name": "Stop"}, "invalid_hook"),
    ({"session_id": "cc-1"}, "invalid_hook"),
    ({"session_id": 7, "hook_event_name": "Stop"}, "invalid_hook"),
    ({"session_id": "cc-1", "hook_event_name": "UserPromptSubmit"}, "invalid_hook"),
]


def test_what_is_no_hook_says_what_is_missing(team: Team):
    for body, code in WRONG:
        answer = team.client("agent").post(URL, body)
        assert (answer.status_code, answer.json()["code"]) == (400, code), body


def test_an_unknown_client_is_refused_by_name(team: Team):
    answer = team.client("agent").post("/api/v1/hooks/abacus", prompt("部署"))
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_client")
    assert "claude-code" in answer.json()["detail"]


def test_a_session_id_longer_than_we_store_is_served_all_the_same(team: Team):
    said = prompt("the label printer prints blank pages", session_id="s" * 400)
    assert team.client("agent").post(URL, said).json() != {}
