"""What people say decides a solution: what helped becomes an experience, what failed the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.errors import Conflict
from apps.experiences.decide_pain import dismiss_pain, reopen_pain
from apps.experiences.domain.solution_feedback import SolutionReading
from apps.experiences.judge_solution import judge_solution, note_implicit_feedback
from apps.experiences.models import Experience
from apps.experiences.pain_models import SolutionFeedback
from apps.tenants.models import AuditEvent
from tests.experiences.drafts import write
from tests.experiences.pains import DATES, confirm, pains_of, solutions_of, tell
from tests.make import make_trajectory

if TYPE_CHECKING:
    from apps.experiences.pain_models import Solution
    from tests.cast import Team

both = pytest.mark.parametrize("language", ["en", "zh"])
GOOD, BAD = SolutionReading("positive", 2), SolutionReading("negative", 2)
LEANS = SolutionReading("positive", 1)


def judge(team: Team, solution: Solution, verdict: str, **changes: Any) -> Solution:
    fields = {"by": "owner", "member": team.members["owner"], "now": timezone.now(), **changes}
    return judge_solution(solution, verdict, **fields)


def hear(team: Team, solution: Solution, said: str, reading: SolutionReading, session: str) -> bool:
    run = make_trajectory(team.tenant, session=session, intent=said)
    return note_implicit_feedback(solution, run, reading, now=timezone.now())


@both
def test_a_solution_that_helped_solves_its_trouble_and_is_recalled_from_then_on(
    clinic: Team, language: str
):
    pain = confirm(clinic, language)
    judged = judge(clinic, solutions_of(clinic)[0], "positive", comment="works")
    assert (judged.status, judged.decided_at is None) == ("helped", False)
    (solved,) = pains_of(clinic)
    assert (solved.status, solved.solved_at is None) == ("solved", False)
    (learned,) = Experience.objects.for_tenant(clinic.tenant)
    assert (learned.pain_pattern, learned.language) == (pain.title, language)
    assert learned.solution_steps == judged.steps
    quotes = set(learned.evidence.values_list("quote", flat=True))
    assert quotes == {*DATES[language][:2], "works"}
    assert judged.experience_id == learned.pk


def test_a_known_experience_that_helped_gets_more_evidence_and_no_twin(clinic: Team):
    known = write(clinic, "Dates of the column must be ISO", "Format dates", tools=["sheet"])
    confirm(clinic)
    judge(clinic, solutions_of(clinic)[0], "positive")
    (only,) = Experience.objects.for_tenant(clinic.tenant)
    assert only.pk == known.pk
    assert only.confidence > known.confidence
    assert only.solution_steps == ["Format dates"]


def test_a_solution_that_failed_leaves_the_trouble_confirmed_and_the_next_is_proposed(
    clinic: Team,
):
    write(clinic, "Dates of the column must be ISO", "Format dates")
    confirm(clinic)
    judge(clinic, solutions_of(clinic)[0], "negative", comment="no")
    first, second = solutions_of(clinic)
    assert (first.status, second.status) == ("failed", "proposed")
    assert (first.source, second.source) == ("experience", "template")
    assert pains_of(clinic)[0].status == "confirmed"
    judge(clinic, second, "negative", by="other")
    assert [one.status for one in solutions_of(clinic)] == ["failed", "failed"]


def test_a_person_who_changes_their_mind_counts_once_and_opens_it_again(clinic: Team):
    confirm(clinic)
    for verdict in ("positive", "positive", "negative"):
        judge(clinic, solutions_of(clinic)[0], verdict)
    assert SolutionFeedback.objects.for_tenant(clinic.tenant).count() == 1
    assert solutions_of(clinic)[0].status == "failed"
    assert pains_of(clinic)[0].status == "confirmed"


def test_a_message_counts_once_and_thanks_alone_only_lean(clinic: Team):
    confirm(clinic)
    (solution,) = solutions_of(clinic)
    run = make_trajectory(clinic.tenant, session="thanks", intent="谢谢")
    for _ in range(10):
        note_implicit_feedback(solution, run, LEANS, now=timezone.now())
    assert solutions_of(clinic)[0].status == "accepted"
    hear(clinic, solution, "thanks", LEANS, "more thanks")
    assert solutions_of(clinic)[0].status == "helped"
    assert SolutionFeedback.objects.for_tenant(clinic.tenant).count() == 2


@pytest.mark.parametrize(
    ("said", "reading", "status", "pain"),
    [
        ("解决了", GOOD, "helped", "solved"),
        ("works now", GOOD, "helped", "solved"),
        ("还是不行", BAD, "failed", "confirmed"),
        ("still broken", BAD, "failed", "confirmed"),
    ],
)
def test_one_clear_message_decides(
    clinic: Team, said: str, reading: SolutionReading, status: str, pain: str
):
    confirm(clinic)
    assert hear(clinic, solutions_of(clinic)[0], said, reading, "after")
    assert (solutions_of(clinic)[0].status, pains_of(clinic)[0].status) == (status, pain)


def test_one_message_does_not_undo_what_a_person_pressed(clinic: Team):
    confirm(clinic)
    judge(clinic, solutions_of(clinic)[0], "positive")
    hear(clinic, solutions_of(clinic)[0], "没用", BAD, "after")
    assert solutions_of(clinic)[0].status == "helped"


def test_a_solved_trouble_that_comes_again_is_confirmed_again(clinic: Team):
    confirm(clinic)
    run = make_trajectory(clinic.tenant, session="over", intent="works now")
    note_implicit_feedback(solutions_of(clinic)[0], run, GOOD, now=timezone.now())
    tell(clinic, DATES["en"][2], session="told late", days_ago=3, user_id="late")
    assert pains_of(clinic)[0].status == "solved"
    tell(clinic, DATES["en"][2], session="again", user_id="new")
    assert pains_of(clinic)[0].status == "confirmed"
    assert [one.status for one in solutions_of(clinic)] == ["helped", "proposed"]


def test_a_dismissed_trouble_stays_so_and_its_solution_is_turned_down(clinic: Team):
    pain = confirm(clinic)
    dismiss_pain(pain, by="owner", now=timezone.now(), reason="wanted so")
    assert solutions_of(clinic)[0].status == "rejected"
    assert tell(clinic, DATES["en"][2], session="again").status == "dismissed"
    for refuse in (
        lambda: dismiss_pain(pain, by="owner", now=timezone.now()),
        lambda: judge(clinic, solutions_of(clinic)[0], "positive"),
    ):
        with pytest.raises(Conflict):
            refuse()
    assert reopen_pain(pain, by="owner", now=timezone.now()).status == "confirmed"
    with pytest.raises(Conflict, match="neither"):
        reopen_pain(pain, by="owner", now=timezone.now())


def test_every_decision_of_a_person_is_in_the_log(clinic: Team):
    pain = confirm(clinic)
    judge(clinic, solutions_of(clinic)[0], "negative")
    dismiss_pain(pain, by="owner", now=timezone.now())
    reopen_pain(pain, by="owner", now=timezone.now())
    log = AuditEvent.objects.for_tenant(clinic.tenant).filter(actor="owner")
    actions = set(log.values_list("action", flat=True))
    assert actions >= {"judge_solution", "dismiss_pain_point", "reopen_pain_point"}


def test_a_comments_secrets_are_hidden(clinic: Team):
    confirm(clinic)
    judge(clinic, solutions_of(clinic)[0], "negative", comment="key ghp_" + "a1B2" * 10)
    assert "ghp_" not in SolutionFeedback.objects.for_tenant(clinic.tenant).get().quote
