"""Takes in a batch of events: validate with the serializer, insert what is not there yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rest_framework.response import Response
from rest_framework.views import APIView

from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from benchmarks.baseline.models import BaselineStep
from benchmarks.baseline.serializers import EventSerializer

if TYPE_CHECKING:
    from rest_framework.request import Request


class EventsView(APIView):
    """Behind the same door, throttle, parser and transaction as the product's own view."""

    grants: ClassVar = {"POST": Grant.INGEST}

    def post(self, request: Request) -> Response:
        body = EventSerializer(data=request.data["events"], many=True)
        body.is_valid(raise_exception=True)
        tenant = principal_of(request).tenant
        rows = [BaselineStep(tenant=tenant, **event) for event in body.validated_data]
        BaselineStep.objects.bulk_create(rows, ignore_conflicts=True)
        return Response({"accepted": len(rows)})
