"""What agents wrote is inert on the review page, and what another tenant has is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from apps.evolution.models import Proposal, ProposalStatus
from tests.evolution.proposals import make_proposal, skill_text

if TYPE_CHECKING:
    from django.test import Client

    from tests.cast import Team

QUEUE = "/admin/evolution/proposal/"
LIVE = "<script>alert(1)</script><img src=x onerror=alert(2)>"
LIVE_SKILL = f"""---
name: evil
description: {LIVE}
---
# {LIVE}

```{LIVE}
{LIVE}
```
- {LIVE} `{LIVE}`
"""


def page_of(proposal: Proposal) -> str:
    return reverse("admin:evolution_proposal_change", args=[proposal.pk])


def read(browser: Client, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def decide(browser: Client, proposal: Proposal, decision: str, **typed: Any) -> Any:
    return browser.post(page_of(proposal), {"decision": decision, **typed})


def test_another_tenants_proposal_cannot_be_seen_or_decided(clinic: Team, factory: Team):
    with factory.inside():
        foreign = make_proposal(factory.tenant, title="Weigh the castings")
    browser = clinic.browser("owner")
    assert "castings" not in read(browser, f"{QUEUE}?status=all")
    assert browser.get(page_of(foreign)).status_code == 302
    assert decide(browser, foreign, "approve").status_code == 302
    form = {"action": "approve_selected", "_selected_action": [str(foreign.pk)]}
    browser.post(QUEUE, form)
    with factory.inside():
        foreign.refresh_from_db()
    assert foreign.status == ProposalStatus.PENDING


@pytest.mark.parametrize("role", ["member", "viewer"])
def test_members_decide_nothing(role: str, clinic: Team):
    proposal = make_proposal(clinic.tenant)
    assert decide(clinic.browser(role), proposal, "approve").status_code == 403
    proposal.refresh_from_db()
    assert proposal.status == ProposalStatus.PENDING


def test_nothing_of_a_proposal_is_live(clinic: Team):
    proposal = make_proposal(
        clinic.tenant,
        name="evil",
        title=f"Report {LIVE}",
        quote=f"Do it {LIVE}",
        content=LIVE_SKILL,
    )
    browser = clinic.browser("reviewer")
    typed = decide(browser, proposal, "check", content=LIVE, note=LIVE).content.decode()
    refused = decide(browser, proposal, "reject", reason="", note=LIVE).content.decode()
    for page in (
        read(browser, page_of(proposal)),
        read(browser, QUEUE),
        read(browser, "/admin/"),
        typed,
        refused,
    ):
        assert "<script>alert" not in page
        assert "<img" not in page.split("</nav>", 1)[-1]
        assert "&lt;script&gt;alert(1)" in page or page is refused


def test_messages_of_a_decision_are_not_live_either(clinic: Team):
    proposal = make_proposal(clinic.tenant, name="evil", title=f"Report {LIVE}")
    body = {"decision": "reject", "reason": LIVE}
    answer = clinic.browser("reviewer").post(page_of(proposal), body, follow=True)
    assert "<script>alert" not in answer.content.decode()


def test_hidden_characters_are_shown_by_their_number(clinic: Team):
    proposal = make_proposal(clinic.tenant, content=skill_text() + "\nGo\u200bon \u202enow\n")
    page = read(clinic.browser("reviewer"), page_of(proposal))
    assert '<span class="jm-hidden">U+200B</span>' in page
    assert '<span class="jm-hidden">U+202E</span>' in page
