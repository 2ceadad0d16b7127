"""Two versions of a skill are compared by their texts and by the files beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apps.errors import NotFound
from apps.evolution.compare_versions import compare_versions
from tests.evolution.packages import BODY, hand_in, skill_file

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from tests.cast import Team


@pytest.fixture
def skill(clinic: Team) -> Skill:
    hand_in(clinic, references__a=b"1", references__b=b"1")
    hand_in(clinic, skill_file(BODY + "3. Note it.\n"), references__a=b"2", references__c=b"1")
    return hand_in(clinic, skill_file(BODY + "4. Sign it.\n"), references__a=b"2").skill


def test_unless_named_the_last_change_is_shown(clinic: Team, skill: Skill):
    compared = compare_versions(skill)
    assert (compared.before, compared.after) == ("1.1.0", "1.2.0")
    assert "-3. Note it." in compared.diff
    assert "+4. Sign it." in compared.diff
    assert compared.files == ("references/c.md",)


def test_any_two_can_be_compared_in_either_direction(clinic: Team, skill: Skill):
    compared = compare_versions(skill, before="1.1.0", after="1.0.0")
    assert "-3. Note it." in compared.diff
    assert compared.files == ("references/a.md", "references/b.md", "references/c.md")
    same = compare_versions(skill, before="1.1.0", after="1.1.0")
    assert (same.diff, same.files) == ("", ())


def test_the_first_version_has_nothing_before_it(clinic: Team, skill: Skill):
    assert compare_versions(skill, after="1.0.0").diff == ""


@pytest.mark.parametrize("numbers", [{"before": "7.0.0"}, {"after": "7.0.0"}])
def test_a_number_that_never_was_is_not_found(clinic: Team, skill: Skill, numbers: dict[str, str]):
    with pytest.raises(NotFound):
        compare_versions(skill, **numbers)
