"""The door: who is asking, for which tenant, and what that lets them do."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import orjson
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import BasePermission

from apps.errors import DomainError
from apps.tenants.grants import BY_ROLE, BY_SCOPE, Grant
from apps.tenants.isolation import enter_tenant, leave_tenant, reveal_person
from apps.tenants.models import ApiKey, Membership, Tenant, User
from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request
    from rest_framework.views import APIView

KEY_PATTERN = re.compile(r"jm_([a-z]{1,16})_([0-9a-f]{32})_([0-9a-f]{48})")
SCHEME = re.compile(r"\s*bearer\s+", re.IGNORECASE)  # RFC 9110: in any case
LAST_USED_PRECISION = timedelta(minutes=1)
ACTIVE_TENANT = "active_tenant"


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks: a key or a member of one tenant, and what they may do there."""

    tenant: Tenant
    name: str
    grants: frozenset[Grant]
    membership: Membership | None = None
    key: ApiKey | None = None

    is_authenticated = True

    @property
    def member(self) -> Membership | None:
        """The member who asks, or who made the key that does and is still there."""
        return self.membership or (self.key.created_by if self.key else None)

    @property
    def pk(self) -> str:
        """The id that rate limits count by."""
        return str(self.key.pk if self.key else self.membership.pk if self.membership else "")


def principal_of(request: Request) -> Principal:
    """Who asks, in a view that `HasGrant` guards."""
    return cast("Principal", request.user)


def acting_member(request: Request) -> Membership:
    """Give the member in whose name something is decided; raises `no_reviewer`."""
    member = principal_of(request).member
    if member is None:
        raise DomainError("no_reviewer", "The member who made this key has left.")
    return member


def principal_of_key(header: str) -> Principal | None:
    """Let a key in and enter its tenant; None for a malformed, unknown or dead one."""
    match = KEY_PATTERN.fullmatch(SCHEME.sub("", header).strip())
    if match is None:
        return None
    scope, key_id, secret = match.groups()
    key = _turn_key(uuid.UUID(key_id), scope, ApiKey.digest(secret))
    now = timezone.now()
    if key is None:
        return None
    if not (key.is_usable(now) and key.tenant.is_active):
        leave_tenant()
        return None
    _note_use(key, now)
    return Principal(key.tenant, f"key:{key.name}", BY_SCOPE[key.scope], key=key)


def _turn_key(key_id: uuid.UUID, scope: str, digest: str) -> ApiKey | None:
    """Read a key with its tenant and enter that tenant, in the one round trip of every request.

    The digests are compared where they lie: how long that takes tells nothing about the secret.
    """
    _, rows = ask((_REVEAL, [str(key_id)]), (_TURN, [key_id, scope, digest]))
    if not rows:
        return None
    row = rows[0]
    key = ApiKey.from_db("default", _KEY_COLUMNS, row[: len(_KEY_COLUMNS)])
    tenant = list(row[len(_KEY_COLUMNS) : -1])
    tenant[_SETTINGS] = orjson.loads(tenant[_SETTINGS])
    key.tenant = Tenant.from_db("default", _TENANT_COLUMNS, tenant)
    return key


_KEY_COLUMNS = [column.attname for column in ApiKey._meta.concrete_fields]
_TENANT_COLUMNS = [column.attname for column in Tenant._meta.concrete_fields]
_SETTINGS = _TENANT_COLUMNS.index("settings")
_REVEAL = "SELECT set_config('app.key', %s, true)"
_TURN = (
    f"SELECT {', '.join('k.' + name for name in _KEY_COLUMNS)}, "  # noqa: S608 - our own names
    f"{', '.join('t.' + name for name in _TENANT_COLUMNS)}, "
    "set_config('app.tenant', k.tenant_id::text, true) "
    "FROM tenants_apikey k JOIN tenants_tenant t ON t.id = k.tenant_id "
    "WHERE k.id = %s AND k.scope = %s AND k.secret_digest = %s"
)


def _note_use(key: ApiKey, now: datetime) -> None:
    """Keep `last_used_at` true to the minute, without a write on every request."""
    if key.last_used_at is None or now - key.last_used_at > LAST_USED_PRECISION:
        mine = ApiKey.objects.for_tenant(key.tenant).filter(pk=key.pk)
        # Whoever notes it holds the row until the request is over: the others do not wait.
        free = mine.select_for_update(skip_locked=True).values("pk")
        ApiKey.objects.for_tenant(key.tenant).filter(pk__in=free).update(last_used_at=now)


def principal_of_person(user: User, wanted: str | None) -> Principal | None:
    """Enter the tenant a logged-in person chose, else their first; None without a membership."""
    reveal_person(user.pk)
    mine = Membership.objects.select_related("tenant", "user").filter(
        user=user, tenant__is_active=True
    )
    ordered = sorted(mine, key=lambda one: (str(one.tenant_id) != wanted, one.created_at))
    if not ordered:
        return None
    member = ordered[0]
    enter_tenant(member.tenant_id)
    return Principal(member.tenant, user.email, BY_ROLE[member.role], membership=member)


class DoorAuthentication(BaseAuthentication):
    """Hand DRF the principal that the middleware found; browser sessions need a CSRF token."""

    def authenticate(self, request: Request) -> tuple[Principal, None] | None:
        inner = request._request
        principal = cast("Principal | None", getattr(inner, "principal", None))
        if principal is None:
            if request.headers.get("Authorization"):
                raise AuthenticationFailed("The API key is unknown, revoked or expired.")
            return None
        if principal.key is None:
            _enforce_csrf(inner)
        return principal, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _no_response(_: HttpRequest) -> HttpResponseBase:
    """Stand where Django expects the next middleware: only the check's verdict counts."""
    return HttpResponse()


def _enforce_csrf(request: HttpRequest) -> None:
    check = CSRFCheck(_no_response)
    check.process_request(request)
    reason = check.process_view(request, _no_response, (), {})
    if reason:
        raise PermissionDenied(f"CSRF: {reason}")


class HasGrant(BasePermission):
    """Admit who holds the grant that the view declares for the method in `grants`."""

    message = "This key or role may not do that."

    def has_permission(self, request: Request, view: APIView) -> bool:
        declared: dict[str, Any] = getattr(view, "grants", {})
        method = request.method or "GET"
        wanted = declared.get("GET" if method in {"HEAD", "OPTIONS"} else method)
        if wanted is None:
            return request.method == "OPTIONS"
        if wanted == Grant.OPEN:
            return True
        principal = request.user
        return isinstance(principal, Principal) and wanted in principal.grants
