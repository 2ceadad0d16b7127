"""A person's word about a run outranks every rule, and of two people the later one counts."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import DomainError
from apps.feedback.models import Score
from apps.feedback.record_feedback import record_feedback
from tests.feedback.judging import judge
from tests.make import make_event, make_trajectory, record

if TYPE_CHECKING:
    from tests.cast import Team


def shown(team: Team) -> tuple[Decimal, str]:
    run = judge(team)[0]
    return run.score, run.score_source


def say(team: Team, rating: Any, role: str | None = None) -> None:
    run = judge(team)[0]
    record_feedback(run, rating, by=role or "key", member=team.members[role] if role else None)


def test_a_users_word_stays_when_the_rules_judge_later(clinic: Team):
    make_trajectory(clinic.tenant, tools=["Read"])
    say(clinic, 0.25)
    record(clinic.tenant, [make_event("tool_execution", tool="Late")])
    assert shown(clinic) == (Decimal("0.25"), "user")
    assert Score.objects.for_tenant(clinic.tenant).filter(source="auto").count() == 1


def test_a_word_before_the_rules_have_judged_stays(clinic: Team):
    run = make_trajectory(clinic.tenant, tools=["Read"])
    record_feedback(run, "negative", by="key", member=None)
    assert shown(clinic) == (Decimal(0), "user")


@pytest.mark.parametrize("said", ["不对，应该是八病区", "No, that's wrong, use ward eight"])
def test_a_correction_does_not_touch_a_users_word(clinic: Team, said: str):
    make_trajectory(clinic.tenant, tools=[("edit_file", {"path": "a"})])
    say(clinic, "positive")
    record(clinic.tenant, [make_event(text=said)])
    assert shown(clinic) == (Decimal(1), "user")
    assert Score.objects.for_tenant(clinic.tenant).filter(source="correction").count() == 1


def test_of_two_people_the_later_word_counts(clinic: Team):
    make_trajectory(clinic.tenant, tools=["Read"])
    say(clinic, "negative", "member")
    say(clinic, 0.9, "reviewer")
    assert shown(clinic) == (Decimal("0.9"), "reviewer")
    say(clinic, "negative")
    assert shown(clinic) == (Decimal(0), "user")


def test_whoever_reviews_judges_as_a_reviewer(clinic: Team):
    make_trajectory(clinic.tenant, tools=["Read"])
    roles = {"reviewer": "reviewer", "admin": "reviewer", "owner": "reviewer", "member": "user"}
    for role, source in roles.items():
        say(clinic, 0.5, role)
        assert shown(clinic) == (Decimal("0.5"), source), role


def test_a_clear_word_says_how_content_the_person_is(clinic: Team):
    run = make_trajectory(clinic.tenant, tools=["Read"])
    words = {"positive": "positive", "negative": "negative", 0.8: "positive", 0.3: "negative"}
    for rating, satisfaction in words.items():
        assert record_feedback(run, rating, by="key", member=None).satisfaction == satisfaction


def test_a_word_in_between_leaves_what_was_read_before(clinic: Team):
    run = make_trajectory(clinic.tenant, tools=["Read"])
    record_feedback(run, "negative", by="key", member=None)
    assert record_feedback(run, 0.5, by="key", member=None).satisfaction == "negative"


NO_RATINGS: list[Any] = [
    *("neutral", "中性", "good", "", "1.0", "NaN"),
    *(float("nan"), float("inf"), -0.01, 1.01, True, None, [], {"feedback": 1}),
]


def test_what_is_no_rating_is_refused_by_its_field_and_stores_nothing(clinic: Team):
    run = make_trajectory(clinic.tenant, tools=["Read"])
    for rating in NO_RATINGS:
        with pytest.raises(DomainError, match=r"^feedback:") as refused:
            record_feedback(run, rating, by="key", member=None)
        assert refused.value.code == "invalid_feedback", rating
    assert not Score.objects.for_tenant(clinic.tenant).exists()
