"""What of webhooks the admin shows."""

from django.contrib import admin

from apps.webhooks.delivery_admin import WebhookDeliveryAdmin
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.webhook_admin import WebhookAdmin

admin.site.register(Webhook, WebhookAdmin)
admin.site.register(WebhookDelivery, WebhookDeliveryAdmin)
