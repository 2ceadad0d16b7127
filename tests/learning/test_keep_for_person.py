"""A hook conversation: asks to save, is asked, says yes, and is given it; a colleague is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal, reject_proposal
from apps.evolution.models import Proposal, Question, Skill, SkillVersion
from apps.feedback.models import Score
from apps.learning.learn import learn
from apps.tenants.models import AuditEvent

if TYPE_CHECKING:
    from tests.cast import Team

HOOKS = "/api/v1/hooks/claude-code?agent=ward-agent&user={}"
TOOLS = ("list_indicators", "query_records", "fill_template", "export")
TALK = {
    "zh": {
        "work": "请生成骨科上个月的护理质量报表，导出 Excel",
        "save": "保存成技能，叫 护理质量报表",
        "next": "你好，今天先看看排班情况",
        "asks": "排班如下。另外：我把护理质量报表整理成了技能，要保留吗？",
        "yes": "好的，保留",
        "no": "不用了，谢谢",
        "change": "改一下：导出成 PDF",
        "later": "做一份儿科的护理质量报表",
        "marked": "[请转问用户]",
        "told": "[技能] hu-li-zhi-liang-bao-biao",
    },
    "en": {
        "work": "Build the quality report of the orthopaedic ward for last month as a sheet",
        "save": "Save this as a skill called ward-quality-report",
        "next": "Hello, show me the roster of today first",
        "asks": "Here it is. I made your report a skill: keep it? yes / change: … / no",
        "yes": "Yes, keep it please",
        "no": "No thanks",
        "change": "change: export it as a PDF",
        "later": "Build the quality report of the paediatric ward for last month",
        "marked": "[Question for the user]",
        "told": "[Skill] ward-quality-report",
    },
}
both = pytest.mark.parametrize("language", ["zh", "en"])


class Talk:
    """One person's conversations with Claude Code, as its hooks report them."""

    def __init__(self, team: Team, language: str, user: str = "ana") -> None:
        self.team, self.words, self.user, self.turns = team, TALK[language], user, 0

    def hook(self, session: str, event: str, **fields: Any) -> str:
        payload = {"hook_event_name": event, "session_id": session, "cwd": "/home/ana", **fields}
        answer = self.team.client("agent").post(HOOKS.format(self.user), payload)
        assert answer.status_code == 200
        told = answer.json().get("hookSpecificOutput", {})
        return str(told.get("additionalContext", ""))

    def say(self, session: str, key: str, *, tools: Any = (), reply: str = "OK.") -> str:
        """One turn; answers what the prompt was given."""
        self.turns += 1
        turn = f"{self.user}-{self.turns}"
        given = self.hook(session, "UserPromptSubmit", prompt=self.words[key], prompt_id=turn)
        for number, tool in enumerate(tools):
            self.hook(
                session,
                "PostToolUse",
                prompt_id=turn,
                tool_name=tool,
                tool_use_id=f"{turn}-{number}",
                tool_input={"ward": session},
                tool_response={"ok": True},
            )
        self.hook(session, "Stop", prompt_id=turn, last_assistant_message=reply)
        learn(self.team.tenant, now=timezone.now())
        return given

    def until_asked(self) -> str:
        """Work, ask to save it, and begin another session; answers what that was given."""
        self.say("monday", "work", tools=TOOLS)
        self.say("monday", "save")
        return self.say("tuesday", "next", reply=self.words["asks"])


def the_proposal(team: Team) -> Proposal:
    return Proposal.objects.for_tenant(team.tenant).get()


def set_evolution(team: Team, **settings: bool) -> None:
    team.tenant.settings = {**team.tenant.settings, "evolution": settings}
    team.tenant.save(update_fields=["settings"])


