"""The days on which a team does not work, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.scheduling.api.serializers import HolidaysSerializer
from apps.scheduling.models import Holiday
from apps.scheduling.set_holidays import read_holidays, set_holidays
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from config.api import JSONParser, RawParser, read_body

if TYPE_CHECKING:
    from datetime import date

    from rest_framework.request import Request

MOST_BYTES = 1024 * 1024


class CalendarParser(RawParser):
    """The body of a `text/calendar` request."""

    media_type = "text/calendar"


class HolidaysView(APIView):
    """List them; PUT takes a JSON list or a calendar file in the place of all before."""

    grants: ClassVar = {"GET": Grant.SCHEDULES, "PUT": Grant.ADMIN}
    parser_classes = (JSONParser, CalendarParser, MultiPartParser)

    @extend_schema(responses={200: HolidaysSerializer})
    def get(self, request: Request) -> Response:
        return _answer(request)

    @extend_schema(request=HolidaysSerializer, responses={200: HolidaysSerializer})
    def put(self, request: Request) -> Response:
        asking = principal_of(request)
        set_holidays(asking.tenant, _days(request), by=asking.name)
        return _answer(request)


def _answer(request: Request) -> Response:
    rows = Holiday.objects.for_tenant(principal_of(request).tenant).order_by("day")
    return Response(HolidaysSerializer({"holidays": rows}).data)


def _days(request: Request) -> dict[date, str]:
    given: Any = request.data
    if isinstance(given, bytes):
        return read_holidays(_text(given))
    if request.FILES:
        file = next(iter(request.FILES.values()))
        return read_holidays(_text(file.read(MOST_BYTES + 1)))
    body = read_body(HolidaysSerializer, request)
    return {one["day"]: one["name"] for one in body["holidays"]}


def _text(body: bytes) -> str:
    if len(body) > MOST_BYTES:
        raise DomainError("invalid_calendar", "A calendar has a megabyte at most.")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise DomainError("invalid_calendar", "The file is no UTF-8 text.") from error
