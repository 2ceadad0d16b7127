"""The improvement log of a skill, as its page shows it to a reviewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from apps.evolution.improvement_sentences import IMPROVEMENT_SENTENCES
from apps.evolution.models import Improvement
from apps.evolution.review_words import STATUSES, TRIGGERS
from apps.tenants.translate_sentence import translate_sentence
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from apps.evolution.models import Skill

MOST_LINES = 100
_WAITS = _("waits for another change to be decided")
_CLOSED = _("nothing came of it")


def improvement_lines(skill: Skill) -> list[dict[str, Any]]:
    """List what led to changes of a skill, newest first, and what came of each."""
    rows = Improvement.objects.for_tenant(skill.tenant).filter(skill=skill)
    joined = rows.select_related("version", "proposal").defer("version__content")
    lines = list(joined.defer("proposal__content").order_by("-created_at", "-pk")[:MOST_LINES])
    runs = Trajectory.objects.for_tenant(skill.tenant)
    ids = {line.trajectory_id for line in lines if line.trajectory_id}
    kept = set(runs.filter(pk__in=ids).values_list("pk", flat=True))
    return [
        {
            "row": line,
            "trigger": TRIGGERS.get(line.trigger, line.trigger),
            "detail": _told(line.detail),
            "came_of_it": _came_of(line),
            "is_kept": line.trajectory_id in kept,
        }
        for line in lines
    ]


def _told(detail: str) -> str:
    sentences = (translate_sentence(one, IMPROVEMENT_SENTENCES) for one in detail.split("\n"))
    return " ".join(sentences)


def _came_of(line: Improvement) -> StrOrPromise:
    """Say where a line is that is no version yet."""
    if line.version_id:
        return ""
    if line.proposal:
        return STATUSES.get(line.proposal.status, line.proposal.status)
    return _WAITS if line.waits else _CLOSED
