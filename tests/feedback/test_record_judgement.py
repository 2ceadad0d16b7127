"""A model's judgement is above the rules and below people, and there is one a run."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from apps.errors import DomainError
from apps.feedback.models import Score
from apps.feedback.record_feedback import record_feedback
from apps.feedback.record_judgement import record_judgement
from tests.feedback.judging import judge, say_after
from tests.make import make_trajectory

if TYPE_CHECKING:
    from apps.trajectories.models import Trajectory
    from tests.cast import Team


def ask(run: Trajectory, value: str) -> tuple[Decimal | None, str]:
    judged = record_judgement(run, Decimal(value), reason="the totals are missing", by="m-1")
    return judged.score, judged.score_source


def test_it_replaces_the_rules_and_its_own_earlier_word(clinic: Team):
    make_trajectory(clinic.tenant, tools=["Read"])
    run = judge(clinic)[0]
    assert ask(run, "0.4") == (Decimal("0.4"), "judge")
    assert ask(run, "0.6") == (Decimal("0.6"), "judge")
    assert run.score_lines == [{"reason": "judge: the totals are missing", "change": 0.6}]
    assert Score.objects.for_tenant(clinic.tenant).filter(source="judge").count() == 1


def test_a_person_stays_above_it(clinic: Team):
    make_trajectory(clinic.tenant, tools=["Read"])
    run = record_feedback(judge(clinic)[0], "negative", by="key", member=None)
    assert ask(run, "0.9") == (Decimal(0), "user")


@pytest.mark.parametrize("said", ["不对，应该是八病区", "No, that's wrong, use ward eight"])
def test_a_correction_is_taken_off_it(clinic: Team, said: str):
    assert ask(say_after(clinic, said), "0.9") == (Decimal("0.6"), "correction")


def test_what_is_no_share_is_refused(clinic: Team):
    run = make_trajectory(clinic.tenant)
    with pytest.raises(DomainError, match=r"^feedback:"):
        record_judgement(run, Decimal("1.01"), reason="", by="m-1")
    assert not Score.objects.for_tenant(clinic.tenant).exists()
