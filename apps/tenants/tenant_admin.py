"""What every page of the admin over a tenant's rows has in common: its walls and its manners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib.admin import ShowFacets
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.paginator import InfinitePaginator

from apps.tenants.admin_site import grants_of, member_of
from apps.tenants.grants import Grant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.contrib.admin import ModelAdmin
    from django.db.models import Model
    from django.http import HttpRequest, HttpResponse
    from django_stubs_ext import StrOrPromise

    from apps.tenants.admin_columns import Column
    from apps.tenants.authentication import Principal
    from apps.tenants.models import Membership, Tenant

    Admin = ModelAdmin[Any]
else:
    from unfold.admin import ModelAdmin as Admin

Endless = InfinitePaginator


def principal_of(request: HttpRequest) -> Principal:
    """Give the member who asks; nobody else gets past this."""
    principal = member_of(request)
    if principal is None:
        raise PermissionDenied
    return principal


def membership_of(request: HttpRequest) -> Membership:
    """Give the membership in whose name a verb is called."""
    membership = principal_of(request).membership
    if membership is None:
        raise PermissionDenied
    return membership


class TenantAdmin(Admin):
    """Rows of the active tenant, to look at; a subclass opens what a verb exists for.

    `plural` titles the list, `facts` are what a row's page states, `sight` is the grant that
    shows both. Nothing is deleted here, and the log is the tenant's audit log, not Django's.
    """

    plural: StrOrPromise = ""
    sight: Grant = Grant.READ
    facts: Sequence[Column] = ()
    page_template = "admin/page.html"
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    list_fullwidth = True
    list_disable_select_all = True
    actions: Any = ()

    def rows(self, tenant: Tenant) -> Any:
        """Give the tenant's rows without the columns that no page shows."""
        return self.model.objects.for_tenant(tenant)

    def page_context(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """Give what the page of one row shows beside its facts."""
        return {}

    def get_queryset(self, request: HttpRequest) -> Any:
        return self.rows(principal_of(request).tenant).order_by(*self.get_ordering(request))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.sight in grants_of(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_review_permission(self, request: HttpRequest) -> bool:
        """Tell whether the person decides proposals, for actions that ask for it."""
        return Grant.REVIEW in grants_of(request)

    def has_admin_permission(self, request: HttpRequest) -> bool:
        """Tell whether the person administers the tenant, for actions that ask for it."""
        return Grant.ADMIN in grants_of(request)

    def crumbs(self, here: StrOrPromise = "") -> list[tuple[StrOrPromise, str]]:
        """Say where a page is: the list, and the row when there is one."""
        way = f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist"
        return [(self.plural, reverse(way)), *([(here, "")] if here else [])]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        own = {"title": self.plural, "crumbs": self.crumbs()}
        return super().changelist_view(request, own | (extra_context or {}))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        row = self.get_object(request, unquote(object_id))
        if row is None:
            return self.explain_absence(request, object_id)
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        return self.page(request, row, self.page_context(request, row))

    def explain_absence(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Say that there is no such row, in this tenant, on the first page."""
        absence = self._get_obj_does_not_exist_redirect  # type: ignore[attr-defined]  # not in the stubs
        return cast("HttpResponse", absence(request, self.opts, object_id))

    def page(
        self, request: HttpRequest, row: Model, context: dict[str, Any], *, status: int = 200
    ) -> TemplateResponse:
        """Show one row: its facts and what the model's own template adds."""
        facts = [(fact.short_description, fact(row)) for fact in self.facts]  # type: ignore[attr-defined]  # set by column()
        title = context.get("title") or str(row)
        own = {
            **self.admin_site.each_context(request),
            "title": title,
            "crumbs": self.crumbs(title),
            "row": row,
            "facts": facts,
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(request, self.page_template, own | context, status=status)

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        return None

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        return None
