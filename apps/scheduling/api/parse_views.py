"""Words to a proposal over HTTP, and where a person is."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils import timezone as clock
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.scheduling.amend_proposal import amend_proposal
from apps.scheduling.api.reading import read_moment
from apps.scheduling.api.serializers import (
    FeedSerializer,
    ParsedSerializer,
    ParseSerializer,
    PersonSerializer,
    ZoneSerializer,
)
from apps.scheduling.api.whose import person_for
from apps.scheduling.calendar_feed import reset_feed
from apps.scheduling.confirm_schedule import find_proposal
from apps.scheduling.guess_words import guess_words
from apps.scheduling.parse_schedule import Asking, Parsed, parse_schedule
from apps.scheduling.person_zone import keep_zone
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.tenants.isolation import tenant_context
from config.api import read_body

if TYPE_CHECKING:
    from datetime import datetime

    from rest_framework.request import Request

    from apps.tenants.authentication import Principal


class ParseView(APIView):
    """Read words as a schedule; nothing is scheduled before it is confirmed."""

    grants: ClassVar = {"POST": Grant.SCHEDULE}
    opens_own_transactions = True

    @extend_schema(request=ParseSerializer, responses={200: ParsedSerializer})
    def post(self, request: Request) -> Response:
        asked, asking = read_body(ParseSerializer, request), principal_of(request)
        now = read_moment(asked["now"], "now") or clock.now()
        if not (asked["text"].strip() or (asked["token"] and asked["timezone"])):
            raise DomainError("text_needed", "text: Say when, and what.")
        parsed = _read(asking, asked, now=now)
        if not asked["token"] and (said := guess_words(asking.tenant, asked["text"], parsed)):
            parsed = _read(asking, asked, now=now, paraphrase=said)
        return Response(asdict(parsed))


def _read(
    principal: Principal, asked: dict[str, Any], *, now: datetime, paraphrase: str = ""
) -> Parsed:
    """Read new words, or those about a proposal, in the tenant and a transaction of its own."""
    tenant, by = principal.tenant, principal.name
    where = {name: asked[name] for name in ("timezone", "locale", "session_id")}
    with tenant_context(tenant.pk):
        if asked["token"]:
            proposal = find_proposal(tenant, asked["token"])
            asking = Asking(by, end_user=proposal.end_user, member=principal.membership, **where)
            return amend_proposal(proposal, asked["text"], now=now, asking=asking)
        person = person_for(principal, asked["user_id"])
        return parse_schedule(
            tenant,
            asked["text"],
            now=now,
            by=by,
            end_user=person,
            member=principal.membership,
            paraphrase=paraphrase,
            **where,
        )


class ZoneView(APIView):
    """Keep a person's time zone, so that it is asked for once."""

    grants: ClassVar = {"POST": Grant.SCHEDULE}

    @extend_schema(request=ZoneSerializer, responses={200: ZoneSerializer})
    def post(self, request: Request) -> Response:
        asked, asking = read_body(ZoneSerializer, request), principal_of(request)
        whose = _whose(asking, asked["user_id"])
        kept = keep_zone(asking.tenant, asked["timezone"], **whose)
        return Response({"user_id": asked["user_id"], "timezone": kept})


class FeedResetView(APIView):
    """Make the address of a person's calendar; the one before opens nothing any more."""

    grants: ClassVar = {"POST": Grant.SCHEDULE}

    @extend_schema(request=PersonSerializer, responses={201: FeedSerializer})
    def post(self, request: Request) -> Response:
        asked, asking = read_body(PersonSerializer, request), principal_of(request)
        whose = _whose(asking, asked["user_id"])
        secret = reset_feed(asking.tenant, by=asking.name, **whose)
        url = request.build_absolute_uri(f"/feeds/{secret}.ics")
        return Response({"url": url}, status=201, headers={"Cache-Control": "no-store"})


def _whose(asking: Principal, user_id: str) -> dict[str, Any]:
    """Name one person; a key has to say whom it means. Raises `user_id_needed`."""
    person = person_for(asking, user_id)
    if person is None and asking.membership is None:
        raise DomainError("user_id_needed", "Say for whom: user_id.")
    return {"end_user": person} if person else {"member": asking.membership}
