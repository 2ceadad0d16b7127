"""Once a session is learned from, each thing it was given is marked as followed or not."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Serving, Skill
from apps.feedback.models import Signal
from apps.learning.learn import learn
from apps.tenants.ids import new_id
from tests.evolution.packages import handed_in, skill_file
from tests.evolution.proposals import TOOLS, make_proposal
from tests.experiences.drafts import write
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from apps.experiences.models import Experience
    from tests.cast import Team


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


def give(team: Team, item: Skill | Experience, session: str = "given", **fields: Any) -> Serving:
    return Serving.objects.create(
        tenant=team.tenant,
        request_id=new_id(),
        session_id=session,
        similarity="0.9",
        **{
            "served_at": timezone.now() - timedelta(minutes=6),
            "skill" if isinstance(item, Skill) else "experience": item,
            **fields,
        },
    )


def work(team: Team, tools: Any = TOOLS, session: str = "given", *, ended: bool = True) -> None:
    events = make_run_events(session=session, tools=tools, intent="Do the ward's numbers for June")
    events += [make_event("session_end", session_id=session)] if ended else []
    record(team.tenant, events)
    learn(team.tenant, now=timezone.now())


def followed(serving: Serving) -> bool | None:
    serving.refresh_from_db()
    return serving.followed


def usage(team: Team) -> list[tuple[str, str]]:
    rows = Signal.objects.for_tenant(team.tenant).filter(kind="usage")
    return list(rows.values_list("target_kind", "polarity"))


def test_what_the_runs_did_is_followed_and_counts_as_use(clinic: Team, skill: Skill):
    serving = give(clinic, skill)
    work(clinic)
    assert followed(serving) is True
    assert usage(clinic) == [("skill", "positive")]


def test_what_they_did_not_is_disregarded_and_counts_for_nothing(clinic: Team, skill: Skill):
    serving = give(clinic, skill)
    work(clinic, ["send_mail", "close"])
    assert followed(serving) is False
    assert not Signal.objects.for_tenant(clinic.tenant).filter(target_id=skill.pk).exists()


def test_an_experience_is_marked_likewise(clinic: Team):
    known = write(clinic, "Do the numbers", solution_steps=["read_csv: a.csv", "write_sheet"])
    known.tools = list(TOOLS)
    known.save(update_fields=["tools"])
    serving = give(clinic, known)
    work(clinic)
    assert followed(serving) is True


def test_what_was_withheld_is_never_marked(clinic: Team, skill: Skill):
    serving = give(clinic, skill, withheld=True)
    work(clinic)
    assert followed(serving) is None


def test_an_unfinished_session_is_not_decided(clinic: Team, skill: Skill):
    serving = give(clinic, skill)
    work(clinic, ended=False)
    assert followed(serving) is None


def test_what_came_before_the_serving_does_not_count(clinic: Team, skill: Skill):
    late = timezone.now() + timedelta(hours=2)
    serving = give(clinic, skill, served_at=late)
    work(clinic)
    assert followed(serving) is False


def test_a_skill_called_by_its_name_is_followed_and_its_use_is_seen(clinic: Team, skill: Skill):
    serving = give(clinic, skill)
    work(clinic, [("Skill", {"skill": skill.name})])
    assert followed(serving) is True
    assert usage(clinic) == [("skill", "positive")]


def test_a_skill_loaded_from_its_file_is_used_without_being_offered(clinic: Team):
    pulled = handed_in(clinic, skill_file(name="weigh-it"))
    work(clinic, [("Skill", {"skill": "weigh-it"}), "scale"])
    assert usage(clinic) == [("skill", "positive")]
    signal = Signal.objects.for_tenant(clinic.tenant).filter(kind="usage").get()
    assert (signal.target_id, signal.session_id) == (pulled.pk, "given")


def test_learning_again_adds_nothing(clinic: Team, skill: Skill):
    give(clinic, skill)
    work(clinic)
    before = Signal.objects.for_tenant(clinic.tenant).count()
    for _ in range(3):
        learn(clinic.tenant, now=timezone.now())
    assert Signal.objects.for_tenant(clinic.tenant).count() == before


def test_trust_follows_in_the_same_round(clinic: Team, skill: Skill):
    give(clinic, skill)
    work(clinic)
    skill.refresh_from_db()
    assert str(skill.trust) == "0.667", "used (2) and completed (1)"
