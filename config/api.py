"""The HTTP border of the API: one JSON, one error shape, one pagination."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

import orjson
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import exceptions, status
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response

from apps.errors import DomainError
from apps.trajectories.domain.cleaning import clean_json

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    """UTF-8 JSON; what a database refuses is replaced."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return orjson.loads(clean_json(stream.read()))
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


def no_such_route(request: HttpRequest, rest: str) -> JsonResponse:
    """Answer an unknown path below /api in the API's own words."""
    return JsonResponse(
        {"detail": f"There is no route {request.path}.", "code": "no_such_route"}, status=404
    )


class KeysetPagination(CursorPagination):
    """Pages by position, newest first: page 10,000 costs what page 1 costs."""

    ordering = ("-created_at", "-id")
    page_size_query_param = "limit"
    max_page_size = 200


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn a refusal into `{"detail", "code"}`; what the view had written is rolled back."""
    answer = _response(error)
    if answer is not None and transaction.get_connection().in_atomic_block:
        transaction.set_rollback(True)
    return answer


def _response(error: Exception) -> Response | None:
    if isinstance(error, DomainError):
        return Response({"detail": error.detail, "code": error.code}, status=error.status)
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
    fields = detail if isinstance(detail, dict) else {"non_field_errors": detail}
    first, problems = next(iter(fields.items()))
    sentence = problems[0] if isinstance(problems, list) and problems else problems
    return {"detail": f"{first}: {sentence}", "code": "invalid", "fields": fields}
