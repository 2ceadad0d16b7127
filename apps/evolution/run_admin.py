"""The admin's pages of tools, and of runs with their progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.errors import DomainError
from apps.evolution.models import Repeat
from apps.evolution.register_tool import deactivate_tool, secret_names
from apps.evolution.run_page import (
    RUN_SENTENCES,
    RUN_STATUSES,
    RunForm,
    decide_on_run,
    run_context,
)
from apps.evolution.start_run import ready_steps
from apps.tenants.admin_columns import column, shown, titled
from apps.tenants.admin_filters import word_filter
from apps.tenants.tenant_admin import Endless, TenantAdmin, membership_of
from apps.tenants.translate_sentence import translate_sentence

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse

    from apps.evolution.advance_run import ReadyStep
    from apps.evolution.models import PipelineRun, Tool
    from apps.tenants.admin_columns import Words
    from apps.tenants.models import Tenant

REPEATS: Words = {
    Repeat.KEY: _("harmless: it knows the key"),
    Repeat.SAFE: _("harmless"),
    Repeat.NEVER: _("a person decides"),
}


class ToolAdmin(TenantAdmin):
    """The tools that pipelines may call; the API registers and changes them."""

    plural = _("Tools")
    facts = (
        column(_("name"), "name", is_sortable=True),
        column(_("method"), "method"),
        column(_("address"), "url"),
        column(_("active"), "is_active"),
        column(_("a second call"), "repeat", words=REPEATS),
        column(_("changed"), "updated_at", is_sortable=True),
        column(_("description"), "description"),
        column(_("longest wait in seconds"), "timeout_s"),
        column(_("may be private"), "may_be_private"),
        column(_("headers"), "headers"),
        titled(_("sealed headers"), lambda tool: shown(secret_names(tool))),  # type: ignore[arg-type]  # of a Tool
        column(_("takes"), "input_schema"),
        column(_("answers"), "output_schema"),
    )
    list_display = facts[:6]
    search_fields = ("name", "description")
    ordering = ("name",)
    actions = ("deactivate_selected",)

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("tenant")

    @admin.action(description=_("Deactivate selected tools"), permissions=["review"])
    def deactivate_selected(self, request: HttpRequest, queryset: QuerySet[Tool]) -> None:
        for tool in queryset:
            deactivate_tool(tool, by=membership_of(request))
            said = gettext("“%(name)s” is deactivated.") % {"name": tool.name}
            self.message_user(request, said, messages.SUCCESS)


class PipelineRunAdmin(TenantAdmin):
    """Runs of pipelines, step by step; the page of one that runs reloads itself."""

    plural = _("Pipeline runs")
    facts = (
        column(_("pipeline"), "pipeline.name"),
        column(_("version"), "version.version"),
        column(_("state"), "status", words=RUN_STATUSES),
        column(_("begun"), "created_at", is_sortable=True),
        column(_("ended"), "finished_at", is_sortable=True),
        column(_("begun by"), "requested_by"),
        column(_("idempotency key"), "idempotency_key"),
        column(_("error"), "error"),
    )
    list_display = facts[:6]
    list_filter = (word_filter(_("state"), "status", RUN_STATUSES),)
    search_fields = ("pipeline__name__exact", "idempotency_key__exact")
    search_help_text = _("The whole name of the pipeline, or the whole key")
    ordering = ("-created_at", "-pk")
    paginator = Endless
    page_template = "admin/pipeline_run.html"

    def rows(self, tenant: Tenant) -> Any:
        rows = super().rows(tenant).select_related("tenant", "pipeline", "version")
        return rows.defer("version__content")

    def page_context(self, request: HttpRequest, row: PipelineRun) -> dict[str, Any]:
        return {**run_context(row), "may_decide": self.has_review_permission(request)}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object(request, unquote(object_id)) if request.method == "POST" else None
        if row is None:
            return super().change_view(request, object_id, form_url, extra_context)
        if not self.has_review_permission(request):
            raise PermissionDenied
        return self.decide(request, row)

    def decide(self, request: HttpRequest, row: PipelineRun) -> HttpResponse:
        """Do what the page's form asks for, or show the page again with why not."""
        form = RunForm(request.POST)
        if not form.is_valid():
            detail = " ".join(str(one[0]) for one in form.errors.values())
            return self.show_again(request, row, detail, status=400)
        try:
            said = decide_on_run(row, form.cleaned_data, by=membership_of(request).user.email)
        except DomainError as error:
            detail = translate_sentence(error.detail, RUN_SENTENCES)
            return self.show_again(request, row, detail, status=error.status)
        self.go_on(ready_steps(row))
        self.message_user(request, said, messages.SUCCESS)
        return redirect("admin:evolution_pipelinerun_change", row.pk)

    def go_on(self, steps: list[ReadyStep]) -> None:
        """Have what is ready carried out; unless an edge sends it, the sweep finds it."""

    def show_again(
        self, request: HttpRequest, row: PipelineRun, detail: str, *, status: int
    ) -> HttpResponse:
        context = self.page_context(request, row) | {"problem": {"detail": detail}}
        return self.page(request, row, context | {"is_running": False}, status=status)
