"""What a request may be: its size, its characters, and how many of it come in a minute."""

from __future__ import annotations

import threading
import time
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

import structlog
from django.conf import settings
from django.http import JsonResponse, QueryDict
from redis import Redis
from redis.exceptions import RedisError
from rest_framework.throttling import BaseThrottle

from apps.tenants.authentication import Principal
from apps.trajectories.domain.cleaning import REPLACEMENT

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request
    from rest_framework.views import APIView

log = structlog.get_logger(__name__)
WINDOW_SECONDS = 60
PATIENCE_S = 0.3
PARTS = 100
MOST_DIGITS = 18
NUL = "\x00"
LARGE_UPLOADS = ("/api/v1/imports",)


class RequestSizeMiddleware:
    """Refuse a body over the limit before it is read; the same limit on every route but imports.

    What lies outside the body, and may reach the database as well, is cleaned here.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        limit = _limit(request.path)
        length = _declared_bytes(request.headers.get("Content-Length", ""))
        if length > limit:
            detail = f"The body has {length:,} bytes; the limit is {limit:,}. Send less."
            return JsonResponse({"detail": detail, "code": "too_large"}, status=413)
        _replace_nul(request)
        return self.get_response(request)


def _declared_bytes(header: str) -> int:
    """Read a Content-Length; the web server refuses, or Django reads as 0, what is none."""
    is_number = header.isascii() and header.isdecimal()
    return int(header.lstrip("0")[:MOST_DIGITS] or 0) if is_number else 0


def _replace_nul(request: HttpRequest) -> None:
    """Replace NUL in path, query and cookies, as parsers do in bodies: no text column holds it."""
    request.path_info = request.path_info.replace(NUL, REPLACEMENT)
    query = request.META.get("QUERY_STRING", "")
    if NUL in unquote(query):
        clean = query.replace("%00", quote(REPLACEMENT)).replace(NUL, quote(REPLACEMENT))
        request.META["QUERY_STRING"], request.GET = clean, QueryDict(clean)
    for name, value in request.COOKIES.items():
        request.COOKIES[name] = value.replace(NUL, REPLACEMENT)


def _limit(path: str) -> int:
    large = path.startswith(LARGE_UPLOADS)
    return settings.ENV.max_import_bytes if large else settings.ENV.max_request_bytes


class Uses:
    """Uses of a minute over all processes: each counts its own and shares them in small parts.

    A part is a hundredth of the limit, so that a limit below 200 is exact, and one above is kept
    within a percent for each process, without asking the cache at every request.
    """

    def __init__(self, counter: Redis) -> None:
        self._counter = counter
        self._lock = threading.Lock()
        self._window = 0
        self._own: dict[str, int] = {}
        self._known: dict[str, int] = {}

    def add(self, who: str, window: int, *, limit: int) -> int:
        """Count one more use, and answer how many there are. Raises RedisError."""
        with self._lock:
            if window != self._window:
                self._window, self._own, self._known = window, {}, {}
            own = self._own.get(who, 0) + 1
            used = self._known.get(who, 0) + own
            is_due = own >= max(1, limit // PARTS) or used > limit
            self._own[who] = 0 if is_due else own
        return self._share(who, window, own) if is_due else used

    def _share(self, who: str, window: int, own: int) -> int:
        key = f"journeyman:rate:{who}:{window}"
        used = int(self._counter.incrby(key, own))
        if used == own:  # the first part says how long the count is kept
            self._counter.expire(key, WINDOW_SECONDS * 2)
        with self._lock:
            if window == self._window:
                self._known[who] = max(used, self._known.get(who, 0))
        return used


class PrincipalThrottle(BaseThrottle):
    """So many requests a minute for each key or member; without the cache nobody is held up."""

    wait_seconds: float | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        limit: int = settings.ENV.rate_limit_per_minute
        if not limit or not isinstance(request.user, Principal):
            return True
        now = time.time()
        window = int(now // WINDOW_SECONDS)
        try:
            used = _uses().add(str(request.user.pk), window, limit=limit)
        except RedisError:
            log.warning("rate_limit_unavailable")
            return True
        self.wait_seconds = (window + 1) * WINDOW_SECONDS - now
        return used <= limit

    def wait(self) -> float | None:
        return self.wait_seconds


@cache
def _uses() -> Uses:
    """Connect so that a server that is away costs a moment, not the request."""
    return Uses(
        Redis.from_url(
            settings.ENV.redis_url, socket_timeout=PATIENCE_S, socket_connect_timeout=PATIENCE_S
        )
    )
