"""An earlier text comes back as a new version, letter by letter, and nothing is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apps.errors import DomainError
from apps.evolution.models import Layer, Skill, SkillVersion
from apps.evolution.rollback_skill import rollback_skill
from apps.tenants.models import AuditEvent
from tests.evolution.packages import BODY, hand_in, skill_file

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.fixture
def skill(clinic: Team) -> Skill:
    hand_in(clinic)
    return hand_in(clinic, skill_file(BODY + "3. Note it.\n", description="Notes it.")).skill


def back(team: Team, skill: Skill, version: str, *, reason: str = "worse") -> SkillVersion:
    return rollback_skill(skill, version, by=team.members["reviewer"], reason=reason)


def test_the_old_text_is_the_current_one_under_a_new_number(clinic: Team, skill: Skill):
    versions = SkillVersion.objects.for_tenant(clinic.tenant)
    first = versions.get(version="1.0.0")
    made = back(clinic, skill, "1.0.0")
    assert (made.version, made.content, made.digest) == ("1.2.0", first.content, first.digest)
    assert (made.restores, made.approved_by) == (first, "reviewer@clinic.example")
    assert versions.count() == 3
    skill.refresh_from_db()
    assert (skill.current, skill.description) == (made, "Weighs a pallet. Use it before loading.")
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action="roll_back")
    assert (event.detail["restores"], event.detail["reason"]) == ("1.0.0", "worse")


def test_one_can_roll_forward_again(clinic: Team, skill: Skill):
    back(clinic, skill, "1.0.0")
    made = back(clinic, skill, "1.1.0")
    assert made.version == "1.3.0"
    assert "3. Note it." in made.content


@pytest.mark.parametrize(
    ("version", "reason", "code"),
    [
        ("1.1.0", "worse", "already_current"),
        ("9.9.9", "worse", "not_found"),
        ("1.0.0", " ", "reason_needed"),
    ],
)
def test_what_makes_no_sense_is_refused(
    clinic: Team, skill: Skill, version: str, reason: str, code: str
):
    with pytest.raises(DomainError) as refused:
        back(clinic, skill, version, reason=reason)
    assert refused.value.code == code


def test_what_was_rolled_back_to_is_current(clinic: Team, skill: Skill):
    made = back(clinic, skill, "1.0.0")
    for version in ("1.0.0", made.version):
        with pytest.raises(DomainError, match="current one"):
            back(clinic, skill, version)


def test_a_shipped_skill_is_read_only(clinic: Team, skill: Skill):
    Skill.objects.for_tenant(clinic.tenant).update(layer=Layer.BUILTIN)
    with pytest.raises(DomainError) as refused:
        back(clinic, skill, "1.0.0")
    assert refused.value.code == "read_only"


def test_only_reviewers_roll_back(clinic: Team, skill: Skill):
    with pytest.raises(DomainError) as refused:
        rollback_skill(skill, "1.0.0", by=clinic.members["member"], reason="worse")
    assert refused.value.code == "permission_denied"
