"""Administrators change the learning settings in the admin, by field and with a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from apps.errors import DomainError
from apps.tenants.change_settings import change_settings
from apps.tenants.models import AuditEvent
from tests.cast import SETTINGS

if TYPE_CHECKING:
    from tests.cast import Team


def test_settings_are_checked_saved_and_audited(clinic: Team):
    browser = clinic.browser("admin")
    path = reverse("admin:tenants_tenant_change", args=[clinic.tenant.pk])
    wrong = browser.post(path, {"settings": '{"trajectory": {"retentionDays": 3}}'})
    assert "trajectory.retentionDays: Input should be" in wrong.content.decode()
    right = browser.post(path, {"settings": '{"trajectory": {"retentionDays": 30}}'})
    assert right.status_code == 302
    clinic.tenant.refresh_from_db()
    assert clinic.tenant.learning.trajectory.retention_days == 30
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action="change_settings")
    assert event.actor == "admin@clinic.example"
    assert event.detail["before"] == SETTINGS


@pytest.mark.parametrize("typed", ["[]", "{", '"x"'])
def test_what_is_no_object_is_refused(typed: str, clinic: Team):
    path = reverse("admin:tenants_tenant_change", args=[clinic.tenant.pk])
    given = {"enabled": False}
    change_settings(clinic.members["admin"], settings=given)
    assert clinic.browser("admin").post(path, {"settings": typed}).status_code == 200
    clinic.tenant.refresh_from_db()
    assert clinic.tenant.settings == given


def test_the_page_explains_what_differs_from_the_default(clinic: Team):
    change_settings(clinic.members["admin"], settings={"trajectory": {"retentionDays": 30}})
    path = reverse("admin:tenants_tenant_change", args=[clinic.tenant.pk])
    page = clinic.browser("admin").get(path).content.decode()
    assert "<strong>30</strong>" in page
    assert "Days that trajectories are kept" in page


def test_only_administrators_change_settings(clinic: Team):
    with pytest.raises(DomainError, match="administrators"):
        change_settings(clinic.members["reviewer"], settings={})


def test_the_same_settings_again_leave_no_trace(clinic: Team):
    for _ in range(2):
        change_settings(clinic.members["owner"], settings={"enabled": False})
    events = AuditEvent.objects.for_tenant(clinic.tenant).filter(action="change_settings")
    assert events.count() == 1
