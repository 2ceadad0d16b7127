"""What a person says next is read as feedback on the run before it, once."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from apps.feedback.models import Score
from apps.feedback.read_requests import read_requests
from apps.trajectories.domain.injected import wrap_injected
from apps.trajectories.models import Trajectory
from tests.cast import now
from tests.feedback.judging import judge, say_after
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from tests.cast import Team


def first_run(team: Team, session: str) -> Trajectory:
    rows = Trajectory.objects.for_tenant(team.tenant).filter(session__external_id=session)
    return rows.earliest("started_at")


CORRECTED, UNTOUCHED = Decimal("0.50"), Decimal("0.80")


NEXT_MESSAGES = {
    "还是不行": CORRECTED,
    "换一个": CORRECTED,
    "改回去": CORRECTED,
    "不对，应该是八病区": CORRECTED,
    "No, use port 8080": CORRECTED,
    "Actually, I meant the staging DB": CORRECTED,
    "That's wrong, the total is 42": CORRECTED,
    "是不是可以部署了？": UNTOUCHED,
    "不对称加密是什么": UNTOUCHED,
    "请重新部署": UNTOUCHED,
    "don't worry, it looks great": UNTOUCHED,
    "what went wrong in the build log?": UNTOUCHED,
    "谢谢，很好": UNTOUCHED,
    "Thanks! Now build the report for ward nine": UNTOUCHED,
}


def test_only_a_message_that_rejects_what_was_done_lowers_the_run_before(clinic: Team):
    for said in NEXT_MESSAGES:
        record(clinic.tenant, make_run_events(session=said, tools=["edit_file"]))
        record(clinic.tenant, [make_event(session_id=said, text=said)])
    judge(clinic)
    scores = {said: first_run(clinic, said).score for said in NEXT_MESSAGES}
    assert scores == NEXT_MESSAGES


@pytest.mark.parametrize("said", ["不对，应该是八病区", "No, use port 8080"])
def test_a_corrected_run_says_why_and_is_no_success(clinic: Team, said: str):
    run = say_after(clinic, said)
    assert run.outcome == "partial"
    assert run.score_lines[-1]["change"] == -0.3
    assert run.score_lines[-1]["reason"].startswith("corrected by the next message")
    assert sum(Decimal(str(line["change"])) for line in run.score_lines) == run.score


def test_reading_again_subtracts_nothing_again(clinic: Team):
    say_after(clinic, "还是不行")
    judge(clinic)
    record(clinic.tenant, [make_event("tool_execution", tool="Late", status="completed")])
    assert judge(clinic)[0].score == CORRECTED
    assert Score.objects.for_tenant(clinic.tenant).filter(source="correction").count() == 1


def test_a_message_sent_twice_subtracts_once(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["edit_file"]))
    said = make_event(text="还是不行")
    record(clinic.tenant, [said])
    judge(clinic)
    record(clinic.tenant, [said, said])
    assert judge(clinic)[0].score == CORRECTED


def test_the_same_words_again_are_about_the_run_between(clinic: Team):
    first = make_run_events(tools=["edit_file"])
    second = make_run_events(intent="还是不行", tools=["write_file"])
    record(clinic.tenant, [*first, *second, make_event(text="还是不行")])
    assert [run.score for run in judge(clinic)] == [CORRECTED, CORRECTED, None]


def test_a_late_error_and_a_correction_add_up(clinic: Team):
    say_after(clinic, "还是不行", session="s-1")
    late = make_event("tool_execution", tool="Bash", status="error", error="exit 1")
    moment = judge(clinic)[0].started_at
    record(clinic.tenant, [{**late, "timestamp": moment.isoformat()}])
    run = judge(clinic)[0]
    assert (run.error_count, run.score) == (1, Decimal("0.30"))


def test_a_correction_never_goes_below_nothing(clinic: Team):
    run = say_after(clinic, "不对，全错了", tools=[("edit_file", {}, "error")])
    assert run.score == Decimal(0)


def test_another_session_is_not_spoken_to(clinic: Team):
    record(clinic.tenant, make_run_events(session="mine", tools=["edit_file"]))
    record(clinic.tenant, [make_event(session_id="yours", text="不对，应该是八病区")])
    assert [run.score for run in judge(clinic)] == [UNTOUCHED, None]


def test_another_tenant_is_not_spoken_to(clinic: Team, factory: Team):
    with factory.inside():
        record(factory.tenant, make_run_events(tools=["edit_file"]))
        record(factory.tenant, [make_event(text="不对，应该是八病区")])
    with clinic.inside():
        record(clinic.tenant, make_run_events(tools=["edit_file"]))
        assert [run.score for run in judge(clinic)] == [UNTOUCHED]


@pytest.mark.parametrize("author", ["system", "agent"])
def test_only_people_correct(clinic: Team, author: str):
    record(clinic.tenant, make_run_events(tools=["edit_file"]))
    record(clinic.tenant, [make_event(text="不对，应该是八病区", author=author)])
    assert judge(clinic)[0].score == UNTOUCHED


def test_what_we_put_before_a_message_is_not_the_persons_word(clinic: Team):
    ours = wrap_injected("[Past experience] No, that is wrong, change it back.")
    assert say_after(clinic, f"{ours}\n请部署到预发环境").score == UNTOUCHED


def test_a_tenant_may_switch_the_reading_off(clinic: Team):
    clinic.tenant.settings = {"feedback": {"correctionDetection": False}}
    run = say_after(clinic, "不对，应该是八病区")
    assert (run.score, run.satisfaction) == (UNTOUCHED, "")


ATTITUDES = {
    "太好了，谢谢！": "positive",
    "Perfect, thank you": "positive",
    "太差了，完全没用": "negative",
    "This is useless": "negative",
    "把它部署到预发环境": "neutral",
    "Now build the report for ward nine": "neutral",
}


def test_how_content_a_person_is_stands_on_the_run_before(clinic: Team):
    for said in ATTITUDES:
        record(clinic.tenant, make_run_events(session=said, tools=["edit_file"]))
        record(clinic.tenant, [make_event(session_id=said, text=said)])
    judge(clinic)
    assert {said: first_run(clinic, said).satisfaction for said in ATTITUDES} == ATTITUDES


def test_a_message_waits_until_the_run_before_it_is_scored(clinic: Team):
    record(clinic.tenant, [*make_run_events(tools=["edit_file"]), make_event(text="还是不行")])
    assert read_requests(clinic.tenant, now=now()) == 1  # the first of a session answers nothing
    assert judge(clinic)[0].score == CORRECTED


def test_a_request_that_comes_after_its_own_work_is_read_all_the_same(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["edit_file"], turn_id="t-1"))
    begun: dict[str, Any] = {"turn_id": "t-2", "tool": "read_file"}
    record(clinic.tenant, [make_event("tool_execution", **begun)])
    judge(clinic)
    record(clinic.tenant, [make_event(text="不对，应该是八病区", turn_id="t-2")])
    assert judge(clinic)[0].score == CORRECTED
