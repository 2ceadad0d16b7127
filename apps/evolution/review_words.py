"""What reviewers read about proposals and skills: triggers, checks and refusals, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from apps.evolution.models import (
    Action,
    ChangePolicy,
    Kind,
    Layer,
    PipelineStatus,
    ProposalStatus,
    Remark,
    SkillStatus,
)

if TYPE_CHECKING:
    from apps.tenants.admin_columns import Words

ACTIONS: Words = {
    Action.CREATE: _("new skill"),
    Action.IMPROVE: _("improvement"),
    Action.MERGE: _("merge"),
    Action.REVIVE: _("revival"),
    Action.DEMOTE: _("demotion"),
}
STATUSES: Words = {
    ProposalStatus.PENDING: _("waits"),
    ProposalStatus.REVISING: _("sent back"),
    ProposalStatus.QUARANTINED: _("set aside"),
    ProposalStatus.APPROVED: _("approved"),
    ProposalStatus.REJECTED: _("rejected"),
}
SKILL_STATUSES: Words = {
    SkillStatus.ACTIVE: _("served"),
    SkillStatus.STALE: _("stale"),
    SkillStatus.ARCHIVED: _("archived"),
}
PIPELINE_STATUSES: Words = {
    PipelineStatus.ACTIVE: _("in use"),
    PipelineStatus.ARCHIVED: _("archived"),
}
KINDS: Words = {
    Kind.SKILL: _("skill"),
    Kind.PIPELINE: _("pipeline"),
}
LAYERS: Words = {
    Layer.BUILTIN: _("shipped"),
    Layer.MANAGED: _("written by people"),
    Layer.LEARNED: _("learned"),
}
CHANGE_POLICIES: Words = {
    ChangePolicy.REVIEW: _("after a review"),
    ChangePolicy.AUTO: _("by rule, where proven"),
    ChangePolicy.FROZEN: _("not at all"),
}
LANGUAGES: Words = {"en": "English", "zh": "中文"}
TRIGGERS: Words = {
    "similar_runs": _("similar runs"),
    "experience_reuse": _("experience used again"),
    "user_asked": _("a user asked"),
    "asked_again": _("asked again"),
    "error_repair": _("error repaired"),
    "user_correction": _("user corrected"),
    "better_trajectory": _("better run"),
    "reflection": _("reflection"),
    "manual": _("by hand"),
    "erasure": _("words erased"),
    "repeated_chain": _("repeated chain"),
    "negative_lift": _("lowers scores"),
    "unused": _("unused"),
}
REASONS: Words = {
    "similar_runs": _("Similar work went well more than once, in nearly the same steps."),
    "experience_reuse": _("What solved this before was given to several later sessions."),
    "user_asked": _("A user asked to keep this way of working."),
    "asked_again": _("The same kind of request came again."),
    "error_repair": _("An error happened while the skill was used, and this repairs it."),
    "user_correction": _("A user corrected what the skill had led to."),
    "better_trajectory": _("A later run went clearly better than what the skill says."),
    "reflection": _("Scores of the skill's runs were falling."),
    "manual": _("Somebody asked for it."),
    "repeated_chain": _("The same tools were called in the same order in several sessions."),
    "negative_lift": _("Sessions that were given it score lower than those that went without it."),
    "unused": _("No session was offered it for a month, so that it is no longer served."),
    "erasure": _("Words of a person who was erased were taken out; please read it once more."),
}
CHECKS: Words = {
    "format": _("Format"),
    "name": _("Name"),
    "triggers": _("Triggers"),
    "near_duplicate": _("Near duplicate"),
    "references": _("References"),
    "tools": _("Tools"),
    "confidence": _("Confidence"),
    "grounding": _("Grounding"),
    "security": _("Security"),
    "lift": _("Lift"),
    "use": _("Use"),
    "knowledge": _("Knowledge"),
}
VERDICTS: Words = {
    "pass": _("passes"),
    "warn": _("warns"),
    "fail": _("objects"),
}
VERDICT_ICONS: Words = {"pass": "✓", "warn": "▲", "fail": "✕"}
REFUSALS: Words = {
    "gate_failed": _("The gate does not let this text through."),
    "reason_needed": _("A reason is needed."),
    "already_decided": _("Somebody has decided it before you."),
    "wrong_state": _("It is no longer in the state that this page showed."),
    "claimed": _("Another reviewer has it."),
    "beta_refused": _("It cannot go to the beta channel alone."),
    "nothing_to_edit": _("There is no text to change."),
    "pattern_waits": _("Another proposal of the same pattern is open."),
    "permission_denied": _("Your role does not decide proposals."),
}
LOGGED: Words = {
    "propose": _("proposed it"),
    "extend": _("added what another run showed"),
    "edit": _("edited it"),
    "approve": _("approved it"),
    "reject": _("rejected it"),
    "claim": _("took it"),
    "release": _("let go of it"),
    "comment": _("commented on it"),
    "revise": _("sent it back"),
    "answer": _("put it into the queue again"),
    "quarantine": _("set it aside"),
    "reopen": _("took it up again"),
}
REMARKS: Words = {
    Remark.COMMENT: _("says"),
    Remark.REVISE: _("sent it back"),
    Remark.ANSWER: _("answers"),
    Remark.QUARANTINE: _("set it aside"),
    Remark.REJECT: _("rejected it"),
    Remark.REOPEN: _("took it up again"),
}
