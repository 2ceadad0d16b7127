"""Administrators make and revoke keys in the admin; a key is shown this once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.tenants.models import ApiKey

if TYPE_CHECKING:
    from tests.cast import Team


def test_a_new_key_is_shown_once_and_works(clinic: Team):
    browser = clinic.browser("admin")
    form = {"name": "night shift", "scope": "read", "expires_at_0": "", "expires_at_1": ""}
    answer = browser.post("/admin/tenants/apikey/add/", form)
    shown = answer.context["issued"]
    assert shown in answer.content.decode()
    assert shown not in str(answer.cookies)
    assert "no-store" in answer.headers["Cache-Control"]
    again = Client(headers={"Authorization": f"Bearer {shown}"}).get("/api/v1/trajectories")
    assert again.status_code == 200
    row = ApiKey.objects.for_tenant(clinic.tenant).get(name="night shift")
    assert row.created_by == clinic.members["admin"]
    assert (
        shown
        not in browser.get(reverse("admin:tenants_apikey_change", args=[row.pk])).content.decode()
    )


def test_a_key_that_would_be_dead_at_once_is_not_made(clinic: Team):
    form = {"name": "late", "scope": "read", "expires_at_0": "2020-01-01", "expires_at_1": "00:00"}
    answer = clinic.browser("admin").post("/admin/tenants/apikey/add/", form)
    assert "That time is over already." in answer.content.decode()
    assert not ApiKey.objects.for_tenant(clinic.tenant).filter(name="late").exists()


def test_keys_are_revoked_with_a_message_each(clinic: Team):
    keys = ApiKey.objects.for_tenant(clinic.tenant).filter(scope__in=["read", "ingest"])
    keys.filter(scope="ingest").update(revoked_at=timezone.now())
    form = {"action": "revoke", "_selected_action": [str(key.pk) for key in keys]}
    answer = clinic.browser("admin").post("/admin/tenants/apikey/", form, follow=True)
    said = [str(one) for one in answer.context["messages"]]
    assert sorted(said) == [
        "“first ingest” was revoked before.",
        "“first read” is revoked: it opens nothing from now on.",
    ]
    assert clinic.client("read").get("/api/v1/trajectories").status_code == 401
