"""Carry out what a reviewer sent from the page, and say in a sentence what was done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.evolution.claim_proposal import claim_proposal, release_proposal
from apps.evolution.comment_on_proposal import comment_on_proposal
from apps.evolution.decide_proposal import approve_proposal, edit_proposal, reject_proposal
from apps.evolution.models import Action, Channel, PipelineVersion
from apps.evolution.quarantine_proposal import quarantine_proposal, reopen_proposal
from apps.evolution.revise_proposal import revise_proposal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django_stubs_ext import StrOrPromise

    from apps.evolution.models import Proposal
    from apps.tenants.models import Membership

    Act = Callable[[Proposal, Mapping[str, str], Membership], object]

ACTS: dict[str, tuple[Act, StrOrPromise]] = {
    "reject": (
        lambda one, asked, by: reject_proposal(one, by=by, reason=asked["reason"]),
        gettext_lazy("“%(title)s” is rejected."),
    ),
    "save": (
        lambda one, asked, by: edit_proposal(one, by=by, content=asked["content"]),
        gettext_lazy("“%(title)s” is saved and still waits."),
    ),
    "revise": (
        lambda one, asked, by: revise_proposal(one, by=by, wish=asked["wish"]),
        gettext_lazy("“%(title)s” is sent back; it returns drawn anew."),
    ),
    "quarantine": (
        lambda one, asked, by: quarantine_proposal(one, by=by, reason=asked["reason"]),
        gettext_lazy("“%(title)s” is set aside."),
    ),
    "reopen": (
        lambda one, asked, by: reopen_proposal(one, by=by, reason=asked["reason"]),
        gettext_lazy("“%(title)s” waits again."),
    ),
    "claim": (
        lambda one, _asked, by: claim_proposal(one, by=by),
        gettext_lazy("You have taken “%(title)s” for four hours."),
    ),
    "take_over": (
        lambda one, _asked, by: claim_proposal(one, by=by, take_over=True),
        gettext_lazy("You have taken “%(title)s” for four hours."),
    ),
    "release": (
        lambda one, _asked, by: release_proposal(one, by=by),
        gettext_lazy("Nobody has “%(title)s” now."),
    ),
    "comment": (
        lambda one, asked, by: comment_on_proposal(one, by=by, text=asked["text"]),
        gettext_lazy("Your comment on “%(title)s” is added."),
    ),
}
APPROVALS = ("approve", "approve_edited")
# After these the page stays where it is; after the others the next one that waits is shown.
STAYING = frozenset({"save", "reopen", "claim", "take_over", "release", "comment"})


def carry_out(proposal: Proposal, asked: Mapping[str, str], *, by: Membership) -> str:
    """Do what a reviewer decided and say it in a sentence; raises what the operations raise."""
    if asked["decision"] not in APPROVALS:
        act, said = ACTS[asked["decision"]]
        act(proposal, asked, by)
        return str(said) % {"title": proposal.title}
    content = asked["content"] if asked["decision"] == "approve_edited" else None
    channel = asked.get("channel") or Channel.STABLE
    version = approve_proposal(
        proposal, by=by, note=asked["note"], content=content, channel=channel
    )
    words = {
        "title": proposal.title,
        "name": version.name,
        "version": version.version,
    }
    if proposal.action == Action.DEMOTE:
        return _("“%(title)s” is archived; what it knew is kept as an experience.") % words
    if isinstance(version, PipelineVersion):
        return _("“%(title)s” is approved: %(name)s %(version)s can be run from now on.") % words
    if channel == Channel.BETA:
        return _("“%(title)s” is approved: beta readers get %(name)s %(version)s.") % words
    return _("“%(title)s” is approved: %(name)s %(version)s is served from now on.") % words
