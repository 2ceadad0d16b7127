"""Every page of the admin shows one tenant's rows, in a fixed number of queries, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.experiences.write_experience import write_experience
from apps.tenants.authentication import principal_of_person
from apps.tenants.models import Agent, ApiKey, AuditEvent, EndUser, Membership, Role, Tenant, User
from apps.tenants.tenant_admin import TenantAdmin
from apps.webhooks.models import Webhook
from tests.plant import plant_everything

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import Model
    from django.test import Client

    from tests.cast import Team

CANARY = "canary-5c1e-of-factory"
QUERIES_OF_A_LIST = 16


def own_admins() -> Iterator[type[Model]]:
    for model, model_admin in admin.site._registry.items():
        if isinstance(model_admin, TenantAdmin):
            yield model


MODELS = sorted(own_admins(), key=lambda model: model._meta.label_lower)
LISTED = [model for model in MODELS if model is not Tenant]


def list_of(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def page_of(row: Any) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def rows_of(model: type[Model], team: Team) -> list[Any]:
    if model is Tenant:
        return [team.tenant]
    return list(model.objects.for_tenant(team.tenant))  # type: ignore[attr-defined]


def test_no_page_shows_another_tenants_rows(clinic: Team, factory: Team):
    with factory.inside():
        plant_everything(factory, CANARY)
        foreign = {model: rows_of(model, factory)[:2] for model in MODELS}
    browser = clinic.browser("admin")
    for model, rows in foreign.items():
        listed = browser.get(list_of(model), follow=True)
        assert listed.status_code == 200, model
        assert CANARY not in listed.content.decode(), model
        for row in rows:
            for answer in (browser.get(page_of(row)), browser.post(page_of(row), {})):
                assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/"), model


def test_every_row_has_a_page_in_both_languages(clinic: Team):
    plant_everything(clinic, "ward")
    for language in ("en", "zh-hans"):
        browser = clinic.browser("admin")
        browser.cookies["django_language"] = language
        for model in MODELS:
            rows = rows_of(model, clinic)
            assert rows, f"nothing planted of {model}"
            answer = browser.get(page_of(rows[0]))
            assert answer.status_code == 200, model
            assert f'lang="{language}"' in answer.content.decode()


def test_a_list_asks_as_much_for_many_rows_as_for_few(clinic: Team):
    browser = clinic.browser("admin")
    plant_everything(clinic, "one")
    few = {model: queries(browser, list_of(model)) for model in LISTED}
    plant_everything(clinic, "two")
    plant_more(clinic, 3)
    many = {model: queries(browser, list_of(model)) for model in LISTED}
    assert [model for model in LISTED if len(rows_of(model, clinic)) < 2] == []
    assert {model: many[model] - few[model] for model in LISTED if many[model] > few[model]} == {}
    assert max(many.values()) <= QUERIES_OF_A_LIST


def plant_more(team: Team, count: int) -> None:
    """What `plant_everything` makes but one of."""
    for number in range(count):
        fields = {"pain_pattern": f"Problem {number}", "solution_steps": ["Think."]}
        write_experience(team.tenant, fields, by="owner", member=team.members["owner"])
        user = User.objects.create_user(f"more-{number}@clinic.example")
        member = Membership.objects.create(tenant=team.tenant, user=user, role=Role.VIEWER)
        EndUser.objects.create(tenant=team.tenant, external_id=f"u-{number}", membership=member)
        Agent.objects.create(tenant=team.tenant, name=f"agent-{number}")


def queries(browser: Client, path: str) -> int:
    browser.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(path).status_code == 200
    return len([one for one in asked if "SAVEPOINT" not in one["sql"]])


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_nothing_is_deleted_and_only_verbs_change(model: type[Model], clinic: Team):
    request = type("Request", (), {})()
    request.user = clinic.members["owner"].user
    request.principal = principal(clinic, "owner")
    page = admin.site._registry[model]
    assert not page.has_delete_permission(request)
    assert page.has_change_permission(request) == (model is Tenant)
    assert page.has_add_permission(request) == (model in {ApiKey, Webhook})


def principal(team: Team, role: str) -> Any:
    return principal_of_person(team.members[role].user, str(team.tenant.pk))


@pytest.mark.parametrize("model", [ApiKey, AuditEvent, Tenant])
def test_keys_settings_and_log_are_for_administrators(model: type[Model], clinic: Team):
    assert clinic.browser("reviewer").get(list_of(model), follow=True).status_code == 403
    assert clinic.browser("admin").get(list_of(model), follow=True).status_code == 200
