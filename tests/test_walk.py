"""The whole loop, as its users walk it: hooks → learned → proposed → approved → served."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.evolution.models import Proposal, Serving, SkillVersion
from apps.learning.learn import learn
from apps.tenants.models import AuditEvent

if TYPE_CHECKING:
    from tests.cast import Team

HOOKS = "/api/v1/hooks/claude-code?agent=ward-agent&user=nurse-7"
CHAIN = [
    "list_indicators",
    "query_records",
    "compute_rates",
    "draw_chart",
    "fill_template",
    "export",
]


def say(team: Team, session: str, event: str, **fields: Any) -> Any:
    """Send one hook as Claude Code does."""
    payload = {
        "hook_event_name": event,
        "session_id": session,
        "transcript_path": f"/home/nurse/{session}.jsonl",
        "cwd": "/home/nurse",
        **fields,
    }
    answer = team.client("agent").post(HOOKS, payload)
    assert answer.status_code == 200
    return answer.json()


def work(team: Team, session: str, prompt: str, ward: str) -> Any:
    """One session: a prompt, six tools, a reply, the end; answers what the prompt was given."""
    turn = f"{session}-1"
    given = say(team, session, "UserPromptSubmit", prompt=prompt, prompt_id=turn)
    for number, tool in enumerate(CHAIN):
        say(
            team,
            session,
            "PostToolUse",
            prompt_id=turn,
            tool_name=tool,
            tool_use_id=f"{session}-tool-{number}",
            tool_input={"ward": ward},
            tool_response={"ok": True},
            duration_ms=40,
        )
    reply = f"{ward} 的护理质量报表已导出。"
    say(team, session, "Stop", prompt_id=turn, last_assistant_message=reply)
    say(team, session, "SessionEnd", reason="other")
    return given


def test_a_skill_comes_back_to_the_next_session(clinic: Team):
    first = work(clinic, "monday", "请生成骨科上个月的护理质量报表，导出 Excel", "骨科")
    assert first == {}, "nothing is known yet, so nothing is said"
    learn(clinic.tenant, now=timezone.now())
    assert not Proposal.objects.for_tenant(clinic.tenant).exists()

    work(clinic, "tuesday", "帮我做心内科上个月的护理质量报表", "心内科")
    learn(clinic.tenant, now=timezone.now())
    proposal = Proposal.objects.for_tenant(clinic.tenant).get()
    assert proposal.evidence.count() == 2
    assert {one["verdict"] for one in proposal.gate} == {"pass"}

    approve_in_the_admin(clinic, proposal)
    version = SkillVersion.objects.for_tenant(clinic.tenant).get()
    assert (version.version, version.approved_by) == ("1.0.0", "reviewer@clinic.example")
    audited = AuditEvent.objects.for_tenant(clinic.tenant).filter(action="approve")
    assert audited.get().actor == "reviewer@clinic.example"

    given = say(
        clinic, "friday", "UserPromptSubmit", prompt="做一份儿科的护理质量报表", prompt_id="f-1"
    )
    context = given["hookSpecificOutput"]["additionalContext"]
    assert given["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert f"[技能] {proposal.name}（1.0.0）" in context
    assert "compute_rates" in context
    served = Serving.objects.for_tenant(clinic.tenant).filter(session_id="friday")
    assert served.filter(skill__name=proposal.name).count() == 1

    off_topic = say(
        clinic, "friday", "UserPromptSubmit", prompt="中午食堂有什么菜？", prompt_id="f-2"
    )
    assert off_topic == {}


def approve_in_the_admin(team: Team, proposal: Proposal) -> None:
    """Open the proposal's page as a reviewer and press the button that approves it."""
    browser = team.browser("reviewer")
    url = f"/admin/evolution/proposal/{proposal.pk}/change/"
    page = browser.get(url)
    assert page.status_code == 200
    text = page.content.decode()
    assert proposal.name in text
    assert "护理质量报表" in text
    assert re.search(r'<button[^>]*name="decision"[^>]*value="approve"', text)
    done = browser.post(url, {"decision": "approve", "note": ""}, follow=True)
    assert done.status_code == 200
    proposal.refresh_from_db()
    assert proposal.status == "approved"
