"""The HTTP border of the API: one JSON, one error shape, one pagination."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

import orjson
from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as FieldError
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import exceptions, status
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.utils.urls import replace_query_param

from apps.errors import Busy, DomainError
from apps.trajectories.domain.cleaning import read_json
from apps.trajectories.schemas import clamp_moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import Field, Model
    from rest_framework.request import Request
    from rest_framework.serializers import Serializer
    from rest_framework.views import APIView

_CODES: dict[type[Exception], str] = {
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "authentication_failed",
    exceptions.PermissionDenied: "permission_denied",
    exceptions.Throttled: "rate_limited",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.ParseError: "invalid_json",
}


class JSONRenderer(BaseRenderer):
    """UTF-8 JSON; Decimals as numbers, as the shapes of the API promise."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        if data is None:
            return b""
        return orjson.dumps(data, default=_encode, option=orjson.OPT_NON_STR_KEYS)


def _encode(value: Any) -> Any:
    if hasattr(value, "as_integer_ratio"):
        return float(value)
    if isinstance(value, (set, frozenset, tuple)):
        return list(value)
    return str(value)


class JSONParser(BaseParser):
    """UTF-8 JSON; what a database refuses is replaced, what is nested too deep is cut off."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return read_json(stream.read())
        except orjson.JSONDecodeError as error:
            raise exceptions.ParseError(f"The body is no valid JSON: {error}.") from error


class RawParser(BaseParser):
    """Leave the body as bytes: the view reads it itself."""

    media_type = "*/*"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return bytes(stream.read())


class OneFormat(DefaultContentNegotiation):
    """For a route whose address names its format: what a client would like changes nothing."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type


def no_such_route(request: HttpRequest, rest: str) -> JsonResponse:
    """Answer an unknown path below /api in the API's own words."""
    return JsonResponse(
        {"detail": f"There is no route {request.path}.", "code": "no_such_route"}, status=404
    )


@dataclass(frozen=True, slots=True)
class Cursor:
    """The row that a page lies next to, by its two ordering fields; before it or after it."""

    moment: datetime
    tie: Any
    is_before: bool

    @classmethod
    def read(cls, text: str, tie_field: Field[Any, Any]) -> Cursor:
        """Read what a link says; raises `ValueError` or Django's `ValidationError`."""
        direction, moment, tie = urlsafe_b64decode(text.encode()).decode().split("|")
        if direction not in {"<", ">"}:
            raise ValueError(text)
        at = clamp_moment(datetime.fromisoformat(moment))
        return cls(at, tie_field.to_python(tie), is_before=direction == "<")

    def __str__(self) -> str:
        text = f"{'<' if self.is_before else '>'}|{self.moment.isoformat()}|{self.tie}"
        return urlsafe_b64encode(text.encode()).decode()


