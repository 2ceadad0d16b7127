"""Two workers, over two connections, never send the same; a killed one costs time only."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from apps.webhooks.deliver import deliver
from apps.webhooks.models import WebhookDelivery
from apps.webhooks.register_webhook import remove_webhook
from tests.cast import Team, make_team
from tests.http_servers import Reply, serving
from tests.webhooks.receivers import make_webhook, queue

if TYPE_CHECKING:
    from tests.http_servers import Asked

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 4


def slowly(_asked: Asked) -> Reply:
    time.sleep(0.3)
    return 200, {}, b""


@pytest.fixture
def team() -> Team:
    return make_team("clinic")


def send_at_once(team: Team) -> None:
    start = Barrier(WORKERS)
    with team.inside():
        sent = WebhookDelivery.objects.for_tenant(team.tenant).get()

    def work(_: int) -> None:
        start.wait(timeout=20)
        try:
            deliver(team.tenant, sent.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as threads:
        list(threads.map(work, range(WORKERS)))


def test_workers_that_have_the_same_message_send_it_once(team: Team):
    with serving(slowly) as receiver:
        with team.inside():
            make_webhook(team, receiver.url)
            queue(team)
        send_at_once(team)
    assert len(receiver.asked) == 1
    with team.inside():
        sent = WebhookDelivery.objects.for_tenant(team.tenant).get()
        assert (sent.state, sent.attempts) == ("delivered", 1)


def test_the_same_key_from_many_at_once_makes_one_delivery(team: Team):
    with team.inside():
        make_webhook(team, "https://hooks.example.org/")
    start = Barrier(WORKERS)

    def work(_: int) -> int:
        start.wait(timeout=20)
        try:
            with team.inside():
                return queue(team)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as threads:
        assert list(threads.map(work, range(WORKERS))) == [1] * WORKERS
    with team.inside():
        assert WebhookDelivery.objects.for_tenant(team.tenant).count() == 1


def test_removing_a_webhook_undoes_nothing_that_is_being_told(team: Team):
    with team.inside():
        webhook, _ = make_webhook(team, "https://hooks.example.org/")

    def remove() -> None:
        try:
            with team.inside():
                remove_webhook(webhook, by=team.members["admin"])
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        with team.inside():
            assert queue(team) == 1
            removing = threads.submit(remove)
            assert not wait([removing], timeout=0.5).done
        removing.result(timeout=20)
    with team.inside():
        assert not WebhookDelivery.objects.for_tenant(team.tenant).exists()


def test_no_transaction_is_open_while_the_receiver_answers(team: Team):
    held: list[int] = []

    def look(_asked: Asked) -> Reply:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                "AND state LIKE 'idle in transaction%'"
            )
            held.append(cursor.fetchone()[0])
        connection.close()
        return 200, {}, b""

    with serving(look) as receiver:
        with team.inside():
            make_webhook(team, receiver.url)
            queue(team)
            sent = WebhookDelivery.objects.for_tenant(team.tenant).get()
        deliver(team.tenant, sent.pk)
    assert held == [0]
