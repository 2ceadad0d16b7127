"""A worker killed while a receiver thinks costs time; the message arrives, known by its id."""

from __future__ import annotations

from datetime import timedelta
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.webhooks.models import WebhookDelivery
from config.celery import app
from tests.cast import Team, make_team
from tests.http_servers import serving
from tests.webhooks.receivers import is_signed, make_webhook, queue, the_delivery
from tests.workers import kill, wait_until, worker

if TYPE_CHECKING:
    from tests.http_servers import Asked, Reply


class Thinking:
    """A receiver that lets the first message wait until it is told to go on."""

    def __init__(self) -> None:
        self.asked, self.go_on = Event(), Event()

    def __call__(self, _asked: Asked) -> Reply:
        self.asked.set()
        self.go_on.wait(20)
        return 200, {}, b""


def state(team: Team) -> Any:
    with team.inside():
        return the_delivery(team).state


def time_passes(team: Team) -> None:
    """Let the killed worker's claim run out, and the sweep come round."""
    with team.inside():
        past = timezone.now() - timedelta(seconds=1)
        rows = WebhookDelivery.objects.for_tenant(team.tenant).filter(state="sending")
        assert rows.update(claimed_until=past) == 1
    app.send_task("webhooks.resume_deliveries")


@pytest.mark.django_db(transaction=True)
def test_a_message_outlives_its_worker():
    team, receiver = make_team("outlives"), Thinking()
    with serving(receiver) as server:
        with team.inside():
            _, secret = make_webhook(team, server.url)
            queue(team)
        with worker() as first:
            app.send_task("webhooks.resume_deliveries")
            wait_until(receiver.asked.is_set)
            kill(first)
        assert state(team) == "sending"
        receiver.go_on.set()
        time_passes(team)
        with worker():
            wait_until(lambda: state(team) == "delivered")
    assert len(server.asked) == 2
    assert len({asked.headers["webhook-id"] for asked in server.asked}) == 1
    assert all(is_signed(asked, secret) for asked in server.asked)
