"""The loop over HTTP: context out, hooks in and answered, reflections and figures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import structlog
from django.db import transaction
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.learning.api.serializers import (
    ContextRequestSerializer,
    ContextSerializer,
    HookAnswerSerializer,
)
from apps.learning.build_context import DEFAULT_TOKENS, build_context
from apps.learning.statistics import tenant_statistics
from apps.learning.tell_schedules import talk, tell_fired
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.trajectories.domain.cleaning import clean_text
from apps.trajectories.domain.sources.claude_code_hooks import read_hook
from apps.trajectories.record_events import record_events

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.trajectories.schemas import Event

log = structlog.get_logger(__name__)
ANSWERED = frozenset({"UserPromptSubmit", "SessionStart"})
CLIENTS = {"claude-code": read_hook}
MOST_NAME_CHARACTERS = 200


class ContextView(APIView):
    """Ask what the team knows that helps with a message."""

    grants: ClassVar = {"POST": Grant.CONTEXT}

    @extend_schema(request=ContextRequestSerializer, responses={200: ContextSerializer})
    def post(self, request: Request) -> Response:
        body = ContextRequestSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        asked = body.validated_data
        who = {"user_id": asked["user_id"] or "", "session_id": asked["session_id"] or ""}
        told = _schedule_text(request, asked["message"], agent=asked["agent"] or "", **who)
        context = build_context(
            principal_of(request).tenant,
            asked["message"],
            session_id=asked["session_id"],
            agent=asked["agent"],
            user_id=asked["user_id"],
            max_tokens=asked.get("max_tokens", DEFAULT_TOKENS),
            may_ask=not told,
        )
        text = "\n".join(filter(None, [told, context.text]))
        return Response(ContextSerializer(replace(context, text=text)).data)


class HookView(APIView):
    """Take a client's native hook payload; a submitted prompt is answered with context."""

    grants: ClassVar = {"POST": Grant.INGEST}

    @extend_schema(
        request=OpenApiTypes.OBJECT,
        responses={200: HookAnswerSerializer},
        parameters=[OpenApiParameter("agent", str), OpenApiParameter("user", str)],
    )
    def post(self, request: Request, client: str) -> Response:
        if client not in CLIENTS:
            raise DomainError("unknown_client", f"Known clients: {', '.join(CLIENTS)}.")
        payload = request.data
        if not isinstance(payload, dict):
            raise DomainError("invalid_hook", "A hook sends one JSON object.")
        now = timezone.now()
        events = CLIENTS[client](payload, now=now, agent=_named(request, "agent") or client)
        for event in events:
            event.user_id = event.user_id or _named(request, "user")
        if events:
            tenant = principal_of(request).tenant
            recorded = record_events(tenant, events, source="hook", now=now)
            if recorded.refused:  # erased: nothing is kept of it, nor noted as given to it
                return Response({})
        return Response(self._answer(request, payload, events[0] if events else None))

    def _answer(
        self, request: Request, payload: dict[str, Any], event: Event | None
    ) -> dict[str, Any]:
        """Give context where the client wants it and the key may have it."""
        name, prompt = payload.get("hook_event_name"), payload.get("prompt")
        if Grant.CONTEXT not in principal_of(request).grants or name not in ANSWERED:
            return {}
        asks = name == "UserPromptSubmit"
        if asks and not prompt:
            return {}
        text = _texts(request, payload, str(prompt) if asks else "", event)
        if not text:
            return {}
        return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}


def _named(request: Request, parameter: str) -> str | None:
    """Read a name from the query, in a form that can be stored."""
    return clean_text(request.query_params.get(parameter, ""))[:MOST_NAME_CHARACTERS] or None


def _texts(request: Request, payload: dict[str, Any], prompt: str, event: Event | None) -> str:
    """What is told of schedules, then what helps with the prompt, if there is one."""
    who = {
        "agent": (event and event.agent) or _named(request, "agent") or "",
        "user_id": (event and event.user_id) or _named(request, "user") or "",
    }
    session_id = event.session_id if event else clean_text(str(payload.get("session_id", "")))
    told = _schedule_text(request, prompt, session_id=session_id, **who)
    context = _context_text(request, prompt, event, may_ask=not told) if prompt else ""
    return "\n".join(filter(None, [told, context]))


def _schedule_text(
    request: Request, message: str, *, agent: str, user_id: str, session_id: str
) -> str:
    """Tell of schedules; a failure undoes what it did, and says nothing."""
    asking = principal_of(request)
    try:
        with transaction.atomic():
            who = {"user_id": user_id, "session_id": session_id}
            parts = [tell_fired(asking, agent=agent, **who), talk(asking, message, **who)]
            return "\n".join(filter(None, parts))
    except Exception:
        log.exception("schedule_talk_failed", session=session_id)
        return ""


def _context_text(
    request: Request, prompt: str, event: Event | None, *, may_ask: bool = True
) -> str:
    """Build context; a failure here must not cost the agent its turn, nor us the event."""
    session_id = event.session_id if event else ""
    try:
        with transaction.atomic():
            return build_context(
                principal_of(request).tenant,
                prompt,
                session_id=session_id,
                agent=(event and event.agent) or "",
                user_id=(event and event.user_id) or "",
                may_ask=may_ask,
            ).text
    except Exception:
        log.exception("context_failed", session=session_id)
        return ""


class StatisticsView(APIView):
    """The figures of a tenant's loop."""

    grants: ClassVar = {"GET": Grant.READ}

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        return Response(tenant_statistics(principal_of(request).tenant))
