"""The words that the admin shows for the states of sessions and runs, and for their scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from apps.tenants.translate_sentence import translate_sentence
from apps.trajectories.models import (
    Complexity,
    ImportStatus,
    Outcome,
    ScoreSource,
    SessionStatus,
    TrajectoryStatus,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.admin_columns import Words

SESSION_STATUSES: Words = {
    SessionStatus.OPEN: _("open"),
    SessionStatus.ENDED: _("ended, waits to be learned from"),
    SessionStatus.LEARNED: _("learned from"),
    SessionStatus.FAILED: _("learning failed"),
}
TRAJECTORY_STATUSES: Words = {
    TrajectoryStatus.OPEN: _("open"),
    TrajectoryStatus.COMPLETED: _("completed"),
    TrajectoryStatus.PARTIAL: _("ended without a reply"),
}
COMPLEXITIES: Words = {
    Complexity.SIMPLE: _("simple"),
    Complexity.MODERATE: _("moderate"),
    Complexity.COMPLEX: _("complex"),
}
OUTCOMES: Words = {
    Outcome.SUCCESS: _("success"),
    Outcome.PARTIAL: _("partial success"),
    Outcome.FAILED: _("failed"),
    Outcome.ABANDONED: _("abandoned"),
}
SCORE_SOURCES: Words = {
    ScoreSource.USER: _("user"),
    ScoreSource.REVIEWER: _("reviewer"),
    ScoreSource.CORRECTION: _("correction"),
    ScoreSource.JUDGE: _("judge"),
    ScoreSource.AUTO: _("rules"),
}
SATISFACTIONS: Words = {
    "positive": _("positive"),
    "negative": _("negative"),
    "neutral": _("neutral"),
}
IMPORT_STATUSES: Words = {
    ImportStatus.PENDING: _("pending"),
    ImportStatus.RUNNING: _("running"),
    ImportStatus.DONE: _("done"),
    ImportStatus.FAILED: _("failed"),
}
STEP_TYPES: Words = {
    "user_request": _("request"),
    "intent_classification": _("intent"),
    "skill_selection": _("skill chosen"),
    "tool_execution": _("tool"),
    "llm_generation": _("generation"),
    "response": _("reply"),
    "user_feedback": _("feedback"),
    "session_end": _("end of the session"),
}
STEP_STATUSES: Words = {"completed": _("completed"), "error": _("error"), "unknown": _("unknown")}
SCORE_REASONS = (
    gettext_noop("the next message was content"),
    gettext_noop("the next message was displeased"),
    gettext_noop("stopped by the person"),
    gettext_noop("ended after errors, without a reply"),
    gettext_noop("similar runs mostly went well (%(good)s of %(all)s)"),
    gettext_noop("similar runs mostly failed (%(bad)s of %(all)s)"),
    gettext_noop("score of the only run"),
    gettext_noop("mean score of %(runs)s runs"),
    gettext_noop("rules on single runs count less in a conversation"),
    gettext_noop("asked %(times)s times for what the person does not have"),
    gettext_noop("the person left to come back with something"),
    gettext_noop("did %(tool)s otherwise than agreed"),
    gettext_noop("1 change was not looked at afterwards"),
    gettext_noop("%(times)s changes were not looked at afterwards"),
    gettext_noop("the last request was stopped"),
    gettext_noop("the last calls failed, and no reply followed"),
    gettext_noop("judge: %(reason)s"),
    gettext_noop("start"),
    gettext_noop("no errors"),
    gettext_noop("%(errors)s of %(calls)s calls failed"),
    gettext_noop("retried %(tools)s"),
    gettext_noop("last step completed"),
    gettext_noop("before"),
    gettext_noop("corrected"),
    gettext_noop("kept between 0 and 1"),
    gettext_noop("user feedback"),
    gettext_noop("reviewer feedback"),
    gettext_noop("judge feedback"),
)


def score_lines(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put the reasons of a score into the reader's language."""
    return [
        {**line, "reason": translate_sentence(str(line.get("reason", "")), SCORE_REASONS)}
        for line in lines
    ]
