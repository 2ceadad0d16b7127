"""The figures of a tenant are its own, exact, and cost the same however much there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Proposal
from apps.learning.statistics import tenant_statistics
from tests.learning.sessions import REPORT, REPORT_TOOLS, run_of, teach, teach_each
from tests.make import make_trajectory

if TYPE_CHECKING:
    from tests.cast import Team

NOTHING = {
    "trajectories": 0,
    "scored": 0,
    "scored_percent": 0.0,
    "average_score": None,
    "complex_trajectories": 0,
    "sessions": 0,
    "experiences": 0,
    "synthesized_skills": 0,
    "skill_improvements": 0,
    "pending_proposals": 0,
}


def test_a_tenant_without_work_has_figures_of_nothing(clinic: Team):
    assert tenant_statistics(clinic.tenant) == NOTHING


def test_each_kind_is_counted(clinic: Team):
    runs = [run_of(intent, [*REPORT_TOOLS, "log"]) for intent in REPORT["zh"]]
    teach_each(clinic, *runs)
    assert tenant_statistics(clinic.tenant) == {
        **NOTHING,
        "trajectories": 2,
        "scored": 2,
        "scored_percent": 100.0,
        "average_score": 0.8,
        "complex_trajectories": 2,
        "sessions": 2,
        "experiences": 1,
        "pending_proposals": 1,
    }
    approve_proposal(
        Proposal.objects.for_tenant(clinic.tenant).get(), by=clinic.members["reviewer"]
    )
    after = tenant_statistics(clinic.tenant)
    assert (after["synthesized_skills"], after["pending_proposals"]) == (1, 0)
    assert after["skill_improvements"] == 0


def test_what_is_not_scored_yet_lowers_only_the_share(clinic: Team):
    teach(clinic, run_of(REPORT["en"][0]))
    for number in range(2):
        make_trajectory(clinic.tenant, session=f"open-{number}", reply=None)
    figures = tenant_statistics(clinic.tenant)
    assert (figures["scored"], figures["scored_percent"]) == (1, 33.3)
    assert figures["average_score"] == 0.8


def test_another_tenants_work_is_not_counted(clinic: Team, factory: Team):
    with factory.inside():
        make_trajectory(factory.tenant)
    with clinic.inside():
        assert tenant_statistics(clinic.tenant) == NOTHING


def test_the_api_shows_the_same_in_a_fixed_number_of_queries(clinic: Team):
    teach(clinic, run_of(REPORT["en"][0]))
    clinic.client("read").get("/api/v1/stats")
    with CaptureQueriesContext(connection) as queries:
        answer = clinic.client("read").get("/api/v1/stats")
    assert answer.json() == tenant_statistics(clinic.tenant)
    assert len(queries) <= 16
