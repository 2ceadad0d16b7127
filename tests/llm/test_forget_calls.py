"""The ledger keeps calls as long as its tenant keeps what they were about."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.llm.models import ModelCall
from apps.llm.tasks import forget_calls_everywhere

if TYPE_CHECKING:
    from tests.cast import Team


def call(team: Team, *, days_ago: int) -> None:
    moment = timezone.now() - timedelta(days=days_ago)
    with team.inside():
        ModelCall.objects.create(
            tenant=team.tenant, purpose="extract", model="any", created_at=moment
        )


def test_old_calls_go_tenant_by_tenant_and_young_ones_stay(clinic: Team, factory: Team):
    factory.tenant.settings = {"trajectory": {"retentionDays": 30}}
    factory.tenant.save()
    for team in (clinic, factory):
        for days in (1, 60, 91):
            call(team, days_ago=days)
    forget_calls_everywhere()
    left = {}
    for team in (clinic, factory):
        with team.inside():
            left[team.tenant.slug] = ModelCall.objects.for_tenant(team.tenant).count()
    assert left == {clinic.tenant.slug: 2, factory.tenant.slug: 1}
