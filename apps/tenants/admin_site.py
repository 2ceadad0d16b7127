"""The admin as people enter it: reviewers and administrators, one tenant at a time."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, cast, override

from django.conf import settings
from django.http import Http404
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.csp import CSP
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_POST

from apps.tenants.authentication import ACTIVE_TENANT, Principal
from apps.tenants.grants import Grant
from apps.tenants.models import Membership, User

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.contrib.admin import AdminSite as UnfoldAdminSite
    from django.contrib.admin.forms import AdminAuthenticationForm as AuthenticationForm
    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase
    from django.urls import URLPattern, URLResolver

    View = Callable[..., HttpResponseBase]
else:
    from unfold.forms import AuthenticationForm
    from unfold.sites import UnfoldAdminSite

OPENS_ADMIN = frozenset({Grant.REVIEW, Grant.ADMIN})
# The theme's scripts evaluate expressions in attributes and set colours in a <style>.
ADMIN_CSP = cast("dict[str, list[str]]", settings.SECURE_CSP) | {
    "script-src": [CSP.SELF, CSP.UNSAFE_EVAL],
    "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],
}


def member_of(request: HttpRequest) -> Principal | None:
    """Find the logged-in member who asks; keys and outsiders are none."""
    principal = cast("Principal | None", getattr(request, "principal", None))
    is_member = principal is not None and principal.membership is not None
    return principal if is_member else None


def grants_of(request: HttpRequest) -> frozenset[Grant]:
    """Say what the person's role in the active tenant lets them do."""
    principal = member_of(request)
    return principal.grants if principal else frozenset()


def may_look(request: HttpRequest) -> bool:
    """Tell whether the person looks at the active tenant's rows."""
    return Grant.READ in grants_of(request)


def may_administer(request: HttpRequest) -> bool:
    """Tell whether the person administers the active tenant."""
    return Grant.ADMIN in grants_of(request)


def is_operator(request: HttpRequest) -> bool:
    """Tell whether the person runs the installation."""
    return isinstance(request.user, User) and request.user.is_superuser


def memberships_of(request: HttpRequest) -> list[Membership]:
    """List the active tenants that the person belongs to, by name."""
    if not isinstance(request.user, User):
        return []
    mine = Membership.objects.filter(user=request.user, tenant__is_active=True)
    return list(mine.select_related("tenant").order_by("tenant__name"))


class LoginForm(AuthenticationForm):
    """E-mail and password; no word of “staff”, as the role decides what opens."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": gettext_lazy("This e-mail address and password do not belong together."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail")


class TenantAdminSite(UnfoldAdminSite):
    """The admin site; every page of it but the login runs for a member with a fitting role."""

    login_form = LoginForm
    index_title = gettext_lazy("Overview")

    def has_permission(self, request: HttpRequest) -> bool:
        return not OPENS_ADMIN.isdisjoint(grants_of(request)) or is_operator(request)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        switch = csp_override(ADMIN_CSP)(require_POST(never_cache(self.switch_tenant)))
        return [path("tenant/", switch, name="switch_tenant"), *super().get_urls()]

    @override
    def admin_view(self, view: View, cacheable: bool = False) -> Any:
        opened = super().admin_view(view, cacheable)

        @wraps(opened)
        def enter(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            shut_out = request.user.is_authenticated and not self.has_permission(request)
            if not shut_out:
                return opened(request, *args, **kwargs)
            if request.path == reverse("admin:logout"):
                return view(request, *args, **kwargs)
            return self.explain_closed(request)

        return csp_override(ADMIN_CSP)(enter)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        if request.user.is_authenticated and not self.has_permission(request):
            answer: Any = self.explain_closed(request)
        else:
            answer = super().login(request, extra_context)
        answer._csp_config = ADMIN_CSP
        return answer

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return super().logout(request, {"member": None, **(extra_context or {})})

    def explain_closed(self, request: HttpRequest) -> TemplateResponse:
        """Say that the role does not open the admin, and where one could go instead."""
        context = {**self.each_context(request), "title": _("Your role does not open the admin")}
        return TemplateResponse(request, "admin/closed.html", context, status=403)

    def switch_tenant(self, request: HttpRequest) -> HttpResponse:
        """Make another tenant of the person the active one, for this session."""
        wanted = request.POST.get("tenant", "")
        if wanted not in {str(one.tenant_id) for one in memberships_of(request)}:
            raise Http404
        request.session[ACTIVE_TENANT] = wanted
        return redirect("admin:index")

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {
            **super().each_context(request),
            "member": member_of(request),
            "memberships": SimpleLazyObject(lambda: memberships_of(request)),
        }
