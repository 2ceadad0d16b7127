"""The admin's pages of skills, of every text they ever had, and of what was given to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.errors import DomainError
from apps.evolution.change_page import (
    ChangeForm,
    carry_out_change,
    change_problem,
    possible_changes,
    possible_policies,
    pull_commands,
)
from apps.evolution.domain.text_diff import unified_diff
from apps.evolution.domain.trust import may_be_recommended
from apps.evolution.improvement_page import improvement_lines
from apps.evolution.models import Layer, Proposal, SkillVersion
from apps.evolution.note_lift import is_harmful
from apps.evolution.review_text import as_page, diff_lines
from apps.evolution.review_words import (
    ACTIONS,
    CHANGE_POLICIES,
    LANGUAGES,
    LAYERS,
    SKILL_STATUSES,
    STATUSES,
)
from apps.evolution.skill_files import digests_of
from apps.evolution.skill_use_page import use_context
from apps.tenants.admin_columns import column, shown, titled
from apps.tenants.admin_filters import word_filter
from apps.tenants.tenant_admin import Endless, TenantAdmin, membership_of, principal_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from apps.evolution.models import Skill
    from apps.tenants.models import Tenant

MOST_VERSIONS = 100


class ChangeableAdmin(TenantAdmin):
    """A page from which a reviewer changes what is served, with a reason."""

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object(request, unquote(object_id)) if request.method == "POST" else None
        if row is None:
            return super().change_view(request, object_id, form_url, extra_context)
        if not self.has_review_permission(request):
            raise PermissionDenied
        return self.carry_out(request, row)

    def carry_out(self, request: HttpRequest, row: Any) -> HttpResponse:
        """Do what the page's form asks for and show the skill, or the page again with why not."""
        form = ChangeForm(request.POST)
        if not form.is_valid():
            problem = {"detail": " ".join(str(one[0]) for one in form.errors.values())}
            return self.show_again(request, row, problem, status=400)
        asked, (skill, version) = form.cleaned_data, self.aim(row)
        try:
            said = carry_out_change(
                skill,
                asked["change"],
                by=membership_of(request),
                reason=asked["reason"],
                version=version,
            )
        except DomainError as error:
            return self.show_again(request, row, change_problem(error), status=error.status)
        self.message_user(request, said, messages.SUCCESS)
        return redirect("admin:evolution_skill_change", skill.pk)

    def aim(self, row: Any) -> tuple[Skill, str]:
        """Give the skill that a row's page changes, and the version it would go back to."""
        return row, ""

    def show_again(
        self, request: HttpRequest, row: Any, problem: dict[str, str], *, status: int
    ) -> HttpResponse:
        typed = {"problem": problem, "reason": request.POST.get("reason", "")}
        return self.page(request, row, self.page_context(request, row) | typed, status=status)


def _trust(skill: Any) -> str:
    """Tell the trust in a skill, and whether it is put before others.

    `is_harmful` comes with the list's own query.
    """
    may_be = may_be_recommended(trust=skill.trust, uses=skill.uses, status=skill.status)
    if not may_be or skill.is_harmful:
        return shown(skill.trust)
    return f"{shown(skill.trust)} · {gettext('recommended')}"


