"""Routes of schedules."""

from django.urls import path

from apps.scheduling.api import holiday_views, parse_views, views

urlpatterns = [
    path("schedules", views.ScheduleListView.as_view(), name="schedules"),
    path("schedules/parse", parse_views.ParseView.as_view(), name="parse-schedule"),
    path("schedules/timezone", parse_views.ZoneView.as_view(), name="schedule-zone"),
    path("schedules/feed", parse_views.FeedResetView.as_view(), name="schedule-feed"),
    path("schedules/transfer", views.TransferView.as_view(), name="transfer-schedules"),
    path("schedules/<uuid:pk>", views.ScheduleView.as_view(), name="schedule"),
    path("schedules/<uuid:pk>/runs", views.ScheduleRunListView.as_view(), name="schedule-runs"),
    path("schedules/<uuid:pk>/run-now", views.RunNowView.as_view(), name="run-schedule"),
    path("schedules/<uuid:pk>/pause", views.PauseView.as_view(), name="pause-schedule"),
    path("schedules/<uuid:pk>/resume", views.ResumeView.as_view(), name="resume-schedule"),
    path("schedules/<uuid:pk>/preview", views.PreviewView.as_view(), name="preview-schedule"),
    path("holidays", holiday_views.HolidaysView.as_view(), name="holidays"),
]
