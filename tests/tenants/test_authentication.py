"""The door: a live key or a member gets in, into one tenant; everything else stays outside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from apps.tenants.authentication import ACTIVE_TENANT, KEY_PATTERN, principal_of_key
from apps.tenants.issue_key import issue_key, revoke_key
from apps.tenants.models import ApiKey, Membership, Role, Tenant, User
from tests.cast import KeyClient, now
from tests.make import make_trajectory

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/stats"


def status(key: str) -> int:
    return int(KeyClient(key).get(URL).status_code)


def row_of(team: Team, key: str) -> ApiKey:
    match = KEY_PATTERN.fullmatch(key)
    assert match
    return ApiKey.objects.for_tenant(team.tenant).get(pk=match[2])


def test_a_live_key_gets_in(clinic: Team):
    assert status(clinic.keys["read"]) == 200


def test_a_revoked_key_is_shut_out_at_once(clinic: Team):
    key = clinic.keys["read"]
    revoke_key(row_of(clinic, key), by=clinic.members["owner"])
    assert status(key) == 401


def test_a_key_is_shut_out_when_it_expires(clinic: Team, time_machine: Any):
    expires = datetime(2030, 1, 1, tzinfo=UTC)
    key = issue_key(clinic.members["owner"], name="short", scope="read", expires_at=expires)
    time_machine.move_to(expires - timedelta(seconds=1), tick=False)
    assert status(key) == 200
    time_machine.move_to(expires, tick=False)
    assert status(key) == 401


def test_a_key_of_a_tenant_that_was_switched_off_is_shut_out(clinic: Team):
    Tenant.objects.filter(pk=clinic.tenant.pk).update(is_active=False)
    assert status(clinic.keys["admin"]) == 401
    assert clinic.browser("owner").get(URL).status_code == 401


def test_a_dead_key_leaves_the_transaction_outside_every_tenant(clinic: Team):
    key = clinic.keys["read"]
    revoke_key(row_of(clinic, key), by=clinic.members["owner"])
    assert principal_of_key(f"Bearer {key}") is None
    assert not ApiKey.objects.for_tenant(clinic.tenant).exclude(pk=key.split("_")[2]).exists()


def bent(key: str) -> list[str]:
    """Keys that are nearly this one."""
    scope, name, secret = key.split("_")[1:]
    return [
        f"jm_admin_{name}_{secret}",
        f"jm_{scope}_{name}_{secret[:-1]}{'0' if secret[-1] != '0' else '1'}",
        f"jm_{scope}_{'0' * 32}_{secret}",
        f"jm_{scope}_{name}_",
        f"jm_{scope}_{name.upper()}_{secret}",
        f"{key}0",
        f" {key[:-1]}",
        key[3:],
        "nonsense",
        "jm_read",
        "' OR 1=1 --",
        "密钥",
    ]


def test_a_key_that_is_bent_in_any_place_is_unknown(clinic: Team):
    for key in bent(clinic.keys["read"]):
        http = Client(headers={"Authorization": f"Bearer {key}"})
        answer = http.get(URL)
        assert answer.status_code == 401, key
        assert answer.json()["code"] == "authentication_failed"
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_without_a_key_the_answer_says_so(db: None):
    answer = Client().get(URL)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_the_name_of_the_scheme_is_read_in_any_case(clinic: Team):
    for scheme in ("Bearer", "bearer", "BEARER"):
        http = Client(headers={"Authorization": f"{scheme} {clinic.keys['read']}"})
        assert http.get(URL).status_code == 200, scheme


def test_when_a_key_was_last_used_is_true_to_the_minute(clinic: Team, time_machine: Any):
    key = clinic.keys["read"]
    assert row_of(clinic, key).last_used_at is None
    begun = now()
    times = []
    for seconds in (0, 30, 59, 61):
        time_machine.move_to(begun + timedelta(seconds=seconds), tick=False)
        assert status(key) == 200
        used = row_of(clinic, key).last_used_at
        assert used
        times.append(round((used - begun).total_seconds()))
    assert times == [0, 0, 0, 61]


def test_a_key_that_is_refused_is_not_used(clinic: Team):
    key = clinic.keys["read"]
    revoke_key(row_of(clinic, key), by=clinic.members["owner"])
    status(key)
    assert row_of(clinic, key).last_used_at is None


def test_a_header_that_is_no_key_is_not_rescued_by_a_session(clinic: Team):
    browser = clinic.browser("owner")
    assert browser.get(URL).status_code == 200
    assert browser.get(URL, headers={"Authorization": "Bearer nonsense"}).status_code == 401


def test_a_browser_needs_its_token_to_change_anything_and_a_key_does_not(clinic: Team):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(clinic.members["owner"].user)
    answer = browser.post("/api/v1/reflections")
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    assert browser.get(URL).status_code == 200
    headers = {"Authorization": f"Bearer {clinic.keys['admin']}"}
    by_key = Client(enforce_csrf_checks=True, headers=headers)
    assert by_key.post("/api/v1/reflections").status_code == 201


def test_a_person_without_any_tenant_gets_in_nowhere(db: None):
    browser = Client()
    browser.force_login(User.objects.create_user("nobody@example.org", "x"))
    assert browser.get(URL).status_code == 401


def trajectories(browser: Client) -> int:
    return int(browser.get(URL).json()["trajectories"])


def test_a_person_of_two_tenants_is_in_the_one_they_chose(clinic: Team, factory: Team):
    person = clinic.members["member"].user
    with factory.inside():
        Membership.objects.create(tenant=factory.tenant, user=person, role=Role.VIEWER)
        make_trajectory(factory.tenant)
    browser = clinic.browser("member")
    assert trajectories(browser) == 0
    for chosen, seen in ((factory.tenant.pk, 1), (clinic.tenant.pk, 0)):
        session = browser.session
        session[ACTIVE_TENANT] = str(chosen)
        session.save()
        assert trajectories(browser) == seen


def test_a_tenant_that_is_not_theirs_cannot_be_chosen(clinic: Team, factory: Team):
    with factory.inside():
        make_trajectory(factory.tenant)
    browser = clinic.browser("owner")
    session = browser.session
    session[ACTIVE_TENANT] = str(factory.tenant.pk)
    session.save()
    assert trajectories(browser) == 0


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_needs_no_key(db: None, path: str):
    assert Client().get(path).status_code == 200
