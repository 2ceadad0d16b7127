"""An erasure takes a person's words out of pipelines in every version, and has them reviewed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.domain.pipeline_check import check_references
from apps.evolution.domain.pipeline_yaml import parse_pipeline
from apps.evolution.models import Pipeline, PipelineVersion, Proposal
from apps.learning.erase_person import erase_person
from apps.learning.propose_pipelines import propose_pipelines
from tests.evolution.chains import ASKED, news_calls, record_chain
from tests.learning.erasure import MIRA, TOM, find_everywhere

if TYPE_CHECKING:
    from tests.cast import Team


def work(team: Team, language: str = "en") -> Proposal:
    """Let two people do the same, each with a topic of their own, and put the pipeline up."""
    for number, (who, own) in enumerate((("tom", TOM), ("mira", MIRA))):
        asked = ASKED[language].format(topic=own[language])
        calls = news_calls(own[language], number)
        record_chain(team.tenant, f"news-{who}", asked, calls, user_id=who)
    [made] = propose_pipelines(team.tenant, now=timezone.now())
    assert MIRA[language] in made.content
    return made


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_approved_pipeline_loses_the_words_and_waits_for_a_review(clinic: Team, language: str):
    version = approve_proposal(work(clinic, language), by=clinic.members["reviewer"])
    receipt = erase_person(clinic.tenant, "mira", by="admin")
    assert find_everywhere(*MIRA.values()) == {}
    pipeline = Pipeline.objects.for_tenant(clinic.tenant).get()
    assert pipeline.status == "active"
    assert receipt.pipelines_to_review == [pipeline.name]
    left = PipelineVersion.objects.for_tenant(clinic.tenant).get(pk=version.pk)
    document = parse_pipeline(left.content)
    assert check_references(document) == []
    assert (document.name, len(document.steps)) == (pipeline.name, 3)
    waiting = Proposal.objects.for_tenant(clinic.tenant).get(trigger="erasure")
    assert (waiting.kind, waiting.pipeline, waiting.status) == ("pipeline", pipeline, "pending")
    assert waiting.content == left.content


def test_a_proposal_that_waits_loses_the_words_and_is_judged_anew(clinic: Team):
    made = work(clinic)
    erase_person(clinic.tenant, "mira", by="admin")
    made.refresh_from_db()
    assert find_everywhere(*MIRA.values()) == {}
    assert (made.status, made.evidence.count()) == ("pending", 1)
    parse_pipeline(made.content)


def test_a_proposal_that_rests_on_nobody_else_goes(clinic: Team):
    work(clinic)
    for who in ("mira", "tom"):
        erase_person(clinic.tenant, who, by="admin")
    assert not Proposal.objects.for_tenant(clinic.tenant).exists()
    assert find_everywhere(*MIRA.values(), *TOM.values()) == {}


def test_a_constant_that_was_one_persons_becomes_an_input(clinic: Team):
    made = work(clinic)
    text = made.content.replace("style: short", f"style: {MIRA['number']}")
    version = approve_proposal(made, by=clinic.members["reviewer"], content=text, note="fine")
    record_chain(clinic.tenant, "more", f"Use {MIRA['number']}", news_calls("x"), user_id="mira")
    erase_person(clinic.tenant, "mira", by="admin")
    left = PipelineVersion.objects.for_tenant(clinic.tenant).get(pk=version.pk)
    assert parse_pipeline(left.content).steps[2].params["style"] == "${inputs.style}"
