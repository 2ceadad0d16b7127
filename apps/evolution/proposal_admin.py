"""The review queue: what waits for a person, and the page on which it is decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import Http404, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.errors import DomainError
from apps.evolution.carry_out import STAYING, carry_out
from apps.evolution.gate_facts import judge_text
from apps.evolution.review_page import (
    DecisionForm,
    claim_context,
    next_pending,
    refusal,
    review_context,
    typed_context,
)
from apps.evolution.review_text import claim_state, explain, gate_summary
from apps.evolution.review_words import ACTIONS, KINDS, LANGUAGES, STATUSES, TRIGGERS
from apps.tenants.admin_columns import column, titled
from apps.tenants.admin_filters import KnownFilter, word_filter
from apps.tenants.tenant_admin import TenantAdmin, membership_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.contrib.admin.views.main import ChangeList
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse
    from django.urls import URLPattern

    from apps.evolution.models import Proposal
    from apps.tenants.models import Tenant


GATE_PAGE = "evolution_proposal_gate"
PEOPLE = ("tenant", "decided_by__user", "claimed_by__user")


class WaitingFilter(KnownFilter):
    """What waits, unless asked for what was decided."""

    title = _("state")
    parameter_name = "status"
    field = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*((str(value), word) for value, word in STATUSES.items()), ("all", _("all"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if chosen == "all":
            return queryset
        return queryset.filter(status=chosen if chosen in STATUSES else "pending")

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        for value, word in self.lookup_choices:
            yield {
                "selected": (self.value() or "pending") == value,
                "query_string": changelist.get_query_string({self.parameter_name: value}),
                "display": word,
            }


class ProposalAdmin(TenantAdmin):
    """The review queue, and the page where a proposal is decided."""

    plural = _("Review queue")
    list_display = (
        column(_("title"), "title"),
        column(_("name"), "name"),
        column(_("kind"), "action", words=ACTIONS),
        column(_("because of"), "trigger", words=TRIGGERS),
        column(_("confidence"), "confidence", is_sortable=True),
        titled(_("gate"), lambda one: gate_summary(one.gate)),  # type: ignore[attr-defined]  # of a Proposal
        titled(_("age"), lambda one: timesince(one.created_at), ordering="created_at"),  # type: ignore[attr-defined]  # likewise
        titled(_("state"), claim_state),
    )
    list_filter = (
        WaitingFilter,
        word_filter(_("what"), "kind", KINDS),
        word_filter(_("kind"), "action", ACTIONS),
        word_filter(_("because of"), "trigger", TRIGGERS),
        word_filter(_("language"), "language", LANGUAGES),
    )
    search_fields = ("title", "name")
    # What waits has no time of decision: it comes first, the oldest at the top.
    ordering = (F("decided_at").desc(nulls_first=True), "created_at")
    actions = ("approve_selected",)
    page_template = "evolution/review.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related(*PEOPLE).defer("content")

    def page_context(self, request: HttpRequest, row: Proposal) -> dict[str, Any]:
        claim = claim_context(row, membership_of(request))
        return {"title": row.title, **review_context(row), **claim}

    def get_urls(self) -> list[URLPattern]:
        gate = self.admin_site.admin_view(self.judge)
        return [path("<path:object_id>/gate/", gate, name=GATE_PAGE), *super().get_urls()]

    def judge(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show what the gate says of the text in the form, as a piece of the page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.has_review_permission(request):
            raise PermissionDenied
        row = self.get_object(request, unquote(object_id))
        form = DecisionForm(request.POST)
        if row is None or not form.is_valid():
            raise Http404
        findings = explain(judge_text(row, form.cleaned_data["content"]))
        return render(request, "evolution/gate.html", {"findings": findings})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object(request, unquote(object_id)) if request.method == "POST" else None
        if row is None:
            return super().change_view(request, object_id, form_url, extra_context)
        return self.decide(request, row)

    def decide(self, request: HttpRequest, row: Proposal) -> HttpResponse:
        """Carry out what the page's form asks for, or show it again with why not."""
        if not self.has_review_permission(request):
            raise PermissionDenied
        form = DecisionForm(request.POST)
        if not form.is_valid():
            problem = {"detail": " ".join(str(one[0]) for one in form.errors.values())}
            return self.show_again(request, row, request.POST.dict(), problem, status=400)
        asked = form.cleaned_data
        if asked["decision"] == "check":
            return self.show_again(request, row, asked, None, status=200)
        try:
            said = carry_out(row, asked, by=membership_of(request))
        except DomainError as error:
            return self.show_again(request, row, asked, refusal(error), status=error.status)
        self.message_user(request, said, messages.SUCCESS)
        following = row if asked["decision"] in STAYING else next_pending(row)
        if following is None:
            return redirect("admin:evolution_proposal_changelist")
        return redirect("admin:evolution_proposal_change", following.pk)

    def show_again(
        self,
        request: HttpRequest,
        row: Proposal,
        typed: dict[str, Any],
        problem: dict[str, str] | None,
        *,
        status: int,
    ) -> HttpResponse:
        """Show the page with what was typed, and what speaks against it beside the form."""
        fresh = self.get_object(request, str(row.pk)) or row
        context = self.page_context(request, fresh) | typed_context(fresh, typed)
        return self.page(request, fresh, context | {"problem": problem}, status=status)

    @admin.action(description=_("Approve selected proposals"), permissions=["review"])
    def approve_selected(self, request: HttpRequest, queryset: QuerySet[Proposal]) -> None:
        for proposal in queryset:
            try:
                asked = {"decision": "approve", "note": ""}
                said = carry_out(proposal, asked, by=membership_of(request))
                self.message_user(request, said, messages.SUCCESS)
            except DomainError as error:
                why = refusal(error)
                said = gettext("“%(title)s” was left as it is: %(why)s")
                words = {"title": proposal.title, "why": f"{why['intro']} {why['detail']}".strip()}
                self.message_user(request, said % words, messages.ERROR)
