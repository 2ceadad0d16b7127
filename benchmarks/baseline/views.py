"""Takes in a batch of events the ordinary way, into one flat table or into runs as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from rest_framework.response import Response
from rest_framework.views import APIView

from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from benchmarks.baseline.models import BaselineStep
from benchmarks.baseline.runs import keep_runs
from benchmarks.baseline.serializers import EventSerializer

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.tenants.models import Tenant


class FlatView(APIView):
    """Validate, insert what is not there yet: the least that could be called taking in events.

    Behind the same door, throttle, parser and transaction as the product's own view.
    """

    grants: ClassVar = {"POST": Grant.INGEST}

    def post(self, request: Request) -> Response:
        sent = cast("dict[str, Any]", request.data)
        body = EventSerializer(data=sent["events"], many=True)
        body.is_valid(raise_exception=True)
        self.store(principal_of(request).tenant, body.validated_data)
        return Response({"accepted": len(body.validated_data)})

    def store(self, tenant: Tenant, events: list[dict[str, Any]]) -> None:
        rows = [BaselineStep(tenant=tenant, **event) for event in events]
        BaselineStep.objects.bulk_create(rows, ignore_conflicts=True)


class RunsView(FlatView):
    """The same, and sessions and trajectories kept up to date in the product's tables."""

    def store(self, tenant: Tenant, events: list[dict[str, Any]]) -> None:
        keep_runs(tenant, events)
        super().store(tenant, events)
