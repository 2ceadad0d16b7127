"""What the pages of a skill and of its versions let a reviewer do, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.evolution.models import SkillStatus
from apps.evolution.retire_skill import archive_skill, pin_skill, revive_skill
from apps.evolution.rollback_skill import rollback_skill
from apps.tenants.translate_sentence import translate_sentence

if TYPE_CHECKING:
    from apps.errors import DomainError
    from apps.evolution.models import Skill
    from apps.tenants.models import Membership

LONGEST_REASON = 2000
# What the operations say when they refuse, as templates for the translators.
CHANGE_SENTENCES = (
    gettext_noop("Only reviewers change skills."),
    gettext_noop("Say why: the reason is kept."),
    gettext_noop("It is archived already."),
    gettext_noop("It is pinned: unpin it first."),
    gettext_noop("It is served already."),
    gettext_noop("It is archived: revive it first."),
    gettext_noop("It is pinned already."),
    gettext_noop("It is not pinned."),
    gettext_noop("A skill that is shipped is not changed here."),
    gettext_noop("The text of %(version)s is the current one."),
)


class ChangeForm(forms.Form):
    """What the pages send: what to do, and why."""

    change = forms.ChoiceField(
        choices=[(word, word) for word in ("archive", "revive", "pin", "unpin", "roll_back")]
    )
    reason = forms.CharField(required=False, max_length=LONGEST_REASON)


def possible_changes(skill: Skill) -> list[str]:
    """Name what may be done with a skill as it stands, the usual first."""
    if skill.status == SkillStatus.ARCHIVED:
        return ["revive"]
    if skill.pinned:
        return ["unpin"]
    stale = skill.status == SkillStatus.STALE
    return ["revive", "pin", "archive"] if stale else ["pin", "archive"]


def carry_out_change(
    skill: Skill, change: str, *, by: Membership, reason: str, version: str = ""
) -> str:
    """Do what a reviewer asked for and say it in a sentence; raises what the operations raise."""
    words = {"name": skill.name}
    match change:
        case "archive":
            archive_skill(skill, by=by, reason=reason)
            return _("“%(name)s” is archived.") % words
        case "revive":
            revive_skill(skill, by=by, reason=reason)
            return _("“%(name)s” is served again.") % words
        case "pin" | "unpin":
            pin_skill(skill, by=by, reason=reason, pinned=change == "pin")
            said = _("“%(name)s” is pinned.") if change == "pin" else _("“%(name)s” is not pinned.")
            return said % words
        case _:
            made = rollback_skill(skill, version, by=by, reason=reason)
            said = _("“%(name)s” has the text of %(old)s again, as %(new)s.")
            return said % {**words, "old": version, "new": made.version}


def change_problem(error: DomainError) -> dict[str, str]:
    """Say a refusal in the reader's language."""
    return {"intro": "", "detail": translate_sentence(error.detail, CHANGE_SENTENCES)}