@both
def test_yes_makes_it_theirs_alone(clinic: Team, language: str):
    ana, ben = Talk(clinic, language), Talk(clinic, language, "ben")
    asked = ana.until_asked()
    assert ana.words["marked"] in asked
    ana.say("tuesday", "yes")
    skill = Skill.objects.for_tenant(clinic.tenant).get()
    assert skill.owner is not None
    assert (skill.owner.external_id, skill.status) == ("ana", "active")
    assert ana.words["told"] in ana.say("friday", "later")
    assert ana.words["told"] not in ben.say("friday-ben", "later")
    assert the_proposal(clinic).status == "pending"
    version = SkillVersion.objects.for_tenant(clinic.tenant).get()
    assert version.approved_by == "person:ana"
    audited = AuditEvent.objects.for_tenant(clinic.tenant).filter(action="answer_question")
    assert audited.get().actor == "person"
    assert not Score.objects.for_tenant(clinic.tenant).filter(source="correction").exists()


@both
def test_a_reviewer_opens_it_to_all_or_takes_it_away(clinic: Team, language: str):
    ana, ben = Talk(clinic, language), Talk(clinic, language, "ben")
    ana.until_asked()
    ana.say("tuesday", "yes")
    approve_proposal(the_proposal(clinic), by=clinic.members["reviewer"])
    assert ana.words["told"] in ben.say("friday-ben", "later")
    skill = Skill.objects.for_tenant(clinic.tenant).get()
    assert (skill.owner, skill.versions.count()) == (None, 2)


def test_a_rejection_takes_it_from_its_person(clinic: Team):
    ana = Talk(clinic, "en")
    ana.until_asked()
    ana.say("tuesday", "yes")
    reject_proposal(the_proposal(clinic), by=clinic.members["reviewer"], reason="We have one.")
    assert Skill.objects.for_tenant(clinic.tenant).get().status == "archived"
    assert ana.words["told"] not in ana.say("friday", "later")


@both
def test_no_rejects_it(clinic: Team, language: str):
    ana = Talk(clinic, language)
    ana.until_asked()
    ana.say("tuesday", "no")
    proposal = the_proposal(clinic)
    assert (proposal.status, proposal.reason) == (
        "rejected",
        "The person it came from declined.",
    )
    assert not Skill.objects.for_tenant(clinic.tenant).exists()
    assert not Score.objects.for_tenant(clinic.tenant).filter(source="correction").exists()


@both
def test_change_sends_it_back_with_their_words(clinic: Team, language: str):
    ana = Talk(clinic, language)
    ana.until_asked()
    ana.say("tuesday", "change")
    proposal = the_proposal(clinic)
    said = list(proposal.comments.values_list("remark", "author"))
    assert ("comment", "person:ana") in said
    assert ("answer", "engine") in said, "the loop answered the wish in the same round"
    words = ana.words["change"].split("：" if language == "zh" else ": ")[1].strip()
    assert proposal.comments.filter(remark="revise", text=words).exists()
    assert not Skill.objects.for_tenant(clinic.tenant).exists()


@both
def test_each_is_asked_once_and_each_session_at_most(clinic: Team, language: str):
    ana, ben = Talk(clinic, language), Talk(clinic, language, "ben")
    ana.until_asked()
    marked = ana.words["marked"]
    assert marked not in ana.say("tuesday", "later")
    assert marked not in ana.say("wednesday", "next")
    assert marked not in ben.say("wednesday-ben", "next")
    assert Question.objects.for_tenant(clinic.tenant).count() == 1


def test_nobody_is_asked_where_the_team_does_not_want_it(clinic: Team):
    set_evolution(clinic, askPerson=False)
    ana = Talk(clinic, "en")
    assert ana.words["marked"] not in ana.until_asked()


def test_a_yes_only_tells_the_reviewer_where_the_team_wants_that(clinic: Team):
    set_evolution(clinic, activateForPerson=False)
    ana = Talk(clinic, "en")
    ana.until_asked()
    ana.say("tuesday", "yes")
    assert not Skill.objects.for_tenant(clinic.tenant).exists()
    assert "said yes" in the_proposal(clinic).comments.get().text


def test_an_answer_counts_in_the_next_two_messages_only(clinic: Team):
    ana = Talk(clinic, "en")
    ana.until_asked()
    ana.say("tuesday", "later", tools=TOOLS)
    ana.say("tuesday", "work", tools=TOOLS, reply=ana.words["asks"])
    ana.say("tuesday", "yes")
    assert Question.objects.for_tenant(clinic.tenant).get().answer == ""
