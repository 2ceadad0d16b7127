"""The admin's pages of pain points and of what is tried against them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.experiences.pain_board import show_pains
from apps.experiences.pain_models import (
    FeedbackVerdict,
    PainKind,
    PainStatus,
    SolutionSource,
    SolutionStatus,
)
from apps.tenants.admin_columns import column
from apps.tenants.admin_filters import word_filter
from apps.tenants.tenant_admin import TenantAdmin
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from django.http import HttpRequest

    from apps.experiences.pain_models import PainPoint, Solution
    from apps.tenants.admin_columns import Words
    from apps.tenants.models import Tenant

PAIN_STATUSES: Words = {
    PainStatus.OPEN: _("open"),
    PainStatus.CONFIRMED: _("confirmed"),
    PainStatus.SOLVED: _("solved"),
    PainStatus.DISMISSED: _("dismissed"),
}
KINDS: Words = {
    PainKind.COMPLAINT: _("complaint"),
    PainKind.REPEATED_QUESTION: _("repeated question"),
    PainKind.CORRECTION: _("correction"),
    PainKind.FAILURE: _("failure"),
}
SOURCES: Words = {
    SolutionSource.EXPERIENCE: _("experience"),
    SolutionSource.TEMPLATE: _("template"),
    SolutionSource.MODEL: _("model"),
}
SOLUTION_STATUSES: Words = {
    SolutionStatus.PROPOSED: _("proposed"),
    SolutionStatus.ACCEPTED: _("accepted"),
    SolutionStatus.HELPED: _("helped"),
    SolutionStatus.FAILED: _("did not help"),
    SolutionStatus.REJECTED: _("turned down"),
}
VERDICTS: Words = {
    FeedbackVerdict.POSITIVE: _("helped"),
    FeedbackVerdict.NEGATIVE: _("did not help"),
    FeedbackVerdict.NEUTRAL: _("undecided"),
}
MOST_SHOWN = 50


class PainPointAdmin(TenantAdmin):
    """Recurring troubles, with the words that show them and what is tried."""

    plural = _("Pain points")
    facts = (
        column(_("trouble"), "title"),
        column(_("state"), "status", words=PAIN_STATUSES),
        column(_("confidence"), "confidence", is_sortable=True),
        column(_("kind"), "kind", words=KINDS),
        column(_("people"), "people", is_sortable=True),
        column(_("last seen"), "last_seen", is_sortable=True),
        column(_("first seen"), "first_seen"),
        column(_("confirmed on"), "confirmed_at"),
        column(_("solved on"), "solved_at"),
        column(_("agent"), "agent.name"),
    )
    list_display = facts[:6]
    list_filter = (
        word_filter(_("state"), "status", PAIN_STATUSES),
        word_filter(_("kind"), "kind", KINDS),
    )
    search_fields = ("title",)
    ordering = ("-last_seen",)
    page_template = "admin/pain_point.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).without_vectors().select_related("agent", "tenant")

    def page_context(self, request: HttpRequest, row: PainPoint) -> dict[str, Any]:
        (card,) = show_pains([row], now=timezone.now())
        signs = list(row.evidence.order_by("-seen_at")[:MOST_SHOWN])
        runs = Trajectory.objects.for_tenant(row.tenant)
        kept = runs.filter(pk__in={sign.trajectory_id for sign in signs})
        return {
            "signs": [(sign, KINDS[sign.kind]) for sign in signs],
            "kept": set(kept.values_list("pk", flat=True)),
            "counts": [(KINDS[kind], number) for kind, number in card.counts.items()],
            "trend": card.trend,
            "solutions": [(one, SOLUTION_STATUSES[one.status]) for one in card.solutions],
        }


class SolutionAdmin(TenantAdmin):
    """What is proposed against pain points, and how it went."""

    plural = _("Solutions")
    facts = (
        column(_("solution"), "text"),
        column(_("against"), "pain.title"),
        column(_("state"), "status", words=SOLUTION_STATUSES),
        column(_("drawn from"), "source", words=SOURCES),
        column(_("confidence"), "confidence", is_sortable=True),
        column(_("proposed on"), "created_at", is_sortable=True),
        column(_("decided on"), "decided_at"),
    )
    list_display = facts[:6]
    list_filter = (
        word_filter(_("state"), "status", SOLUTION_STATUSES),
        word_filter(_("drawn from"), "source", SOURCES),
    )
    search_fields = ("text",)
    ordering = ("-created_at",)
    page_template = "admin/solution.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).with_pain().select_related("pain", "tenant")

    def page_context(self, request: HttpRequest, row: Solution) -> dict[str, Any]:
        said = row.feedback.order_by("-created_at")[:MOST_SHOWN]
        return {"said": [(one, VERDICTS[one.verdict]) for one in said]}
