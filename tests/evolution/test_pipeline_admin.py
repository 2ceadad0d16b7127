"""The admin shows pipelines and their proposals as text, and lets reviewers decide the latter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.evolution.models import PipelineVersion, Proposal
from apps.evolution.write_pipeline import write_pipeline
from apps.learning.propose_pipelines import propose_pipelines
from tests.evolution.chains import record_news
from tests.evolution.test_review_pipeline import TEXT

if TYPE_CHECKING:
    from django.test import Client

    from tests.cast import Team


def read(browser: Client, name: str, *args: object) -> str:
    answer = browser.get(reverse(f"admin:{name}", args=args))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def waiting(clinic: Team) -> Proposal:
    record_news(clinic.tenant)
    [made] = propose_pipelines(clinic.tenant, now=timezone.now())
    return made


def test_a_proposal_is_shown_letter_by_letter(clinic: Team, waiting: Proposal):
    page = read(clinic.browser("reviewer"), "evolution_proposal_change", waiting.pk)
    assert "The same tools were called in the same order in several sessions." in page
    assert '<pre class="jm-report">name: make-a-news-digest' in page
    assert "urls: ${steps.search_news.output.urls}" in page
    assert "Register &#x27;search_news&#x27;" in page or "Register 'search_news'" in page
    assert ">YAML</label>" in page


def test_it_is_approved_on_its_page_and_improved_with_a_diff(clinic: Team, waiting: Proposal):
    browser = clinic.browser("reviewer")
    path = reverse("admin:evolution_proposal_change", args=[waiting.pk])
    answer = browser.post(path, {"decision": "approve", "note": ""}, follow=True)
    assert "can be run from now on." in answer.content.decode()
    version = PipelineVersion.objects.for_tenant(clinic.tenant).get()
    better = Proposal.objects.create(
        tenant=clinic.tenant,
        kind="pipeline",
        action="improve",
        trigger="manual",
        pattern_key="better",
        name=version.name,
        title=waiting.title,
        pipeline=version.pipeline,
        content=version.content.replace("limit: 10", "limit: 20"),
        confidence="0.9",
    )
    page = read(browser, "evolution_proposal_change", better.pk)
    assert "limit: 20" in page
    assert reverse("admin:evolution_pipeline_change", args=[version.pipeline.pk]) in page


def test_pipelines_and_their_versions_are_read(clinic: Team):
    pipeline = write_pipeline(clinic.tenant, TEXT, by="ada").pipeline
    changed = TEXT.replace("病区日报", "晨报").replace("Fetches", "<b>Fetches")
    pipeline = write_pipeline(clinic.tenant, changed, by="ada").pipeline
    browser = clinic.browser("reviewer")
    assert "ward-briefing" in read(browser, "evolution_pipeline_changelist")
    page = read(browser, "evolution_pipeline_change", pipeline.pk)
    assert "# 晨报" in page
    assert "<b>Fetches" not in page
    first = PipelineVersion.objects.for_tenant(clinic.tenant).get(version="1.0.0")
    assert "From 1.0.0 to 1.1.0" in read(browser, "evolution_pipelineversion_change", first.pk)


def test_the_lists_cost_the_same_however_long(clinic: Team, django_assert_max_num_queries: object):
    for number in range(12):
        text = TEXT.replace("ward-briefing", f"ward-briefing-{number}")
        write_pipeline(clinic.tenant, text, by="ada")
    browser = clinic.browser("reviewer")
    for name in ("evolution_pipeline_changelist", "evolution_pipelineversion_changelist"):
        with django_assert_max_num_queries(20):  # type: ignore[operator]
            read(browser, name)
