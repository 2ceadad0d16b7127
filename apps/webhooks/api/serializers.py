"""The shapes of webhooks and deliveries; a secret is given when it is made, and never again."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from apps.webhooks.domain.event import CHOICES
from apps.webhooks.models import Webhook, WebhookDelivery


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A webhook, without its secret."""

    events = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = Webhook
        fields: tuple[str, ...] = (
            *("id", "name", "url", "events", "may_be_private", "is_active"),
            *("old_secret_until", "created_at", "updated_at"),
        )
        read_only_fields = fields


class NewSecretSerializer(WebhookSerializer):
    """A webhook with the secret that was just made for it."""

    secret = serializers.SerializerMethodField()

    class Meta(WebhookSerializer.Meta):
        fields = (*WebhookSerializer.Meta.fields, "secret")
        read_only_fields = fields

    def get_secret(self, webhook: Webhook) -> str:
        return str(self.context["secret"])


class ChangeWebhookSerializer(serializers.Serializer[Any]):
    """What of a webhook is changed; what is left out stays. No `events`: all."""

    url = serializers.CharField(max_length=2000, required=False)
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=CHOICES), max_length=len(CHOICES), required=False
    )
    may_be_private = serializers.BooleanField(required=False)
    is_active = serializers.BooleanField(required=False)


class RegisterWebhookSerializer(ChangeWebhookSerializer):
    """A new webhook."""

    name = serializers.CharField(max_length=64)
    url = serializers.CharField(max_length=2000)


class DeliverySerializer(serializers.ModelSerializer[WebhookDelivery]):
    """One event on its way to one webhook; `id` is the `webhook-id` of every try."""

    webhook = serializers.SlugRelatedField[Webhook](slug_field="name", read_only=True)

    class Meta:
        model = WebhookDelivery
        fields = (
            *("id", "webhook", "event", "key", "payload", "state", "attempts"),
            *("not_before", "last_status", "detail", "created_at", "finished_at"),
        )
        read_only_fields = fields
