"""Skills are archived, revived and pinned with a reason, and only where it makes sense."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import DomainError
from apps.evolution.models import Skill
from apps.evolution.retire_skill import archive_skill, pin_skill, revive_skill
from apps.tenants.models import AuditEvent
from tests.evolution.packages import handed_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cast import Team

MOVES: dict[str, Callable[..., Skill]] = {
    "archive": archive_skill,
    "revive": revive_skill,
    "pin": pin_skill,
    "unpin": lambda skill, **words: pin_skill(skill, pinned=False, **words),
}


def move(team: Team, skill: Skill, action: str, **words: Any) -> Skill:
    return MOVES[action](skill, **{"by": team.members["reviewer"], "reason": "so it is", **words})


def in_state(team: Team, status: str, *, pinned: bool) -> Skill:
    skill = handed_in(team)
    Skill.objects.for_tenant(team.tenant).update(status=status, pinned=pinned)
    return skill


@pytest.mark.parametrize(
    ("status", "pinned", "action", "after"),
    [
        ("active", False, "archive", ("archived", False)),
        ("stale", False, "archive", ("archived", False)),
        ("stale", False, "revive", ("active", False)),
        ("archived", False, "revive", ("active", False)),
        ("active", False, "pin", ("active", True)),
        ("stale", False, "pin", ("active", True)),
        ("active", True, "unpin", ("active", False)),
    ],
)
def test_a_move_changes_the_state_and_is_audited(
    clinic: Team, status: str, pinned: bool, action: str, after: tuple[str, bool]
):
    skill = in_state(clinic, status, pinned=pinned)
    before = skill.status_at
    moved = move(clinic, skill, action)
    assert (moved.status, moved.pinned) == after
    assert moved.status_at > before
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action=action)
    assert event.actor == "reviewer@clinic.example"
    assert event.detail == {"before": status, "after": after[0], "reason": "so it is"}


@pytest.mark.parametrize(
    ("status", "pinned", "action", "code"),
    [
        ("archived", False, "archive", "already_archived"),
        ("active", True, "archive", "pinned"),
        ("active", False, "revive", "already_active"),
        ("archived", False, "pin", "archived"),
        ("active", True, "pin", "already_pinned"),
        ("active", False, "unpin", "not_pinned"),
    ],
)
def test_a_move_that_leads_nowhere_is_refused(
    clinic: Team, status: str, pinned: bool, action: str, code: str
):
    skill = in_state(clinic, status, pinned=pinned)
    with pytest.raises(DomainError) as refused:
        move(clinic, skill, action)
    assert (refused.value.code, refused.value.status) == (code, 409)


@pytest.mark.parametrize("action", MOVES)
def test_every_move_needs_a_reason_and_a_reviewer(clinic: Team, action: str):
    skill = handed_in(clinic)
    for words, code in (
        ({"reason": " "}, "reason_needed"),
        ({"by": clinic.members["viewer"]}, "permission_denied"),
    ):
        with pytest.raises(DomainError) as refused:
            move(clinic, skill, action, **words)
        assert refused.value.code == code
