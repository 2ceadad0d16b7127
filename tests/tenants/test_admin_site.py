"""The admin lets in whom the role lets in, one tenant at a time."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.tenants.models import Membership, Role, User
from tests.cast import PASSWORD, Team
from tests.make import make_trajectory

CANARY = "canary-91d0-of-factory"


def test_without_a_login_the_login_page_comes(clinic: Team):
    answer = Client().get("/admin/evolution/proposal/")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/admin/login/?next=")


def test_people_log_in_with_e_mail_address_and_password(clinic: Team):
    browser = Client()
    form = {"username": "Reviewer@clinic.example", "password": PASSWORD}
    answer = browser.post("/admin/login/?next=/admin/", form)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/")
    assert browser.get("/admin/").status_code == 200


def test_a_wrong_password_says_nothing_of_staff(clinic: Team):
    form = {"username": "reviewer@clinic.example", "password": "wrong"}
    answer = Client().post("/admin/login/", form)
    assert "do not belong together" in answer.content.decode()
    assert "staff" not in answer.content.decode()


@pytest.mark.parametrize("role", ["owner", "admin", "reviewer"])
def test_reviewers_and_administrators_get_in(role: str, clinic: Team):
    assert clinic.browser(role).get("/admin/").status_code == 200


@pytest.mark.parametrize("role", ["member", "viewer"])
@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/admin/evolution/proposal/"])
def test_others_read_that_their_role_does_not_open_it(role: str, path: str, clinic: Team):
    answer = clinic.browser(role).get(path)
    assert answer.status_code == 403
    assert "Your role does not open the admin" in answer.content.decode()


def test_who_was_shut_out_can_log_out(clinic: Team):
    browser = clinic.browser("member")
    assert browser.post("/admin/logout/").status_code == 200
    assert "_auth_user_id" not in browser.session


def test_a_key_opens_no_page(clinic: Team):
    answer = clinic.client("admin").get("/admin/evolution/proposal/")
    assert answer.status_code == 302


def test_a_session_with_a_foreign_key_beside_it_opens_no_page(clinic: Team, factory: Team):
    browser = clinic.browser("reviewer")
    headers = {"Authorization": f"Bearer {factory.keys['admin']}"}
    answer = browser.get("/admin/evolution/proposal/", headers=headers)
    assert answer.status_code == 403


def test_a_person_of_two_tenants_switches_between_them(clinic: Team, factory: Team):
    user = clinic.members["reviewer"].user
    with factory.inside():
        Membership.objects.create(tenant=factory.tenant, user=user, role=Role.REVIEWER)
        make_trajectory(factory.tenant, intent=f"Weigh the {CANARY} castings")
    browser = clinic.browser("reviewer")
    first = browser.get("/admin/trajectories/trajectory/").content.decode()
    assert "Factory" in first
    assert CANARY not in first
    browser.post("/admin/tenant/", {"tenant": str(factory.tenant.pk)})
    assert CANARY in browser.get("/admin/trajectories/trajectory/").content.decode()


def test_nobody_switches_to_a_tenant_that_is_not_theirs(clinic: Team, factory: Team):
    browser = clinic.browser("reviewer")
    answer = browser.post("/admin/tenant/", {"tenant": str(factory.tenant.pk)})
    assert answer.status_code == 404
    assert browser.post("/admin/tenant/", {"tenant": "x"}).status_code == 404
    assert browser.get("/admin/tenant/").status_code == 405


def test_the_admin_may_evaluate_and_the_rest_of_the_product_may_not(clinic: Team):
    browser = clinic.browser("reviewer")
    inside = browser.get("/admin/").headers["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval'" in inside
    assert "script-src 'self' 'unsafe-inline'" not in inside
    outside = browser.get("/api/v1/trajectories").headers["Content-Security-Policy"]
    assert "unsafe" not in outside


def test_the_login_page_has_the_admins_policy(clinic: Team):
    policy = Client().get("/admin/login/").headers["Content-Security-Policy"]
    assert "style-src 'self' 'unsafe-inline'" in policy


def test_jobs_are_for_operators(clinic: Team):
    path = "/admin/django_celery_beat/periodictask/"
    assert clinic.browser("owner").get(path).status_code == 403
    operator = User.objects.create_superuser("operator@example.org", PASSWORD)
    browser = Client()
    browser.force_login(operator)
    assert browser.get(path).status_code == 200
    assert browser.get("/admin/").status_code == 200
    assert browser.get("/admin/evolution/proposal/").status_code == 403


def test_the_language_can_be_switched(clinic: Team):
    browser = clinic.browser("reviewer")
    browser.post("/i18n/setlang/", {"language": "zh-hans", "next": "/admin/"})
    page = browser.get("/admin/evolution/proposal/").content.decode()
    assert "审核队列" in page
    assert "Review queue" not in page
