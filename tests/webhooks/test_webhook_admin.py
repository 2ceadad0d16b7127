"""The pages of webhooks and deliveries: registered, tested, rotated and sent again by people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.register_webhook import secrets_of
from tests.loopback import dead_address
from tests.webhooks.receivers import make_webhook, queue, the_delivery

if TYPE_CHECKING:
    from tests.cast import Team

HOOKS, SENT = "/admin/webhooks/webhook/", "/admin/webhooks/webhookdelivery/"
FORM: dict[str, Any] = {"name": "ops", "url": "https://hooks.example.org/", "events": []}


def act(team: Team, path: str, action: str, *rows: Any, role: str = "admin") -> list[str]:
    """Do something with rows of a list; answers what is said of it."""
    form = {"action": action, "_selected_action": [str(row.pk) for row in rows]}
    answer = team.browser(role).post(path, form, follow=True)
    return [str(one) for one in answer.context["messages"]]


def test_a_new_webhooks_secret_is_shown_once(clinic: Team):
    browser = clinic.browser("admin")
    form = FORM | {"events": ["skill.approved", "proposal.waiting"]}
    answer = browser.post(f"{HOOKS}add/", form)
    made = Webhook.objects.for_tenant(clinic.tenant).get()
    [secret] = secrets_of(made)
    assert secret in answer.content.decode()
    assert secret not in str(answer.cookies)
    assert made.events == ["skill.approved", "proposal.waiting"]
    for path in (HOOKS, reverse("admin:webhooks_webhook_change", args=[made.pk])):
        page = browser.get(path).content.decode()
        assert "https://hooks.example.org/" in page
        assert secret not in page


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"url": "http://10.0.0.1/"}, "url"),
        ({"name": "two words"}, "name"),
        ({"name": "taken"}, "name"),
        ({"events": ["skill.imagined"]}, "events"),
    ],
)
def test_the_form_says_at_which_field_it_is_wrong(clinic: Team, wrong: Any, field: str):
    make_webhook(clinic, dead_address(), name="taken")
    answer = clinic.browser("admin").post(f"{HOOKS}add/", FORM | wrong)
    assert list(answer.context["adminform"].form.errors) == [field]
    assert Webhook.objects.for_tenant(clinic.tenant).count() == 1


def test_a_new_secret_is_shown_for_one_at_a_time(clinic: Team):
    one, _ = make_webhook(clinic, dead_address())
    other, _ = make_webhook(clinic, dead_address(), name="other")
    assert act(clinic, HOOKS, "rotate_selected", one, other)[0].startswith("Select one")
    form = {"action": "rotate_selected", "_selected_action": [str(one.pk)]}
    text = clinic.browser("admin").post(HOOKS, form).content.decode()
    one.refresh_from_db()
    newest, _former = secrets_of(one)
    assert newest in text


def test_webhooks_are_tested_and_switched_with_a_message_each(clinic: Team):
    webhook, _ = make_webhook(clinic, dead_address())
    assert act(clinic, HOOKS, "switch_off", webhook) == ["“ops” is off."]
    assert "switched off" in act(clinic, HOOKS, "test_selected", webhook)[0]
    assert act(clinic, HOOKS, "switch_on", webhook) == ["“ops” is on."]
    assert "is sent a test" in act(clinic, HOOKS, "test_selected", webhook)[0]
    assert the_delivery(clinic).event == "webhook.test"


def test_a_dead_delivery_is_sent_again(clinic: Team):
    make_webhook(clinic, dead_address())
    queue(clinic)
    rows = WebhookDelivery.objects.for_tenant(clinic.tenant)
    rows.update(state="dead", finished_at=timezone.now(), detail="It answered 500: <b>no</b>")
    page = reverse("admin:webhooks_webhookdelivery_change", args=[the_delivery(clinic).pk])
    assert "&lt;b&gt;no&lt;/b&gt;" in clinic.browser("reviewer").get(page).content.decode()
    assert "ops" in clinic.browser("reviewer").get(SENT, {"state": "dead"}).content.decode()
    said = act(clinic, SENT, "send_selected_again", the_delivery(clinic))
    assert said == ["“proposal.waiting” is sent to “ops” again."]
    assert the_delivery(clinic).state == "waiting"


def test_only_administrators_act(clinic: Team):
    webhook, _ = make_webhook(clinic, dead_address())
    queue(clinic)
    for role in ("reviewer", "member"):
        act(clinic, HOOKS, "switch_off", webhook, role=role)
        act(clinic, SENT, "send_selected_again", the_delivery(clinic), role=role)
        assert clinic.browser(role).get(f"{HOOKS}add/").status_code == 403
    webhook.refresh_from_db()
    assert webhook.is_active
