"""The admin's pages of schedules, their proposals and firings, and of holidays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from apps.errors import DomainError
from apps.scheduling.may_target import may_target
from apps.scheduling.models import Holiday, Schedule, ScheduleProposal, ScheduleRun
from apps.scheduling.schedule_page import (
    ScheduleForm,
    decide_on,
    explain,
    next_time,
    preview_context,
    read_typed,
    reader_language,
    say_schedule,
    schedule_context,
)
from apps.scheduling.schedule_words import (
    LAYERS,
    MISFIRES,
    OVERLAPS,
    RUN_STATES,
    SENTENCES,
    STATUSES,
    TARGETS,
    VERDICTS,
)
from apps.tenants.admin_columns import NOTHING, column, titled
from apps.tenants.admin_filters import word_filter
from apps.tenants.tenant_admin import Endless, TenantAdmin, membership_of, principal_of
from apps.tenants.translate_sentence import translate_sentence

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from apps.tenants.models import Tenant


def _title(schedule: Any) -> str:
    return str(schedule)


def _detail(run: Any) -> str:
    return translate_sentence(run.detail, SENTENCES) if run.detail else NOTHING


def _pause_reason(schedule: Any) -> str:
    said = schedule.pause_reason
    return translate_sentence(said, SENTENCES) if said else NOTHING


def _readings(proposal: Any) -> str:
    said = [one["description"][reader_language()] for one in proposal.readings]
    return "\n".join(said) or proposal.reason or NOTHING


@admin.register(Schedule)
class ScheduleAdmin(TenantAdmin):
    """Confirmed schedules; owners of them and administrators pause, fire and change them."""

    plural = _("Schedules")
    facts = (
        titled(_("schedule"), _title),
        titled(_("when"), say_schedule),
        titled(_("next"), next_time, ordering="next_run_at"),
        column(_("time zone"), "timezone"),
        column(_("state"), "status", words=STATUSES),
        column(_("for"), "end_user.external_id"),
        column(_("sets off"), "target", words=TARGETS),
        titled(_("why it rests"), _pause_reason),
        column(_("task"), "task"),
        column(_("which"), "target_ref"),
        column(_("fired"), "fired"),
        column(_("what was missed fires"), "misfire", words=MISFIRES),
        column(_("a firing during another"), "overlap", words=OVERLAPS),
        column(_("owner"), "owner.user.email"),
        column(_("made by"), "created_by"),
        column(_("made"), "created_at", is_sortable=True),
        column(_("tags"), "tags"),
    )
    list_display = facts[:7]
    list_filter = (
        word_filter(_("state"), "status", STATUSES),
        word_filter(_("sets off"), "target", TARGETS),
    )
    search_fields = ("name", "task", "end_user__external_id__exact")
    ordering = ("-created_at", "-pk")
    paginator = Endless
    page_template = "admin/schedule.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("tenant", "end_user", "owner__user")

    def page_context(self, request: HttpRequest, row: Schedule) -> dict[str, Any]:
        return {**schedule_context(row), "may_decide": self.may_decide(request, row)}

    def may_decide(self, request: HttpRequest, row: Schedule) -> bool:
        """Tell whether the person may change this schedule: an administrator, or its owner."""
        mine = membership_of(request).pk
        is_own = mine in (row.owner_id, row.end_user.membership_id if row.end_user else None)
        return is_own or self.has_admin_permission(request)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object(request, unquote(object_id)) if request.method == "POST" else None
        if row is None:
            return super().change_view(request, object_id, form_url, extra_context)
        if not self.may_decide(request, row):
            raise PermissionDenied
        return self.decide(request, row)

    def decide(self, request: HttpRequest, row: Schedule) -> HttpResponse:
        """Do what the page's form asks for, or show the page again with why not."""
        form = ScheduleForm(request.POST)
        if not form.is_valid():
            detail = " ".join(str(one[0]) for one in form.errors.values())
            return self.refuse(request, row, detail, 400)
        asked = form.cleaned_data
        try:
            if asked["decision"] == "preview":
                spec = replace(read_typed(asked), skips_holidays=row.skips_holidays)
                shown = {"preview": preview_context(spec, row.tenant)}
                return TemplateResponse(request, "scheduling/preview.html", shown)
            if asked["decision"] in ("edit", "run"):
                may_target(principal_of(request), row.target)
            said = decide_on(row, asked, by=principal_of(request).name)
        except DomainError as error:
            return self.refuse(request, row, explain(error), error.status)
        self.message_user(request, said, messages.SUCCESS)
        return redirect("admin:scheduling_schedule_change", row.pk)

    def refuse(self, request: HttpRequest, row: Schedule, detail: str, status: int) -> HttpResponse:
        """Say why not: beside the preview, or on the page with what was typed still in it."""
        problem = {"detail": detail}
        if request.POST.get("decision") == "preview":
            shown = {"problem": problem}
            return TemplateResponse(request, "scheduling/preview.html", shown)
        kept = self.get_queryset(request).get(pk=row.pk)
        context = self.page_context(request, kept)
        if request.POST.get("decision") == "edit":
            context["typed"] = request.POST
        return self.page(request, kept, context | {"problem": problem}, status=status)


@admin.register(ScheduleRun)
class ScheduleRunAdmin(TenantAdmin):
    """Firings, with those that were missed or left out."""

    plural = _("Firings")
    facts = (
        column(_("schedule"), "schedule"),
        column(_("due"), "scheduled_for", is_sortable=True),
        column(_("state"), "state", words=RUN_STATES),
        column(_("tries"), "attempts"),
        column(_("by hand"), "by_hand"),
        column(_("ended"), "finished_at"),
        titled(_("detail"), _detail),
        column(_("begun"), "started_at"),
        column(_("next try"), "not_before"),
        column(_("idempotency key"), "idempotency_key"),
        column(_("result"), "result"),
    )
    list_display = facts[:7]
    list_filter = (word_filter(_("state"), "state", RUN_STATES),)
    ordering = ("-scheduled_for", "-pk")
    paginator = Endless

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("schedule")


@admin.register(ScheduleProposal)
class ScheduleProposalAdmin(TenantAdmin):
    """What was said and understood, and whether anybody said yes to it."""

    plural = _("Schedule proposals")
    facts = (
        column(_("words"), "text"),
        column(_("understood as"), "verdict", words=VERDICTS),
        titled(_("readings"), _readings),
        column(_("said"), "created_at", is_sortable=True),
        column(_("confirmed"), "confirmed_at"),
        column(_("for"), "end_user.external_id"),
        column(_("time zone"), "timezone"),
        column(_("task"), "task"),
        column(_("reason"), "reason"),
        column(_("read by"), "layer", words=LAYERS),
        column(_("waits until"), "expires_at"),
        column(_("replaced"), "replaced_at"),
        column(_("session"), "session_id"),
        column(_("said by"), "created_by"),
    )
    list_display = facts[:6]
    list_filter = (word_filter(_("understood as"), "verdict", VERDICTS),)
    ordering = ("-created_at", "-pk")
    paginator = Endless

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("end_user").defer("token_digest")


@admin.register(Holiday)
class HolidayAdmin(TenantAdmin):
    """Days on which the team does not work; the API sets them."""

    plural = _("Holidays")
    facts = (
        column(_("day"), "day", is_sortable=True),
        column(_("name"), "name"),
    )
    list_display = facts
    ordering = ("day",)
