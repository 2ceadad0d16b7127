from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from apps.evolution.domain.pipeline_yaml import Retry
from apps.evolution.domain.step_outcome import Failure, after_failure, after_loss

NOW = datetime(2026, 1, 2, tzinfo=UTC)
LOST = Failure("timed_out", "late", may_repeat=True, may_have_acted=True)
UNSENT = Failure("unreachable", "nobody there", may_repeat=True)
REFUSED = Failure("tool_refused", "400", may_repeat=True, may_have_acted=True)
WRONG = Failure("invalid_arguments", "params.to")


@pytest.mark.parametrize(
    ("failure", "is_repeatable", "attempts", "status"),
    [
        (LOST, True, 1, "waiting"),
        (LOST, True, 3, "failed"),
        (LOST, False, 1, "uncertain"),
        (UNSENT, False, 1, "waiting"),
        (UNSENT, False, 3, "failed"),
        (REFUSED, True, 1, "failed"),
        (REFUSED, False, 1, "failed"),
        (WRONG, True, 1, "failed"),
    ],
)
def test_what_must_not_happen_twice_is_not_tried_again_on_a_guess(
    failure: Failure, is_repeatable: bool, attempts: int, status: str
):
    retry = Retry(attempts=3, delay_s=20)
    outcome = after_failure(
        failure, is_repeatable=is_repeatable, attempts=attempts, retry=retry, now=NOW
    )
    assert outcome.status == status
    wanted = NOW + timedelta(seconds=20) if status == "waiting" else None
    assert outcome.not_before == wanted


def test_without_a_word_on_retries_a_failure_is_one():
    outcome = after_failure(UNSENT, is_repeatable=True, attempts=1, retry=None, now=NOW)
    assert outcome.status == "failed"


def test_a_lost_worker_does_not_count_as_a_try_but_not_for_ever():
    assert after_loss(is_repeatable=True, attempts=1, retry=None).status == "waiting"
    assert after_loss(is_repeatable=True, attempts=4, retry=None).status == "failed"
    assert after_loss(is_repeatable=False, attempts=1, retry=None).status == "uncertain"
