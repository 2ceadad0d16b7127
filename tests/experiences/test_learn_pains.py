"""A session is read for its troubles, and for whether the solution it was given helped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.experiences.give_solutions import find_solutions, note_solutions_given
from apps.experiences.learn_pains import judge_given_solutions, learn_pains
from apps.experiences.pain_models import PainEvidence, SolutionFeedback, SolutionUse
from apps.feedback.read_requests import read_requests
from apps.feedback.record_feedback import record_feedback
from apps.feedback.score_trajectories import score_trajectories
from apps.llm.embedding import embedder
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Trajectory
from tests.experiences.pains import confirm, pains_of, solutions_of
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from apps.experiences.pain_models import PainPoint
    from tests.cast import Team

REPORT = {
    "en": "Build the weekly quality report for ward seven",
    "zh": "生成七病区的护理质量周报",
}
WRONG = {
    "en": (
        "No, the date column is wrong, use ISO dates",
        "The date column is wrong again, use ISO dates!",
    ),
    "zh": ("不对，日期列错了，应该用 ISO 格式", "日期列又错了，要用 ISO 格式"),
}


def converse(team: Team, session: str, *said: str, tools: Any = ("sheet",), **shared: Any) -> None:
    """A session in which a person says this, in turn."""
    for intent in said:
        record(team.tenant, make_run_events(session=session, intent=intent, tools=tools, **shared))
    record(team.tenant, [make_event("session_end", session_id=session)])
    score_trajectories(team.tenant, now=timezone.now())
    read_requests(team.tenant, now=timezone.now())


def runs_of(team: Team, session: str) -> list[Trajectory]:
    rows = Trajectory.objects.for_tenant(team.tenant).filter(session__external_id=session)
    return list(rows.select_related("tenant").order_by("started_at"))


def learn(team: Team, session: str) -> list[PainPoint]:
    runs = runs_of(team, session)
    chains = load_chains(runs, most=50)
    touched = learn_pains(team.tenant, runs, chains, now=timezone.now())
    judge_given_solutions(team.tenant, session, runs, chains, now=timezone.now())
    return touched


@pytest.mark.parametrize("language", ["en", "zh"])
def test_two_sessions_that_correct_the_same_thing_confirm_it(clinic: Team, language: str):
    for number, wrong in enumerate(WRONG[language]):
        converse(clinic, f"s-{number}", REPORT[language], wrong)
        learn(clinic, f"s-{number}")
    (pain,) = pains_of(clinic)
    assert (pain.status, pain.kind, pain.language) == ("confirmed", "correction", language)
    assert "ISO" in pain.title
    for proof in PainEvidence.objects.for_tenant(clinic.tenant):
        said = Trajectory.objects.for_tenant(clinic.tenant).get(id=proof.trajectory_id).intent
        assert proof.quote in said
    assert len(solutions_of(clinic)) == 1


def test_a_session_without_trouble_notes_nothing_and_asks_once(clinic: Team):
    converse(clinic, "s", REPORT["en"], "Great, thanks! Now send it to the head nurse")
    runs = runs_of(clinic, "s")
    chains = load_chains(runs, most=50)
    with CaptureQueriesContext(connection) as asked:
        assert learn_pains(clinic.tenant, runs, chains, now=timezone.now()) == []
        assert judge_given_solutions(clinic.tenant, "s", runs, chains, now=timezone.now()) == 0
    assert len([one for one in asked if "SAVEPOINT" not in one["sql"]]) == 2


def test_a_bad_rating_with_a_comment_is_a_complaint_in_its_words(clinic: Team):
    converse(clinic, "s", REPORT["en"])
    (run,) = runs_of(clinic, "s")
    record_feedback(
        run, "negative", by="li", member=None, comment="the chart of ward seven is missing"
    )
    (pain,) = learn(clinic, "s")
    assert (pain.kind, pain.title) == ("complaint", "the chart of ward seven is missing")


def test_a_failure_that_stayed_is_quoted_from_the_tool(clinic: Team):
    converse(clinic, "s", REPORT["en"], tools=[("publish", {}, "error")], reply="I could not.")
    (pain,) = learn(clinic, "s")
    assert (pain.kind, pain.title) == ("failure", "publish: publish failed: bad input")


def test_what_programs_say_is_no_trouble(clinic: Team):
    converse(clinic, "s", REPORT["en"], WRONG["en"][0], author="system")
    assert learn(clinic, "s") == []


def serve(team: Team, session: str, message: str) -> None:
    vector = embedder().embed([message])[0].tolist()
    found = find_solutions(team.tenant, message, vector, embedder_id=embedder().id)
    given = [one.solution for one in found]
    assert given, "the solution fits the message"
    for _ in range(2):
        note_solutions_given(
            team.tenant, given, session_id=session, message=message, now=timezone.now()
        )


@pytest.mark.parametrize(
    ("language", "said", "status"),
    [
        ("en", "works now, thanks", "helped"),
        ("en", "still broken", "failed"),
        ("zh", "好了，解决了", "helped"),
        ("zh", "还是不行", "failed"),
        ("zh", "顺便看一下明天的排班", "proposed"),
    ],
)
def test_the_next_message_judges_the_solution_that_was_given(
    clinic: Team, language: str, said: str, status: str
):
    pain = confirm(clinic, language)
    serve(clinic, "after", pain.title)
    converse(clinic, "after", pain.title, said)
    for _ in range(3):
        learn(clinic, "after")
    assert solutions_of(clinic)[0].status == status
    assert SolutionUse.objects.for_tenant(clinic.tenant).count() == 1
    judged = SolutionFeedback.objects.for_tenant(clinic.tenant)
    assert judged.count() == (status != "proposed")
    assert set(judged.values_list("quote", flat=True)) <= {said}


def test_a_message_about_something_else_is_given_no_solution(clinic: Team):
    confirm(clinic)
    for message in ("What is the capital of France?", "今天天气怎么样", "Order new gloves"):
        vector = embedder().embed([message])[0].tolist()
        assert find_solutions(clinic.tenant, message, vector, embedder_id=embedder().id) == []
