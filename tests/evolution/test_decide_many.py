"""Many are decided at once where the risk is low; each of the others says why it was left."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import DomainError
from apps.evolution.claim_proposal import claim_proposal
from apps.evolution.decide_many import Decided, decide_many
from apps.evolution.decide_proposal import approve_proposal, edit_proposal, reject_proposal
from apps.evolution.models import Proposal, Skill
from tests.evolution.improvements import improvement
from tests.evolution.proposals import make_proposal, skill_text

if TYPE_CHECKING:
    from tests.cast import Team


def approve(team: Team, *proposals: Proposal, reason: str = "") -> list[Decided]:
    by = team.members["reviewer"]
    return decide_many([one.pk for one in proposals], "approve", by=by, reason=reason)


def other_work(team: Team, **more: Any) -> Proposal:
    """A proposal that is no twin of the others."""
    name, title = "order-gloves", "Order gloves for surgery"
    words = {"description": "Orders gloves where a shelf runs low.", "tools": ("read_csv",)}
    content = skill_text(name, title, **words)
    return make_proposal(team.tenant, name=name, title=title, content=content, **more)


def third_work(team: Team) -> Proposal:
    """One that is no twin of those either, and that the scan warns of."""
    name, title = "publish-rota", "Publish the rota of the night shift"
    words = {"description": "Puts the rota on the board.", "tools": ("write_sheet",)}
    content = skill_text(name, title, **words)
    risky = content.replace("Read the numbers.", "Run `git push --force`.")
    return make_proposal(team.tenant, name=name, title=title, content=risky)


def codes(decided: list[Decided]) -> list[str]:
    return [one.code for one in decided]


def test_new_skills_and_improvements_that_pass_are_approved(clinic: Team):
    first, second = make_proposal(clinic.tenant, 1), other_work(clinic)
    decided = approve(clinic, second, first)
    assert [(one.id, one.done, one.version) for one in decided] == [
        (second.pk, True, "1.0.0"),
        (first.pk, True, "1.0.0"),
    ]
    skill = Skill.objects.for_tenant(clinic.tenant).get(name=first.name)
    (better,) = approve(clinic, improvement(clinic, skill, 3))
    assert (better.done, better.version) == (True, "1.1.0")


def test_a_finding_an_edit_or_another_action_wants_a_look_of_its_own(clinic: Team):
    doubtful = other_work(clinic, confidence="0.60")
    edited = make_proposal(clinic.tenant, 2)
    text = edited.content.replace("Read the numbers", "Check the numbers")
    edit_proposal(edited, by=clinic.members["reviewer"], content=text)
    merge = make_proposal(clinic.tenant, 3, action="merge")
    warned = third_work(clinic)
    decided = approve(clinic, doubtful, edited, merge, warned, reason="all fine")
    assert codes(decided[:3]) == ["not_low_risk"] * 3
    assert "confidence" in decided[0].detail
    assert (decided[3].code, "security" in decided[3].detail) == ("not_low_risk", True)
    assert not Skill.objects.for_tenant(clinic.tenant).exists()
    assert Proposal.objects.for_tenant(clinic.tenant).pending().count() == 4


def test_one_that_cannot_be_decided_stops_no_other(clinic: Team, factory: Team):
    with factory.inside():
        foreign = make_proposal(factory.tenant, title="Weigh the castings")
    with clinic.inside():
        good = other_work(clinic)
        decided_before, taken = (make_proposal(clinic.tenant, n) for n in (2, 3))
        reject_proposal(decided_before, by=clinic.members["admin"], reason="no")
        claim_proposal(taken, by=clinic.members["admin"])
        unknown = Proposal(pk=uuid.uuid4())
        answer = approve(clinic, decided_before, foreign, taken, unknown, good, good)
    assert codes(answer) == ["already_decided", "not_found", "claimed", "not_found", ""]
    with factory.inside():
        foreign.refresh_from_db()
    assert foreign.status == "pending"


def test_many_are_rejected_with_one_reason(clinic: Team):
    ids = [make_proposal(clinic.tenant, number, confidence="0.40").pk for number in (1, 2)]
    by = clinic.members["reviewer"]
    assert codes(decide_many(ids, "reject", by=by, reason=" ")) == ["reason_needed"] * 2
    assert all(one.done for one in decide_many(ids, "reject", by=by, reason="by hand"))
    reasons = Proposal.objects.for_tenant(clinic.tenant).values_list("reason", flat=True)
    assert set(reasons) == {"by hand"}


def test_the_second_of_two_of_one_name_is_left(clinic: Team):
    first = make_proposal(clinic.tenant, 1)
    approve_proposal(first, by=clinic.members["reviewer"])
    twin = make_proposal(clinic.tenant, 5, name="other", content=first.content)
    assert codes(approve(clinic, twin)) == ["gate_failed"]


@pytest.mark.parametrize("role", ["member", "viewer"])
def test_only_reviewers_decide_many(clinic: Team, role: str):
    with pytest.raises(DomainError, match="Only reviewers"):
        decide_many([], "reject", by=clinic.members[role], reason="no")
