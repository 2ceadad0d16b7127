"""Routes of webhooks."""

from django.urls import path

from apps.webhooks.api import views

urlpatterns = [
    path("webhooks", views.WebhookListView.as_view(), name="webhooks"),
    path("webhooks/<uuid:pk>", views.WebhookView.as_view(), name="webhook"),
    path("webhooks/<uuid:pk>/rotate", views.RotateView.as_view(), name="rotate-webhook"),
    path("webhooks/<uuid:pk>/test", views.TestView.as_view(), name="test-webhook"),
    path(
        "webhooks/<uuid:pk>/deliveries",
        views.DeliveryListView.as_view(),
        name="webhook-deliveries",
    ),
    path("webhooks/deliveries/<uuid:pk>", views.DeliveryView.as_view(), name="webhook-delivery"),
    path(
        "webhooks/deliveries/<uuid:pk>/again",
        views.SendAgainView.as_view(),
        name="send-webhook-delivery-again",
    ),
]
