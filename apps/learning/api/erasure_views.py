"""A person's right over HTTP: all that is known of them as a file, and its erasure."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import NotFound
from apps.learning.api.erasure_serializers import ReceiptSerializer
from apps.learning.erase_person import erase_person
from apps.learning.erase_session import erase_session
from apps.learning.export_person import export_person
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.tenants.models import EndUser
from apps.trajectories.api import views
from apps.trajectories.models import Session
from config.api import OneFormat

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.tenants.authentication import Principal


def _person_of(asking: Principal, user_id: str) -> EndUser:
    """Find a person: an administrator finds everybody, a member only themselves."""
    people = EndUser.objects.for_tenant(asking.tenant).select_related("tenant", "membership")
    if Grant.ADMIN not in asking.grants:
        people = people.filter(membership=asking.membership, membership__isnull=False)
    person = people.filter(external_id=user_id).first()
    if person is None:
        raise NotFound("person")
    return person


class PersonView(APIView):
    """One person, to erase."""

    grants: ClassVar = {"DELETE": Grant.FEEDBACK}

    @extend_schema(responses={200: ReceiptSerializer})
    def delete(self, request: Request, user_id: str) -> Response:
        asking = principal_of(request)
        person = _person_of(asking, user_id)
        receipt = erase_person(asking.tenant, person.external_id, by=asking.name)
        return Response(receipt.as_json())


class PersonExportView(APIView):
    """All that is known of one person, as one JSON document."""

    grants: ClassVar = {"GET": Grant.READ}
    content_negotiation_class = OneFormat

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, user_id: str) -> StreamingHttpResponse:
        asking = principal_of(request)
        person = _person_of(asking, user_id)
        document = export_person(person, by=asking.name, now=timezone.now())
        answer = StreamingHttpResponse(document, content_type="application/json")
        answer["Content-Disposition"] = 'attachment; filename="person.json"'
        answer["Cache-Control"] = "private, no-store"
        return answer


class SessionView(views.SessionView):
    """One session, by the id its agent gave it; DELETE erases it."""

    grants: ClassVar = {**views.SessionView.grants, "DELETE": Grant.FEEDBACK}

    @extend_schema(responses={200: ReceiptSerializer})
    def delete(self, request: Request, session_id: str) -> Response:
        asking = principal_of(request)
        rows = Session.objects.for_tenant(asking.tenant)
        if Grant.ADMIN not in asking.grants:
            rows = rows.filter(
                end_user__membership=asking.membership, end_user__membership__isnull=False
            )
        if not rows.filter(external_id=session_id).exists():
            raise NotFound("session")
        return Response(erase_session(asking.tenant, session_id, by=asking.name).as_json())
