"""The admin's pages of what happened: sessions, runs with their steps, compressed ones, imports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models.functions import Left
from django.utils.translation import gettext_lazy as _

from apps.tenants.admin_columns import column, duration, titled
from apps.tenants.admin_filters import AgentFilter, word_filter
from apps.tenants.tenant_admin import Endless, TenantAdmin
from apps.trajectories.admin_words import (
    COMPLEXITIES,
    IMPORT_STATUSES,
    OUTCOMES,
    SATISFACTIONS,
    SCORE_SOURCES,
    SESSION_STATUSES,
    STEP_STATUSES,
    STEP_TYPES,
    TRAJECTORY_STATUSES,
    score_lines,
)
from apps.trajectories.models import CompressedTrajectory, Import, Session, Step, Trajectory

if TYPE_CHECKING:
    from django.http import HttpRequest

    from apps.tenants.models import Tenant

MOST_STEPS = 200
MOST_RUNS = 100
SAID_CHARACTERS = 600
LISTED_CHARACTERS = 120


def _request(run: Any) -> str:
    """The request on a list: its first words on one line."""
    line = " ".join(run.asked.split())
    if not line:
        return f"({run.pk})"
    return line if len(line) <= LISTED_CHARACTERS else f"{line[: LISTED_CHARACTERS - 1]}…"


@admin.register(Session)
class SessionAdmin(TenantAdmin):
    """Conversations of agents."""

    plural = _("Sessions")
    facts = (
        column(_("ID at the agent"), "external_id"),
        column(_("agent"), "agent.name"),
        column(_("person"), "end_user.external_id"),
        column(_("state"), "status", words=SESSION_STATUSES),
        column(_("runs"), "trajectory_count"),
        column(_("score"), "score"),
        column(_("began"), "started_at", is_sortable=True),
        column(_("ended"), "ended_at"),
        column(_("learned from"), "learned_at"),
        column(_("why learning failed"), "learning_error"),
        column(_("source"), "source"),
    )
    list_display = facts[:8]
    list_filter = (word_filter(_("state"), "status", SESSION_STATUSES), AgentFilter)
    search_fields = ("external_id__startswith",)
    search_help_text = _("The beginning of the session's id")
    ordering = ("-started_at",)
    paginator = Endless
    page_template = "admin/session.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("agent", "end_user")

    def page_context(self, request: HttpRequest, row: Session) -> dict[str, Any]:
        runs = Trajectory.objects.for_tenant(row.tenant).filter(session=row).without_search()
        shown = list(runs.order_by("started_at").annotate(asked=Left("intent", 300))[:MOST_RUNS])
        compressed = CompressedTrajectory.objects.for_tenant(row.tenant).filter(session=row)
        return {
            "runs": [(run, _request(run), OUTCOMES.get(run.outcome, "")) for run in shown],
            "compressed": compressed.first(),
        }


@admin.register(Trajectory)
class TrajectoryAdmin(TenantAdmin):
    """Runs: one request and all that was done for it."""

    plural = _("Trajectories")
    facts = (
        column(_("agent"), "agent.name"),
        column(_("person"), "end_user.external_id"),
        column(_("state"), "status", words=TRAJECTORY_STATUSES),
        column(_("outcome"), "outcome", words=OUTCOMES),
        column(_("score"), "score"),
        column(_("judged by"), "score_source", words=SCORE_SOURCES),
        column(_("satisfaction"), "satisfaction", words=SATISFACTIONS),
        column(_("complexity"), "complexity", words=COMPLEXITIES),
        column(_("tool calls"), "tool_count"),
        column(_("errors"), "error_count"),
        titled(_("duration"), lambda run: duration(run.duration_ms)),  # type: ignore[attr-defined]  # of a Trajectory
        column(_("tokens in"), "input_tokens"),
        column(_("tokens out"), "output_tokens"),
        column(_("began"), "started_at"),
        column(_("tags"), "tags"),
        column(_("taught the skill"), "synthesized_skill"),
    )
    list_display = (
        titled(_("request"), _request),
        column(_("began"), "started_at", is_sortable=True),
        column(_("agent"), "agent.name"),
        column(_("person"), "end_user.external_id"),
        column(_("tool calls"), "tool_count"),
        column(_("outcome"), "outcome", words=OUTCOMES),
        column(_("score"), "score"),
        column(_("judged by"), "score_source", words=SCORE_SOURCES),
    )
    list_filter = (
        word_filter(_("outcome"), "outcome", OUTCOMES),
        word_filter(_("state"), "status", TRAJECTORY_STATUSES),
        word_filter(_("complexity"), "complexity", COMPLEXITIES),
        word_filter(_("judged by"), "score_source", SCORE_SOURCES),
        AgentFilter,
    )
    search_fields = ("intent",)
    search_help_text = _("Words of the request or the reply")
    ordering = ("-started_at",)
    paginator = Endless
    page_template = "admin/trajectory.html"

    def rows(self, tenant: Tenant) -> Any:
        rows = super().rows(tenant).select_related("agent", "end_user", "session")
        return rows.defer("search", "intent_vector", "intent", "final_response").annotate(
            asked=Left("intent", 300)
        )

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        """Search by the stored words, as the API does."""
        return (queryset.with_words(search_term) if search_term else queryset), False

    def page_context(self, request: HttpRequest, row: Trajectory) -> dict[str, Any]:
        steps = Step.objects.of_trajectory(row).defer("args", "result", "metadata", "text")
        first = list(steps.annotate(said=Left("text", SAID_CHARACTERS))[: MOST_STEPS + 1])
        return {
            "lines": score_lines(row.score_lines),
            "steps": [_step(step) for step in first[:MOST_STEPS]],
            "most_steps": MOST_STEPS,
            "has_more": len(first) > MOST_STEPS,
        }


def _step(step: Any) -> dict[str, Any]:
    """A step as the page shows it: what is in the columns, in words."""
    return {
        "row": step,
        "kind": STEP_TYPES.get(step.type, step.type),
        "state": STEP_STATUSES.get(step.status, step.status) if step.tool else "",
        "took": duration(step.duration_ms) if step.duration_ms is not None else "",
    }


@admin.register(CompressedTrajectory)
class CompressedTrajectoryAdmin(TenantAdmin):
    """Ended sessions, squeezed to what a learner needs."""

    plural = _("Compressed sessions")
    facts = (
        column(_("kind of request"), "request_type"),
        column(_("session"), "session.external_id"),
        column(_("outcome"), "outcome", words=OUTCOMES),
        column(_("steps"), "total_steps"),
        titled(_("duration"), lambda one: duration(one.total_duration_ms)),  # type: ignore[attr-defined]  # of a CompressedTrajectory
        column(_("tokens"), "total_tokens"),
        column(_("satisfaction"), "satisfaction_signal", words=SATISFACTIONS),
        column(_("tools"), "tools_used"),
    )
    list_display = facts[:7]
    list_filter = (word_filter(_("outcome"), "outcome", OUTCOMES),)
    search_fields = ("session__external_id__startswith", "request_type__exact")
    search_help_text = _("The beginning of the session's id, or the whole kind of request")
    ordering = ("-pk",)
    paginator = Endless
    page_template = "admin/compressed.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("session")


def _progress(one: Any) -> str:
    return f"{100 * one.read_bytes // one.total_bytes if one.total_bytes else 100} %"


@admin.register(Import)
class ImportAdmin(TenantAdmin):
    """Transcripts handed in for reading; their text is not shown."""

    plural = _("Imports")
    facts = (
        column(_("file"), "name"),
        column(_("format"), "format"),
        column(_("agent"), "agent"),
        column(_("state"), "status", words=IMPORT_STATUSES),
        titled(_("read"), _progress),
        column(_("events stored"), "accepted"),
        column(_("known before"), "duplicates"),
        column(_("lines with errors"), "error_count"),
        column(_("handed in"), "created_at"),
        column(_("finished"), "finished_at"),
        column(_("details"), "detail"),
        column(_("errors"), "errors"),
    )
    list_display = facts[:9]
    list_filter = (word_filter(_("state"), "status", IMPORT_STATUSES),)
    search_fields = ("name",)
    ordering = ("-created_at",)

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).defer("content")
