"""Webhooks over HTTP: the secret is shown once, changes are for administrators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.webhooks.models import Webhook, WebhookDelivery
from tests.http_servers import serving
from tests.loopback import dead_address
from tests.webhooks.receivers import Answers, is_signed, make_webhook, queue, try_now

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/webhooks"
BODY: dict[str, Any] = {"name": "ops", "url": "https://hooks.example.org/in"}


def patch(team: Team, path: str, body: dict[str, Any]) -> Any:
    return team.client("admin").http.patch(path, body, content_type="application/json")


def test_a_secret_is_shown_when_it_is_made_and_never_again(clinic: Team):
    admin = clinic.client("admin")
    made = admin.post(URL, BODY)
    assert made.status_code == 201
    assert "no-store" in made.headers["Cache-Control"]
    path, first = f"{URL}/{made.json()['id']}", made.json()["secret"]
    second = admin.post(f"{path}/rotate").json()["secret"]
    assert first != second
    admin.post(f"{path}/test")
    for answer in (admin.get(URL), admin.get(path), patch(clinic, path, {"is_active": False})):
        assert answer.status_code == 200
        assert first not in answer.content.decode()
        assert second not in answer.content.decode()
    assert "secret" not in admin.get(path).json()


def test_a_webhook_is_changed_and_removed(clinic: Team):
    path = f"{URL}/{clinic.client('admin').post(URL, BODY).json()['id']}"
    changed = patch(clinic, path, {"events": ["skill.approved"], "url": "https://b.example.org/"})
    assert changed.json()["events"] == ["skill.approved"]
    assert clinic.client("admin").http.delete(path).status_code == 204
    assert clinic.client("read").get(path).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"url": "gopher://x"}, "url"),
        ({"url": "http://127.0.0.1:9/"}, "url"),
        ({"events": ["skill.imagined"]}, "events"),
        ({"name": "a b"}, "name"),
        ({"url": None}, "url"),
    ],
)
def test_a_wrong_field_is_named_at_once(clinic: Team, wrong: dict[str, Any], where: str):
    answer = clinic.client("admin").post(URL, BODY | wrong)
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith(where)
    assert not Webhook.objects.for_tenant(clinic.tenant).exists()


def test_a_test_is_sent_and_its_delivery_tells_what_came_of_it(clinic: Team):
    with serving(Answers([200])) as receiver:
        made = clinic.client("admin").post(
            URL, {"name": "ops", "url": receiver.url, "may_be_private": True}
        )
        sent = clinic.client("admin").post(f"{URL}/{made.json()['id']}/test")
        assert (sent.status_code, sent.json()["state"]) == (202, "waiting")
        try_now(clinic)
    seen = clinic.client("read").get(f"{URL}/deliveries/{sent.json()['id']}").json()
    assert (seen["state"], seen["last_status"], seen["webhook"]) == ("delivered", 200, "ops")
    assert is_signed(receiver.asked[0], made.json()["secret"])


def test_the_dead_are_listed_and_sent_again(clinic: Team):
    webhook, _ = make_webhook(clinic, dead_address())
    for key in ("a", "b"):
        queue(clinic, key=key)
    rows = WebhookDelivery.objects.for_tenant(clinic.tenant)
    dead = rows.get(key="a")
    rows.filter(pk=dead.pk).update(state="dead", finished_at=dead.created_at, attempts=6)
    found = clinic.client("read").get(f"{URL}/{webhook.pk}/deliveries", state="dead").json()
    assert [one["id"] for one in found["results"]] == [str(dead.pk)]
    again = clinic.client("admin").post(f"{URL}/deliveries/{dead.pk}/again")
    assert (again.status_code, again.json()["state"], again.json()["attempts"]) == (
        202,
        "waiting",
        0,
    )
    assert clinic.client("read").get(f"{URL}/{webhook.pk}/deliveries").json()["next"] is None


def test_another_tenant_sees_and_changes_nothing(clinic: Team, factory: Team):
    with factory.inside():
        webhook, _ = make_webhook(factory, dead_address())
        queue(factory)
        sent = WebhookDelivery.objects.for_tenant(factory.tenant).get()
    admin = clinic.client("admin")
    assert admin.get(URL).json()["results"] == []
    for path in (f"{webhook.pk}", f"{webhook.pk}/deliveries", f"deliveries/{sent.pk}"):
        assert admin.get(f"{URL}/{path}").status_code == 404
    for path in (f"{webhook.pk}/test", f"{webhook.pk}/rotate", f"deliveries/{sent.pk}/again"):
        assert admin.post(f"{URL}/{path}").status_code == 404


def test_lists_ask_the_same_for_one_and_for_many(clinic: Team):
    webhook, _ = make_webhook(clinic, dead_address())
    queue(clinic)

    def count(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert clinic.client("read").get(path).status_code == 200
        return len(queries)

    paths = (URL, f"{URL}/{webhook.pk}/deliveries")
    count(URL)  # the first notes that the key was used
    before = [count(path) for path in paths]
    for number in range(5):
        make_webhook(clinic, dead_address(), name=f"w{number}")
        queue(clinic, key=f"k{number}", only="ops")
    assert [count(path) for path in paths] == before
