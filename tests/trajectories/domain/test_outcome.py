"""How a run and a session ended, read from what was done."""

import pytest

from apps.trajectories.domain.outcome import outcome_of_session, read_outcome
from apps.trajectories.domain.tool_chain import Status, ToolCall


def chain(statuses: str) -> list[ToolCall]:
    """Each letter a call of another tool: c completed, e error, u unknown."""
    words: dict[str, Status] = {"c": "completed", "e": "error", "u": "unknown"}
    return [ToolCall(f"tool-{n}", {}, words[one]) for n, one in enumerate(statuses)]


@pytest.mark.parametrize(
    ("statuses", "outcome"),
    [
        ("", "success"),
        ("ccc", "success"),
        ("cuu", "success"),
        ("cec", "success"),
        ("cce", "partial"),
        ("ec", "success"),
        ("eec", "failed"),
        ("e", "failed"),
    ],
)
def test_errors_left_over_decide_over_a_run_with_a_reply(statuses: str, outcome: str):
    assert read_outcome(chain(statuses), replied=True, interrupted=False) == outcome


def test_a_run_without_a_reply_is_not_finished():
    assert read_outcome(chain("cc"), replied=False, interrupted=False) == "partial"


def test_a_run_that_its_person_stopped_is_abandoned_whatever_it_did():
    assert read_outcome(chain("cc"), replied=True, interrupted=True) == "abandoned"


def test_a_result_that_was_called_wrong_is_no_success():
    assert read_outcome(chain("cc"), replied=True, interrupted=False, rejected=True) == "partial"


def test_errors_that_were_got_over_are_not_left_over():
    tries = [ToolCall("Bash", {"n": n}, "error") for n in range(3)]
    done = [*tries, ToolCall("Bash", {"n": 4}, "completed")]
    assert read_outcome(done, replied=True, interrupted=False) == "success"


@pytest.mark.parametrize(
    ("outcomes", "outcome"),
    [
        ([], "abandoned"),
        (["success", "success", "failed"], "success"),
        (["success", "failed"], "failed"),
        (["failed", "success"], "success"),
        (["abandoned"], "abandoned"),
    ],
)
def test_most_requests_decide_over_a_session_and_the_last_breaks_a_tie(
    outcomes: list[str], outcome: str
):
    assert outcome_of_session(outcomes) == outcome
