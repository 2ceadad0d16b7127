"""The calendar behind a secret address: no key, no session, one person's schedules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from apps.scheduling.calendar_feed import open_feed

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Answer the calendar, or that it has not changed."""
    found = open_feed(secret)
    if found is None:
        raise Http404
    text, etag = found
    known = request.headers.get("If-None-Match", "")
    same = etag in (one.strip().removeprefix("W/") for one in known.split(","))
    answer: HttpResponse
    if same:
        answer = HttpResponseNotModified()
    else:
        answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, max-age=300"
    answer["Referrer-Policy"] = "no-referrer"
    return answer