class SkillAdmin(ChangeableAdmin):
    """Approved skills, as they are served."""

    plural = _("Skills")
    facts = (
        column(_("title"), "title"),
        column(_("name"), "name"),
        column(_("version"), "current.version"),
        column(_("beta"), "beta.version"),
        column(_("state"), "status", words=SKILL_STATUSES),
        column(_("origin"), "layer", words=LAYERS),
        titled(_("trust"), _trust, ordering="trust"),
        column(_("uses"), "uses", is_sortable=True),
        column(_("changed"), "updated_at", is_sortable=True),
        column(_("language"), "language", words=LANGUAGES),
        column(_("pinned"), "pinned"),
        column(_("changes"), "change_policy", words=CHANGE_POLICIES),
        column(_("description"), "description"),
        column(_("tools"), "tools"),
        column(_("triggers"), "triggers"),
    )
    list_display = facts[:9]
    list_filter = (
        word_filter(_("state"), "status", SKILL_STATUSES),
        word_filter(_("origin"), "layer", LAYERS),
        word_filter(_("language"), "language", LANGUAGES),
    )
    search_fields = ("name", "title", "description")
    ordering = ("-updated_at",)
    page_template = "admin/skill.html"

    def rows(self, tenant: Tenant) -> Any:
        found = super().rows(tenant).without_vectors().select_related("current", "beta")
        found = found.annotate(is_harmful=is_harmful())
        return found.defer("words", "current__content", "beta__content")

    def page_context(self, request: HttpRequest, row: Skill) -> dict[str, Any]:
        tenant = principal_of(request).tenant
        versions = SkillVersion.objects.for_tenant(tenant).filter(skill=row).defer("content")
        proposals = Proposal.objects.for_tenant(tenant).filter(skill=row).defer("content")
        may, text = self.has_review_permission(request), row.current or row.beta
        return {
            "title": row.title,
            "changes": possible_changes(row) if may else [],
            "policies": possible_policies(row) if may else [],
            "improvements": improvement_lines(row),
            "text": as_page(text.content) if text else "",
            **use_context(row),
            "pull_commands": pull_commands(row, request.build_absolute_uri("/").rstrip("/")),
            "versions": list(versions.order_by("-created_at")[:MOST_VERSIONS]),
            "proposals": [
                (one, ACTIONS.get(one.action, one.action), STATUSES.get(one.status, one.status))
                for one in proposals.order_by("-created_at")[:MOST_VERSIONS]
            ],
        }


class SkillVersionAdmin(ChangeableAdmin):
    """Every text that a skill ever had."""

    plural = _("Skill versions")
    facts = (
        column(_("skill"), "skill.name"),
        column(_("version"), "version"),
        column(_("approved by"), "approved_by"),
        column(_("since"), "created_at", is_sortable=True),
        column(_("SHA-256"), "digest"),
    )
    list_display = facts[:4]
    search_fields = ("skill__name", "approved_by")
    ordering = ("-created_at",)
    page_template = "admin/skill_version.html"

    def rows(self, tenant: Tenant) -> Any:
        found = super().rows(tenant).select_related("skill").defer("content")
        return found.defer("content", "skill__embedding", "skill__words")

    def page_context(self, request: HttpRequest, row: SkillVersion) -> dict[str, Any]:
        current = row.skill.current
        labels = {"old": row.version, "new": current.version if current else ""}
        served = current.content if current and current.pk != row.pk else row.content
        is_current = current is not None and row.pk in {current.pk, current.restores_id}
        may = self.has_review_permission(request) and not is_current
        return {
            "may_roll_back": may and row.skill.layer != Layer.BUILTIN,
            "files": digests_of(row),
            "title": f"{row.skill.name} {row.version}",
            "text": as_page(row.content),
            "is_current": current is not None and current.pk == row.pk,
            "diff": diff_lines(unified_diff(row.content, served, **labels)),
            "current": current,
        }

    def aim(self, row: SkillVersion) -> tuple[Skill, str]:
        return row.skill, row.version


def _item(serving: Any) -> str:
    return serving.skill.name if serving.skill else str(serving.experience)


class ServingAdmin(TenantAdmin):
    """What was given to which session, or withheld from it."""

    plural = _("Servings")
    facts = (
        titled(_("item"), _item),
        column(_("session"), "session_id"),
        column(_("similarity"), "similarity"),
        column(_("withheld"), "withheld"),
        column(_("when"), "served_at"),
    )
    list_display = facts
    search_fields = ("session_id__exact", "skill__name__exact")
    search_help_text = _("The whole id of the session, or the whole name of the skill")
    ordering = ("-pk",)
    paginator = Endless

    def rows(self, tenant: Tenant) -> Any:
        found = super().rows(tenant).select_related("skill", "experience")
        heavy = ("embedding", "words")
        return found.defer(
            *(f"skill__{name}" for name in heavy),
            *(f"experience__{name}" for name in heavy),
            "experience__context_embedding",
        )