class KeysetPagination(CursorPagination):
    """Pages by position, newest first: page 10,000 costs what page 1 costs.

    `ordering` is a time and what tells rows of the same time apart, both in one direction: a page
    begins after a row, however many rows share its time. Raises `invalid_cursor`.
    """

    ordering = ("-created_at", "-id")
    page_size_query_param = "limit"
    max_page_size = 200

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any]:
        self.base_url = request.build_absolute_uri()
        self.fields = [name.lstrip("-") for name in self.ordering]
        size = self.get_page_size(request) or self.max_page_size
        cursor = self._read_cursor(request, queryset.model)
        is_backwards = cursor is not None and cursor.is_before
        is_descending = self.ordering[0].startswith("-") != is_backwards
        signed = [f"-{name}" if is_descending else name for name in self.fields]
        rows = queryset.filter(self._beyond(cursor, is_descending=is_descending))
        found = list(rows.order_by(*signed)[: size + 1])
        more = len(found) > size
        self.page = found[size - 1 :: -1] if is_backwards else found[:size]
        self.has_next = more if not is_backwards else True
        self.has_previous = more if is_backwards else cursor is not None
        return self.page

    def _read_cursor(self, request: Request, model: type[Model]) -> Cursor | None:
        text = request.query_params.get(self.cursor_query_param)
        if not text:
            return None
        try:
            columns = {column.name: column for column in model._meta.concrete_fields}
            return Cursor.read(text, columns[self.fields[1]])
        except (ValueError, FieldError) as error:
            raise DomainError("invalid_cursor", "cursor: This is none of this list's.") from error

    def _beyond(self, cursor: Cursor | None, *, is_descending: bool) -> Q:
        """Ask for what follows a row; the first condition is the one that an index answers."""
        if cursor is None:
            return Q()
        (time, tie), than = self.fields, "lt" if is_descending else "gt"
        later = Q((f"{time}__{than}", cursor.moment)) | Q((f"{tie}__{than}", cursor.tie))
        return Q((f"{time}__{than}e", cursor.moment)) & later

    def get_next_link(self) -> str | None:
        return self._link(self.page[-1], is_before=False) if self.page and self.has_next else None

    def get_previous_link(self) -> str | None:
        return self._link(self.page[0], is_before=True) if self.page and self.has_previous else None

    def _link(self, row: Any, *, is_before: bool) -> str:
        moment, tie = (getattr(row, field) for field in self.fields)
        cursor = str(Cursor(moment, tie, is_before))
        return replace_query_param(self.base_url or "", self.cursor_query_param, cursor)


def read_body(kind: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Give the checked values of a body; one that is left out counts as empty."""
    body = kind(data=request.data or {})
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn a refusal into `{"detail", "code"}`; what the view had written is rolled back."""
    answer = _response(error)
    # A view with transactions of its own has rolled back the one that the error came through.
    is_inside = not getattr(context.get("view"), "opens_own_transactions", False)
    if answer is not None and is_inside and transaction.get_connection().in_atomic_block:
        transaction.set_rollback(True)
    return answer


def _response(error: Exception) -> Response | None:
    if isinstance(error, DomainError):
        later = {"Retry-After": "1"} if isinstance(error, Busy) else None
        answer = {"detail": error.detail, "code": error.code}
        return Response(answer, status=error.status, headers=later)
    if isinstance(error, Http404):
        return Response(
            {"detail": "There is nothing here.", "code": "not_found"},
            status=status.HTTP_404_NOT_FOUND,
        )
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.ValidationError):
        return Response(_by_field(error.detail), status=error.status_code)
    if isinstance(error, exceptions.APIException):
        return _known(error)
    return None


def _known(error: exceptions.APIException) -> Response:
    code = _CODES.get(type(error), str(error.default_code))
    headers = {}
    wait, challenge = getattr(error, "wait", None), getattr(error, "auth_header", None)
    if wait is not None:
        headers["Retry-After"] = str(max(1, round(wait)))
    if challenge:
        headers["WWW-Authenticate"] = challenge
    return Response(
        {"detail": str(error.detail), "code": code}, status=error.status_code, headers=headers
    )


def _by_field(detail: Any) -> dict[str, Any]:
    fields = detail if isinstance(detail, dict) else {api_settings.NON_FIELD_ERRORS_KEY: detail}
    return {"detail": _first_problem(fields), "code": "invalid", "fields": fields}


def _first_problem(detail: Any) -> str:
    """Say where something is wrong first, and what: `previous.tools.0.tool: Name it.`."""
    path: list[str] = []
    while detail and isinstance(detail, dict | list):
        places = detail.items() if isinstance(detail, dict) else enumerate(detail)
        place, inner = next((pair for pair in places if pair[1]), (0, ""))
        if isinstance(detail, dict) or isinstance(inner, dict | list):
            path.append(str(place))
        detail = inner
    where = ".".join(part for part in path if part != api_settings.NON_FIELD_ERRORS_KEY)
    sentence = str(detail) if detail else "This is not valid."
    return f"{where}: {sentence}" if where else sentence
