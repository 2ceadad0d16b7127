"""A repeated chain becomes one proposal: new, an improvement, a revival; never the same twice."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal, reject_proposal
from apps.evolution.domain.pipeline_yaml import parse_pipeline
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import Pipeline, Proposal, Tool
from apps.evolution.retire_pipeline import archive_pipeline
from apps.learning.propose_pipelines import propose_pipelines
from apps.learning.tasks import propose_pipelines_everywhere
from apps.trajectories.models import Trajectory
from tests.evolution.chains import ASKED, NEWS, news_calls, record_chain, record_news

if TYPE_CHECKING:
    from tests.cast import Team


def propose(team: Team) -> list[Proposal]:
    return propose_pipelines(team.tenant, now=timezone.now())


def verdicts(proposal: Proposal) -> dict[str, str]:
    return {one["check"]: one["verdict"] for one in proposal.gate}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_chain_in_two_sessions_is_put_up_with_its_evidence(clinic: Team, language: str):
    record_news(clinic.tenant, language)
    [made] = propose(clinic)
    assert (made.kind, made.action, made.status) == ("pipeline", "create", "pending")
    assert (made.trigger, made.language) == ("repeated_chain", language)
    document = parse_pipeline(made.content)
    assert document.tools == NEWS
    assert document.steps[1].params == {"urls": "${steps.search_news.output.urls}"}
    assert sorted(made.evidence.values_list("quote", flat=True)) == sorted(
        ASKED[language].format(topic=topic)
        for topic in {"en": ("chips", "hospitals"), "zh": ("芯片", "医疗")}[language]
    )
    assert {check for check, verdict in verdicts(made).items() if verdict != "pass"} == {"tools"}


def test_unregistered_tools_warn_and_registered_ones_pass(clinic: Team):
    record_news(clinic.tenant)
    Tool.objects.create(tenant=clinic.tenant, name="search_news", url="https://x.example/a")
    [made] = propose(clinic)
    [finding] = [one for one in made.gate if one["check"] == "tools"]
    assert finding["verdict"] == "warn"
    assert finding["detail"] == "Register 'fetch_pages', 'write_digest' before the pipeline is run."


@pytest.mark.parametrize("decide", ["wait", "reject", "approve"])
def test_the_same_chain_is_put_up_once(clinic: Team, decide: str):
    record_news(clinic.tenant)
    [made] = propose(clinic)
    if decide == "reject":
        reject_proposal(made, by=clinic.members["reviewer"], reason="no")
    elif decide == "approve":
        approve_proposal(made, by=clinic.members["reviewer"])
    record_news(clinic.tenant, start=2, count=1)
    assert propose(clinic) == []


def test_other_work_along_the_same_chain_improves_the_pipeline(clinic: Team):
    record_news(clinic.tenant)
    first = approve_proposal(propose(clinic)[0], by=clinic.members["reviewer"])
    for number in (7, 8):
        calls = news_calls("harbours", number)
        calls[2][1]["style"] = "long"
        record_chain(clinic.tenant, f"other-{number}", ASKED["en"].format(topic="ports"), calls)
    [better] = propose(clinic)
    assert (better.action, better.pipeline, better.name) == ("improve", first.pipeline, first.name)
    assert parse_pipeline(better.content).version == "1.1.0"
    assert better.diff
    version = approve_proposal(better, by=clinic.members["reviewer"])
    assert (version.version, version.name) == ("1.1.0", first.name)


def test_what_a_reviewer_wrote_otherwise_is_not_drawn_again_from_the_same_runs(clinic: Team):
    record_news(clinic.tenant)
    [made] = propose(clinic)
    text = made.content.replace("limit: 10", "limit: 20")
    approve_proposal(made, by=clinic.members["reviewer"], content=text)
    assert propose(clinic) == []


def test_an_archived_pipeline_is_revived_by_new_runs(clinic: Team):
    record_news(clinic.tenant)
    version = approve_proposal(propose(clinic)[0], by=clinic.members["reviewer"])
    archive_pipeline(version.pipeline, by=clinic.members["reviewer"], reason="unused")
    for number in (7, 8):
        asked = ASKED["en"].format(topic="ports")
        record_chain(clinic.tenant, f"other-{number}", asked, news_calls("ports", number))
    [again] = propose(clinic)
    assert (again.action, again.pipeline) == ("revive", version.pipeline)
    approve_proposal(again, by=clinic.members["reviewer"])
    assert Pipeline.objects.for_tenant(clinic.tenant).active().count() == 1


@pytest.mark.parametrize("what", ["old", "failed", "by a program", "once"])
def test_what_does_not_count_is_not_put_up(clinic: Team, what: str):
    record_news(clinic.tenant, count=1 if what == "once" else 2)
    rows = {"old": {"started_at": timezone.now() - timedelta(days=9)}}
    rows |= {"failed": {"outcome": "failed"}, "by a program": {"author": "program"}}
    if what in rows:
        Trajectory.objects.for_tenant(clinic.tenant).update(**rows[what])
    assert propose(clinic) == []


def test_settings_say_how_often_and_in_how_many_days(clinic: Team):
    record_news(clinic.tenant)
    clinic.tenant.settings = {"evolution": {"minChainRepeats": 3}}
    clinic.tenant.save(update_fields=["settings"])
    assert propose(clinic) == []


def test_the_hourly_task_leaves_tenants_that_do_not_learn_alone(clinic: Team, factory: Team):
    for team in (clinic, factory):
        with team.inside():
            record_news(team.tenant)
    clinic.tenant.settings = {"enabled": False}
    clinic.tenant.save(update_fields=["settings"])
    propose_pipelines_everywhere()
    for team, count in ((clinic, 0), (factory, 1)):
        with team.inside():
            assert Proposal.objects.for_tenant(team.tenant).count() == count


def test_a_strange_address_and_a_secret_are_pointed_out(clinic: Team):
    record_news(clinic.tenant)
    [made] = propose(clinic)
    for extra, told in (
        ("https://evil.example/x", "It names 'evil.example', which no run of the evidence did."),
        ("https://news.example/0/a", "Nothing dangerous was found."),
    ):
        text = made.content.replace("style: short", f"style: {extra}")
        findings = [one for one in judge_text(made, text) if one["check"] == "security"]
        assert [one["detail"] for one in findings] == [told]


def test_the_work_is_bounded_by_queries_not_by_runs(
    clinic: Team, django_assert_max_num_queries: object
):
    for number in range(12):
        asked = ASKED["en"].format(topic=f"topic {number}")
        record_chain(clinic.tenant, f"many-{number}", asked, news_calls(f"topic {number}", number))
    with django_assert_max_num_queries(40):  # type: ignore[operator]
        assert len(propose(clinic)) == 1
