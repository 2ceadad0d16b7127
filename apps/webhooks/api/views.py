"""Webhooks over HTTP: everybody may look, administrators change."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.tenants.authentication import acting_member, principal_of
from apps.tenants.grants import Grant
from apps.webhooks.api.serializers import (
    ChangeWebhookSerializer,
    DeliverySerializer,
    NewSecretSerializer,
    RegisterWebhookSerializer,
    WebhookSerializer,
)
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.register_webhook import (
    change_webhook,
    register_webhook,
    remove_webhook,
    rotate_secret,
)
from apps.webhooks.send_again import send_again, send_test
from config.api import read_body

if TYPE_CHECKING:
    import uuid

    from rest_framework.request import Request

    from apps.tenants.querysets import TenantQuerySet


def _webhooks(request: Request) -> TenantQuerySet[Webhook]:
    return Webhook.objects.for_tenant(principal_of(request).tenant).select_related("tenant")


def _deliveries(request: Request) -> TenantQuerySet[WebhookDelivery]:
    rows = WebhookDelivery.objects.for_tenant(principal_of(request).tenant)
    return rows.select_related("webhook", "tenant")


def _with_secret(webhook: Webhook, secret: str, *, status: int = 200) -> Response:
    shown = NewSecretSerializer(webhook, context={"secret": secret})
    return Response(shown.data, status=status, headers={"Cache-Control": "no-store"})


class WebhookListView(generics.ListAPIView[Webhook]):
    """List webhooks, the latest first; POST registers one and shows its secret, this once."""

    grants: ClassVar = {"GET": Grant.READ, "POST": Grant.ADMIN}
    queryset = Webhook.objects.none()
    serializer_class = WebhookSerializer
    filterset_fields = ("is_active",)

    def get_queryset(self) -> TenantQuerySet[Webhook]:
        return _webhooks(self.request)

    @extend_schema(request=RegisterWebhookSerializer, responses={201: NewSecretSerializer})
    def post(self, request: Request) -> Response:
        asked, by = read_body(RegisterWebhookSerializer, request), acting_member(request)
        webhook, secret = register_webhook(principal_of(request).tenant, by=by, **asked)
        return _with_secret(webhook, secret, status=201)


class WebhookView(APIView):
    """One webhook; PATCH changes it, DELETE removes it with its deliveries."""

    grants: ClassVar = {"GET": Grant.READ, "PATCH": Grant.ADMIN, "DELETE": Grant.ADMIN}

    @extend_schema(responses={200: WebhookSerializer})
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        return Response(WebhookSerializer(get_object_or_404(_webhooks(request), pk=pk)).data)

    @extend_schema(request=ChangeWebhookSerializer, responses={200: WebhookSerializer})
    def patch(self, request: Request, pk: uuid.UUID) -> Response:
        webhook = get_object_or_404(_webhooks(request), pk=pk)
        asked = read_body(ChangeWebhookSerializer, request)
        changed = change_webhook(webhook, by=acting_member(request), **asked)
        return Response(WebhookSerializer(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: uuid.UUID) -> Response:
        webhook = get_object_or_404(_webhooks(request), pk=pk)
        remove_webhook(webhook, by=acting_member(request))
        return Response(status=204)


class RotateView(APIView):
    """Give a webhook a new secret, shown this once; the former signs too for 24 hours."""

    grants: ClassVar = {"POST": Grant.ADMIN}

    @extend_schema(request=None, responses={200: NewSecretSerializer})
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        webhook = get_object_or_404(_webhooks(request), pk=pk)
        return _with_secret(*rotate_secret(webhook, by=acting_member(request)))


class TestView(APIView):
    """Send a webhook a test; answers the delivery, which tells what came of it."""

    grants: ClassVar = {"POST": Grant.ADMIN}

    @extend_schema(request=None, responses={202: DeliverySerializer})
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        webhook = get_object_or_404(_webhooks(request), pk=pk)
        sent = send_test(webhook, by=acting_member(request))
        return Response(DeliverySerializer(sent).data, status=202)


class DeliveryListView(generics.ListAPIView[WebhookDelivery]):
    """List a webhook's deliveries, the latest first; `state=dead` are those given up."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = WebhookDelivery.objects.none()
    serializer_class = DeliverySerializer
    filterset_fields = ("state",)

    def get_queryset(self) -> TenantQuerySet[WebhookDelivery]:
        webhook = get_object_or_404(_webhooks(self.request), pk=self.kwargs["pk"])
        return _deliveries(self.request).filter(webhook=webhook)


class DeliveryView(APIView):
    """One delivery, with what came of the last try."""

    grants: ClassVar = {"GET": Grant.READ}

    @extend_schema(responses={200: DeliverySerializer})
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        return Response(DeliverySerializer(get_object_or_404(_deliveries(request), pk=pk)).data)


class SendAgainView(APIView):
    """Send a delivery once more, under the id that it had."""

    grants: ClassVar = {"POST": Grant.ADMIN}

    @extend_schema(request=None, responses={202: DeliverySerializer})
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        delivery = get_object_or_404(_deliveries(request), pk=pk)
        again = send_again(delivery, by=acting_member(request))
        return Response(DeliverySerializer(again).data, status=202)
