"""Routes of what members are told."""

from django.urls import path

from apps.tenants.api import views

urlpatterns = [
    path("notices", views.NoticeListView.as_view(), name="notices"),
    path("notices/<uuid:pk>/read", views.ReadNoticeView.as_view(), name="read-notice"),
]
