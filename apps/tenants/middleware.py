"""Every view runs inside one transaction of one tenant, or without any tenant's rows.

One with `opens_own_transactions` knows who asks, and enters the tenant by itself.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import structlog
from django.db import OperationalError, connection, transaction

from apps.tenants.authentication import (
    ACTIVE_TENANT,
    Principal,
    principal_of_key,
    principal_of_person,
)
from apps.tenants.models import User

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

WITHOUT_TENANT = ("/healthz", "/readyz", "/metrics", "/static/")


class TenantMiddleware:
    """Find the principal, enter its tenant, and run the view and its rendering inside."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        request.principal = None  # type: ignore[attr-defined]  # read by DoorAuthentication
        if request.path.startswith(WITHOUT_TENANT):
            return None
        answer = partial(view, request, *args, **kwargs)
        # A view that may ask a model holds no transaction while it does, see llm/ledger.py.
        is_apart = getattr(getattr(view, "cls", None), "opens_own_transactions", False)
        run = partial(_run_apart if is_apart else _run, request, answer)
        if "Authorization" not in request.headers:
            return run()
        # A key is looked up first of all: that is a check of the connection as good as any.
        before = connection.connection
        connection.health_check_done = True  # type: ignore[attr-defined]  # not in the stubs
        try:
            return run()
        except OperationalError:
            if request.principal or connection.connection is before:  # type: ignore[attr-defined]
                raise
            return run()


def _run(request: HttpRequest, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    with transaction.atomic():
        _admit(request)
        response = view()
        # Lazy responses read the database while they render: do it before the wall closes.
        if hasattr(response, "render") and not getattr(response, "is_rendered", True):
            response = response.render()
        return response


def _run_apart(request: HttpRequest, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    with transaction.atomic():
        _admit(request)
    return view()


def _admit(request: HttpRequest) -> None:
    principal = _find_principal(request)
    request.principal = principal  # type: ignore[attr-defined]
    if principal is not None:
        structlog.contextvars.bind_contextvars(tenant=principal.tenant.slug)


def _find_principal(request: HttpRequest) -> Principal | None:
    header = request.headers.get("Authorization", "")
    if header:
        return principal_of_key(header)
    if isinstance(request.user, User) and request.user.is_authenticated:
        return principal_of_person(request.user, request.session.get(ACTIVE_TENANT))
    return None
