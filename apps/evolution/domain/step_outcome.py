"""What follows when a step of a run brought no result."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from apps.evolution.domain.pipeline_yaml import Retry

# The same call would end the same way.
FINAL = frozenset({"tool_refused", "unexpected_answer", "address_refused", "answer_too_large"})
# A step that takes its worker down with it must not do so for ever.
MOST_LOST = 3


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a step brought no result; `may_have_acted`: its effect may be there all the same."""

    code: str
    detail: str
    may_repeat: bool = False
    may_have_acted: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of the step: it waits until `not_before`, a person must say, or it failed."""

    status: str
    not_before: datetime | None = None


def after_failure(
    failure: Failure, *, is_repeatable: bool, attempts: int, retry: Retry | None, now: datetime
) -> Outcome:
    """Decide: what must not happen twice is never tried again on a guess."""
    answered = failure.code in FINAL
    if failure.may_have_acted and not is_repeatable and not answered:
        return Outcome("uncertain")
    may_repeat = failure.may_repeat and not answered
    if retry is None or not may_repeat or attempts >= retry.attempts:
        return Outcome("failed")
    return Outcome("waiting", now + timedelta(seconds=retry.delay_s))


def after_loss(*, is_repeatable: bool, attempts: int, retry: Retry | None) -> Outcome:
    """Decide what becomes of a step whose worker is gone."""
    if not is_repeatable:
        return Outcome("uncertain")
    wanted = retry.attempts if retry else 1
    return Outcome("waiting" if attempts < wanted + MOST_LOST else "failed")
