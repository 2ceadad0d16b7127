"""What the pages of a skill and of its versions let a reviewer do, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.evolution.models import ChangePolicy, Channel, Layer, SkillStatus
from apps.evolution.promote_beta import promote_beta, withdraw_beta
from apps.evolution.retire_skill import archive_skill, pin_skill, revive_skill
from apps.evolution.review_words import CHANGE_POLICIES
from apps.evolution.rollback_skill import rollback_skill
from apps.evolution.set_change_policy import set_change_policy
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
    gettext_noop("It has no beta version."),
    gettext_noop("It has this policy already."),
    gettext_noop("Only what was learned may change without a review."),
    gettext_noop("It has no stable version: archive it instead."),
)
POLICIES = {
    "freeze": ChangePolicy.FROZEN,
    "by_review": ChangePolicy.REVIEW,
    "by_rule": ChangePolicy.AUTO,
}
CHANGES = (
    *("archive", "revive", "pin", "unpin", "roll_back", "promote", "withdraw"),
    *POLICIES,
)


class ChangeForm(forms.Form):
    """What the pages send: what to do, and why."""

    change = forms.ChoiceField(choices=[(word, word) for word in CHANGES])
    reason = forms.CharField(required=False, max_length=LONGEST_REASON)


def possible_changes(skill: Skill) -> list[str]:
    """Name what may be done with a skill as it stands, the usual first."""
    if skill.status == SkillStatus.ARCHIVED:
        return ["revive"]
    trial = ["promote"] if skill.beta_id else []
    if skill.beta_id and skill.current_id:
        trial.append("withdraw")
    if skill.pinned:
        return [*trial, "unpin"]
    stale = skill.status == SkillStatus.STALE
    return [*trial, "revive", "pin", "archive"] if stale else [*trial, "pin", "archive"]


def possible_policies(skill: Skill) -> list[str]:
    """Name the other ways in which a skill may be changed from now on."""
    allowed = set(POLICIES) - (set() if skill.layer == Layer.LEARNED else {"by_rule"})
    return [
        change
        for change, policy in POLICIES.items()
        if change in allowed and policy != skill.change_policy
    ]


def carry_out_change(
    skill: Skill, change: str, *, by: Membership, reason: str, version: str = ""
) -> str:
    """Do what a reviewer asked for and say it in a sentence; raises what the operations raise."""
    words = {"name": skill.name}
    match change:
        case "archive":
            archive_skill(skill, by=by, reason=reason)
            said = _("“%(name)s” is archived.")
        case "revive":
            revive_skill(skill, by=by, reason=reason)
            said = _("“%(name)s” is served again.")
        case "pin" | "unpin":
            pin_skill(skill, by=by, reason=reason, pinned=change == "pin")
            said = _("“%(name)s” is pinned.") if change == "pin" else _("“%(name)s” is not pinned.")
        case "promote":
            words["version"] = promote_beta(skill, by=by, reason=reason).version
            said = _("“%(name)s” %(version)s is served to all from now on.")
        case "withdraw":
            withdraw_beta(skill, by=by, reason=reason)
            said = _("“%(name)s” has no beta version any longer.")
        case "roll_back":
            made = rollback_skill(skill, version, by=by, reason=reason)
            words |= {"old": version, "new": made.version}
            said = _("“%(name)s” has the text of %(old)s again, as %(new)s.")
        case _:
            set_change_policy(skill, POLICIES[change], by=by, reason=reason)
            words["policy"] = str(CHANGE_POLICIES[POLICIES[change]])
            said = _("“%(name)s” changes so from now on: %(policy)s.")
    return said % words


def change_problem(error: DomainError) -> dict[str, str]:
    """Say a refusal in the reader's language."""
    return {"intro": "", "detail": translate_sentence(error.detail, CHANGE_SENTENCES)}


def pull_commands(skill: Skill, server: str) -> list[tuple[str, str]]:
    """Write how to pull it, for each channel that has a text of its own; none if nobody may."""
    of_team = skill.owner_id is None and not skill.session_id
    if not of_team or skill.status != SkillStatus.ACTIVE:
        return []
    pull = f"python -m journeyman_client pull --server {server} --into .agents/skills"
    stable = [(Channel.STABLE.value, pull)] if skill.current_id else []
    beta = [(Channel.BETA.value, f"{pull} --channel beta")] if skill.beta_id else []
    return stable + beta
