"""What is bound to every line that a request logs: its id and where it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django_structlog.middlewares import RequestMiddleware

if TYPE_CHECKING:
    from django.http import HttpRequest

FEEDS = "/feeds/"
MOST_ADDRESS = 45  # the longest text of an IPv6 address


class RequestLogMiddleware(RequestMiddleware):  # type: ignore[misc]  # it has no types
    """Bind request id and address; the address is the one that the nearest server saw.

    Behind a proxy that is the last one its header names: those before it are anybody's words.
    """

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Name a request without the secret of a calendar's address."""
        if request.path.startswith(FEEDS):
            return f"{request.method} {FEEDS}…"
        return f"{request.method} {request.get_full_path()}"

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        address = forwarded or request.META.get("REMOTE_ADDR", "")
        structlog.contextvars.bind_contextvars(ip=address[:MOST_ADDRESS])
